import { describe, expect, test } from 'vitest'
import type { OrderCard, OrderDetails, OrderEvent } from '#contract/orders/calls.ts'
import { applyEvent, pollDelay, countdown, dueOf, isLate, payableFor, movedFrom, splitOrders } from '#stores/orders/order-view.ts'

const card = (change: Partial<OrderCard> = {}): OrderCard => ({
  id: 1,
  group: null,
  orderNumber: '100001',
  status: 0,
  trackingStatus: 1,
  createdAt: '2026-11-20T13:00:00+04:00',
  deliveryFrom: '2026-11-20T13:35:00+04:00',
  deliveryTo: '2026-11-20T13:45:00+04:00',
  deliveryNow: true,
  orderMode: 1,
  orderPrice: 7450,
  itemsCount: 3,
  suppliers: [],
  paymentId: 3,
  paymentKey: 'cash',
  payment: 'none',
  refunded: 0,
  cardRefusal: null,
  payBefore: null,
  ...change
})
const at = (iso: string): number => Date.parse(iso)

describe('an unpaid order', () => {
  const unpaid = card({ status: 17, payment: 'awaiting', payBefore: '2026-11-20T13:30:00+04:00' })

  test('is kept until its time, and never less than nothing', () => {
    expect(payableFor(unpaid, at('2026-11-20T13:15:55+04:00'))).toBe(845_000)
    expect(payableFor(unpaid, at('2026-11-20T14:00:00+04:00'))).toBe(0)
    expect(payableFor(card(), at('2026-11-20T13:15:00+04:00'))).toBeNull()
  })

  test.each([
    [845_000, '14:05'],
    [844_001, '14:05'],
    [59_000, '0:59'],
    [0, '0:00'],
    [3_600_000, '60:00']
  ])('%d ms are %s', (milliseconds, text) => expect(countdown(milliseconds)).toBe(text))
})

test('what is left to pay is what nobody has paid yet', () => {
  const tenders = [
    { methodKey: 'points', amount: 400, state: 'captured' as const },
    { methodKey: 'card', amount: 2_200, state: 'held' as const },
    { methodKey: 'idram', amount: 2_200, state: 'released' as const }
  ]
  expect(dueOf({ tenders })).toBe(2_200)
})

test('an event changes its order and no other', () => {
  const event: OrderEvent = {
    id: '7',
    orderNumber: '100001',
    status: 5,
    trackingStatus: 3,
    payment: 'paid',
    cardRefusal: null,
    at: '2026-11-20T13:20:00+04:00'
  }
  const refused = card({ payment: 'awaiting', cardRefusal: 'funds' })
  expect(applyEvent(refused, event)).toMatchObject({ status: 5, trackingStatus: 3, payment: 'paid', cardRefusal: null })
  const other = card({ orderNumber: '100002' })
  expect(applyEvent(other, event)).toBe(other)
})

test('an order is asked about as long as something may change', () => {
  expect(pollDelay(card({ status: 7 }))).toBeNull()
  expect(pollDelay(card({ status: -1 }))).toBeNull()
  const waiting = pollDelay(card({ payment: 'processing' })) ?? 0
  expect(waiting).toBeLessThan(pollDelay(card()) ?? 0)
})

test('an order is late when its window is over and it is still under way', () => {
  const after = at('2026-11-20T13:45:01+04:00')
  expect(isLate(card(), after)).toBe(true)
  expect(isLate(card({ status: 7 }), after)).toBe(false)
  expect([isLate(card(), at('2026-11-20T13:45:00+04:00')), isLate(card(), 0)]).toEqual([false, false])
})

test('a window that moved says where it was', () => {
  const order = card() as OrderDetails
  expect(movedFrom(null, order)).toBeNull()
  expect(movedFrom(order, order)).toBeNull()
  expect(movedFrom(order, { ...order, deliveryTo: '2026-11-20T14:00:00+04:00' })).toEqual({
    from: order.deliveryFrom,
    to: order.deliveryTo
  })
})

test('what is under way comes first', () => {
  const orders = [card({ id: 4, status: 7 }), card({ id: 3, status: 5 }), card({ id: 2, status: -1 }), card({ id: 1, status: 17 })]
  const { active, past } = splitOrders(orders)
  expect([active.map(({ id }) => id), past.map(({ id }) => id)]).toEqual([
    [3, 1],
    [4, 2]
  ])
})
