import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { NOON } from '../support/clock.ts'
import { atWork, linesOf, pay, refused, setProduct, stockOf } from '../support/shopping.ts'
import { ASKED, down, openTill, type Till } from '../support/till.ts'

let api: TestApi
let till: Till
let plain = 0
let ten = 0
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
  ten = await api.product(1, 'TEN')
})
afterAll(() => api.close())

describe('money', () => {
  test('is settled once when redirect, poller and buyer come together', async () => {
    const { client, placed } = await till.buyByCard(plain)
    await till.decide(placed.orderId, 'approve')
    api.clock.advance(60_000)
    await Promise.allSettled([
      ...Array.from({ length: 8 }, () => till.comeBack(client, placed.orderId)),
      ...Array.from({ length: 4 }, () => reconcilePayments(atWork(api))),
      ...Array.from({ length: 4 }, () => pay(client, placed.orderNumber))
    ])
    api.clock.set(NOON)
    expect(await till.kindsOf(placed.orderId)).toEqual(['order.placed', 'order.status'])
    expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'captured' }])
    const details = await till.details(client, placed.orderNumber)
    expect(details).toMatchObject({ status: 12, payment: 'paid' })
    expect(details.steps[0]).toMatchObject({ trackingStatus: 1, at: '2026-11-20T13:01:00+04:00' })
  })

  test('goes back whoever wins, when cancelling and paying race', async () => {
    await setProduct(api, ten, { stock: 10 })
    for (let round = 0; round < 5; round += 1) {
      const { client, placed } = await till.buyByCard(ten, 2)
      const [cancelled] = await Promise.allSettled([
        client.call(orders.cancel, { params: { id: placed.orderId } }),
        till.decide(placed.orderId, 'approve').then(() => till.comeBack(client, placed.orderId))
      ])
      expect(cancelled.status).toBe('fulfilled')
      await till.later(1, () => reconcilePayments(atWork(api)))
      // Either the buyer was faster and the money went back, or the page was closed and took none.
      const [payment] = await till.paymentsOf(placed.orderId)
      const { paid, shown } = payment?.state === 'refunded' ? { paid: 4, shown: 'refunded' } : { paid: 6, shown: 'none' }
      expect(await till.atBank(placed.orderId)).toBe(paid)
      expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: -1, payment: shown })
    }
    expect(await stockOf(api, ten)).toBe(10)
  })

  test('that arrives after the order was cancelled is found and given back', async () => {
    const { client, placed } = await till.buyByCard(plain)
    const cancel = () => client.call(orders.cancel, { params: { id: placed.orderId } })
    expect(await till.withBank({ close: down }, cancel)).toMatchObject({ status: -1, payment: 'none' })
    await till.decide(placed.orderId, 'approve')
    const refund = api.kernel.adapters.payments.card.refund
    let refunds = 0
    await till.withBank({ refund: down }, () => till.later(1, () => reconcilePayments(atWork(api))))
    expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'refunding' }])
    const counted = { refund: (ref: string, amount: number) => ((refunds += 1), refund(ref, amount)) }
    await till.withBank(counted, () => till.later(3, () => Promise.all([1, 2, 3].map(() => reconcilePayments(atWork(api))))))
    expect(refunds).toBe(1)
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: -1, payment: 'refunded' })
  })

  test('of a paid order that is cancelled goes back, its stock too', async () => {
    await setProduct(api, ten, { stock: 10 })
    const { client, placed } = await till.buyByCard(ten, 3)
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    expect(await client.call(orders.cancel, { params: { id: placed.orderId } })).toMatchObject({ status: -1, payment: 'refunded' })
    expect(await stockOf(api, ten)).toBe(10)
    expect(linesOf(await client.call(baskets.get, { query: {} }))).toEqual([])
    expect(await refused(client.call(orders.cancel, { params: { id: placed.orderId } }))).toMatchObject({
      type: 'UNABLE_TO_CANCEL_ORDER',
      code: 446
    })
  })

  test('of another amount than the order pays nothing and goes back', async () => {
    const { client, placed } = await till.buyByCard(plain)
    const wrong = async () => ({ state: 'deposited', amount: 100, actionCode: 0, ...ASKED }) as const
    const given: number[] = []
    const refund = (_ref: string, amount: number) => Promise.resolve(void given.push(amount))
    await till.withBank({ status: wrong, refund }, () => till.comeBack(client, placed.orderId))
    expect(given).toEqual([100])
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 17, payment: 'awaiting' })
    expect((await pay(client, placed.orderNumber)).redirectUrl).not.toBe(placed.redirectUrl)
  })

  test('is asked for as long as its bank is silent, and found; after a day people have to ask', async () => {
    const cancelled = async () => {
      const { client, placed } = await till.buyByCard(plain)
      await till.withBank({ close: down }, () => client.call(orders.cancel, { params: { id: placed.orderId } }))
      await till.withBank({ status: down }, () => till.later(61, () => reconcilePayments(atWork(api))))
      return placed
    }
    const paid = await cancelled()
    await till.decide(paid.orderId, 'approve')
    await till.later(120, () => reconcilePayments(atWork(api)))
    expect(await till.paymentsOf(paid.orderId)).toMatchObject([{ state: 'refunded' }])
    const silent = await cancelled()
    expect(await till.paymentsOf(silent.orderId)).toMatchObject([{ state: 'registered' }])
    const dayLater = till.withBank({ status: down }, () => till.later(24 * 60 + 1, () => reconcilePayments(atWork(api))))
    await expect(dayLater).rejects.toThrow(`${silent.orderNumber}-1`)
    expect(await till.paymentsOf(silent.orderId)).toMatchObject([{ state: 'expired' }])
  })

  test('that the bank takes back by itself is said, too', async () => {
    const { client, placed } = await till.buyByCard(plain)
    const reversed = async () => ({ state: 'refunded', amount: 250_000, actionCode: 0, ...ASKED, refunded: 250_000 }) as const
    await till.withBank({ status: reversed }, () => till.comeBack(client, placed.orderId))
    expect((await till.details(client, placed.orderNumber)).refunds).toMatchObject([{ amount: 2_500, reason: 'bank' }])
  })

  test('is not taken for returned while the bank names another state', async () => {
    const { client, placed } = await till.buyByCard(plain)
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    const confused = async () => ({ state: 'registered', amount: 0, actionCode: 0, ...ASKED }) as const
    await till.withBank({ status: confused }, () => client.call(orders.cancel, { params: { id: placed.orderId } }))
    expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'refunding' }])
    expect((await till.details(client, placed.orderNumber)).refunds).toMatchObject([{ at: null, reason: 'cancelled' }])
    await till.later(1, () => reconcilePayments(atWork(api)))
    expect(await till.atBank(placed.orderId)).toBe(4)
    expect((await till.details(client, placed.orderNumber)).refunds).toMatchObject([{ at: '2026-11-20T13:01:00+04:00' }])
  })

  test('nobody pays or cancels for others', async () => {
    const { placed } = await till.buyByCard(plain)
    const stranger = await api.person()
    expect(await refused(pay(stranger, placed.orderNumber))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    expect(await refused(stranger.call(orders.cancel, { params: { id: placed.orderId } }))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    expect(await refused(stranger.call(orders.details, { query: { orderNumber: placed.orderNumber } }))).toMatchObject({
      type: 'ORDER_NOT_FOUND'
    })
    expect(api.errors).toEqual([])
  })
})
