import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/account/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import * as reviews from '#contract/reviews/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { advanceDue } from '#server/services/orders/advance.ts'
import { keepAdmissions } from '#server/services/orders/admissions/keep-admissions.ts'
import { remindOfAdmissions } from '#server/services/orders/admissions/remind-of-admissions.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import {
  boughtTickets,
  cancelOrder,
  DAY,
  HALL_ALIAS,
  HOUR,
  openHall,
  orderDetailsOf,
  ticketOrder,
  ticketsOf,
  withTickets
} from '#tests/support/admissions.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { add, atWork, place, refused, setProduct, stockOf } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let entry = 0
let show = 0
let lateShow = 0

beforeAll(async () => {
  api = await startApi()
  ;({ entry, show, lateShow } = await openHall(api))
  till = openTill(api)
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const staff = (...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)
const later = async <T>(ms: number, act: () => Promise<T>): Promise<T> => {
  api.clock.set(NOON + ms)
  return act().finally(() => api.clock.set(NOON))
}

describe('tickets', () => {
  test('are in the account once they are paid: numbered, each once, with code, place and time', async () => {
    const { client, placed } = await boughtTickets(api, till, show, 2)
    const tickets = await ticketsOf(client)
    expect(tickets).toHaveLength(2)
    expect(new Set(tickets.map(({ number }) => number)).size).toBe(2)
    for (const ticket of tickets)
      expect(ticket).toMatchObject({
        ...{ state: 'valid', name: 'Gift card 5000', orderNumber: placed.orderNumber, usedAt: null },
        ...{
          admissionAt: '2026-11-23T13:00:00+04:00',
          expiresAt: '2026-11-24T01:00:00+04:00',
          returnableUntil: '2026-11-22T13:00:00+04:00'
        },
        ...{ supplier: { alias: HALL_ALIAS }, place: { address: '12 Abovyan Street' }, qr: { size: expect.any(Number) } },
        number: expect.stringMatching(/^[A-HJ-NP-Z2-9]{4} [A-HJ-NP-Z2-9]{4} [A-HJ-NP-Z2-9]{4}$/)
      })
    // The bank says it once more.
    await till.comeBack(client, placed.orderId)
    expect(await ticketsOf(client)).toHaveLength(2)
    const order = await orderDetailsOf(client, placed)
    expect(order).toMatchObject({ status: ORDER_STATUS.PAID, orderMode: ORDER_MODE.ADMISSION, canCancel: true, canShare: false })
    expect(order.parts).toMatchObject([{ items: [{ admissionAt: '2026-11-23T13:00:00+04:00' }] }])
    expect(order.admissions.map(({ number }) => number)).toEqual(tickets.map(({ number }) => number).toSorted(bySameOrder(order)))
    expect(await ticketsOf(await api.person())).toEqual([])
    await relayEvents(atWork(api), () => undefined)
    const [news] = (await client.call(notifications.list, { query: {} })).items
    expect(news).toMatchObject({ title: expect.stringContaining('Your tickets are ready') })
    expect((await client.call(account.exportData)).admissions).toEqual(tickets)
  })

  test('wait for nobody: the autopilot, staff who prepare, and the list of what is under way leave them alone', async () => {
    const { client, placed } = await boughtTickets(api, till, entry)
    await later(HOUR, () => advanceDue(atWork(api)))
    expect(await orderDetailsOf(client, placed)).toMatchObject({ status: ORDER_STATUS.PAID })
    for (const words of [['accept'], ['delay', '10', 'Traffic'], ['replace', '1']])
      await expect(staff(words[0] ?? '', placed.orderNumber, ...words.slice(1))).rejects.toMatchObject({ why: 'OF_TICKETS' })
    expect((await staff('list')).join('\n')).not.toContain(placed.orderNumber)
  })

  test('let one person in, once; with the last one the order is done', async () => {
    const { client, placed } = await boughtTickets(api, till, entry, 2)
    const [one, other] = await ticketsOf(client)
    const shown = (one?.number ?? '').toLowerCase()
    expect(await staff('admit', ...shown.split(' '))).toEqual([`ticket ${one?.number} lets one person in: Gift card 5000, any day`])
    await expect(staff('admit', shown.replaceAll(' ', ''))).rejects.toMatchObject({
      why: 'TICKET_OVER',
      message: expect.stringContaining('was used already, at 20/11/2026, 13:00')
    })
    await expect(staff('admit', 'ABCD EFGH JKLM')).rejects.toMatchObject({ why: 'UNKNOWN_TICKET' })
    expect(await orderDetailsOf(client, placed)).toMatchObject({ status: ORDER_STATUS.PAID, canCancel: false })
    expect(await refused(cancelOrder(client, placed))).toMatchObject({
      type: 'UNABLE_TO_CANCEL_ORDER',
      message: expect.stringContaining('can’t be returned')
    })
    await staff('admit', other?.number ?? '')
    const done = await orderDetailsOf(client, placed)
    expect(done).toMatchObject({ status: ORDER_STATUS.COMPLETELY_DELIVERED, canRate: true, canClaim: false })
    expect(done.parts.map(({ status }) => status)).toEqual([ORDER_STATUS.COMPLETELY_DELIVERED])
    expect((await ticketsOf(client)).map(({ state, qr }) => [state, qr])).toEqual([
      ['used', null],
      ['used', null]
    ])
    expect(await client.call(reviews.reviewable)).toMatchObject({ fetched: true })
  })

  test('two doors let in one person with a ticket that both see', async () => {
    const { client } = await boughtTickets(api, till, entry)
    const [ticket] = await ticketsOf(client)
    const seen = await Promise.allSettled([staff('admit', ticket?.number ?? ''), staff('admit', ticket?.number ?? '')])
    expect(seen.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('are said once, a day before their time, to who bought them long before', async () => {
    // Those of other people.
    await later(2 * DAY + HOUR, () => remindOfAdmissions(atWork(api)))
    const { client } = await boughtTickets(api, till, show, 2)
    const late = await boughtTickets(api, till, lateShow)
    const remindersOf = async (person: Client) =>
      (await person.call(notifications.list, { query: {} })).items.filter(({ kind }) => kind === 'ticket')
    expect(await later(HOUR, () => remindOfAdmissions(atWork(api)))).toBe(0)
    expect(await later(2 * DAY - HOUR, () => remindOfAdmissions(atWork(api)))).toBe(0)
    const both = await later(2 * DAY + HOUR, () => Promise.all([remindOfAdmissions(atWork(api)), remindOfAdmissions(atWork(api))]))
    expect(both[0] + both[1]).toBe(1)
    expect(await remindersOf(client)).toMatchObject([
      { title: 'Gift card 5000: Monday, 23/11, 13:00', text: 'Gifts. Show the code of your tickets at the entrance.' }
    ])
    expect(await remindersOf(late.client)).toEqual([])
    await setProduct(api, show, { stock: 5 })
  })

  test('expire; then their order is done, and whoever paid it has earned', async () => {
    const { client, placed } = await boughtTickets(api, till, entry)
    await later(29 * DAY, () => keepAdmissions(atWork(api)))
    expect(await orderDetailsOf(client, placed)).toMatchObject({ status: ORDER_STATUS.PAID })
    await later(31 * DAY, () => keepAdmissions(atWork(api)))
    for (const id of [show, lateShow]) await setProduct(api, id, { stock: 5 })
    expect(await orderDetailsOf(client, placed)).toMatchObject({ status: ORDER_STATUS.COMPLETELY_DELIVERED })
    const [ticket] = await ticketsOf(client)
    await later(31 * DAY, () => expect(staff('admit', ticket?.number ?? '')).rejects.toMatchObject({ why: 'TICKET_OVER' }))
  })
})

describe('tickets that are given back', () => {
  test('go by themselves: the money comes back, the seats are free, and nobody gets in', async () => {
    await setProduct(api, show, { stock: 3 })
    const { client, placed } = await boughtTickets(api, till, show, 2)
    const [ticket] = await ticketsOf(client)
    expect(await stockOf(api, show)).toBe(1)
    await cancelOrder(client, placed)
    expect(await stockOf(api, show)).toBe(3)
    expect(await ticketsOf(client)).toEqual([])
    const order = await orderDetailsOf(client, placed)
    expect(order).toMatchObject({ status: ORDER_STATUS.CANCELLED, payment: 'refunded' })
    expect(order.admissions.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn'])
    await expect(staff('admit', ticket?.number ?? '')).rejects.toMatchObject({
      why: 'TICKET_OVER',
      message: expect.stringContaining('was given back')
    })
  })

  test('not within 24 hours of their time', async () => {
    const { client, placed } = await boughtTickets(api, till, lateShow)
    expect(await orderDetailsOf(client, placed)).toMatchObject({ canCancel: false })
    expect(await refused(cancelOrder(client, placed))).toMatchObject({ type: 'UNABLE_TO_CANCEL_ORDER', field: 'id' })
  })

  test('one of several by staff: it is withdrawn, its seat is free, the others stay', async () => {
    await setProduct(api, show, { stock: 5 })
    const { client, placed } = await boughtTickets(api, till, show, 3)
    expect(await stockOf(api, show)).toBe(2)
    await staff('refund', placed.orderNumber, '1', '1')
    expect(await stockOf(api, show)).toBe(3)
    expect((await ticketsOf(client)).map(({ state }) => state)).toEqual(['valid', 'valid'])
    expect(await orderDetailsOf(client, placed)).toMatchObject({ status: ORDER_STATUS.PAID, payment: 'partlyRefunded', canCancel: true })
    await staff('refund', placed.orderNumber)
    expect(await ticketsOf(client)).toEqual([])
    expect(await orderDetailsOf(client, placed)).toMatchObject({ status: ORDER_STATUS.CANCELLED })
    expect(await stockOf(api, show)).toBe(5)
  })

  test('all of them, when staff say why: the theatre does not play', async () => {
    const { client, placed } = await boughtTickets(api, till, entry, 2)
    await staff('refuse', placed.orderNumber, 'The', 'play', 'is', 'cancelled')
    expect(await ticketsOf(client)).toEqual([])
    expect(await orderDetailsOf(client, placed)).toMatchObject({
      ...{ status: ORDER_STATUS.CANCELLED, payment: 'refunded', refusedFor: 'The play is cancelled' }
    })
  })

  test('what is left after one was used: the order is done with the used one', async () => {
    const { client, placed } = await boughtTickets(api, till, entry, 2)
    const [used] = await ticketsOf(client)
    await staff('admit', used?.number ?? '')
    await staff('refund', placed.orderNumber, '1', '1')
    expect((await ticketsOf(client)).map(({ state }) => state)).toEqual(['used'])
    await keepAdmissions(atWork(api))
    expect(await orderDetailsOf(client, placed)).toMatchObject({ status: ORDER_STATUS.COMPLETELY_DELIVERED, payment: 'partlyRefunded' })
  })
})

describe('tickets for a time that is over', () => {
  test('are not sold: in the basket still they are refused, and then they are sold out', async () => {
    const client = await withTickets(api, lateShow)
    await later(11 * HOUR, async () => {
      await setProduct(api, lateShow, { stock: 3 })
      const fresh = await api.person()
      await add(fresh, lateShow)
      expect(await refused(place(fresh, await ticketOrder(fresh)))).toMatchObject({ type: 'OUT_OF_STOCK', field: 'items' })
      await keepAdmissions(atWork(api))
      expect(await stockOf(api, lateShow)).toBe(0)
    })
    expect(await refused(add(client, lateShow))).toMatchObject({ type: 'OUT_OF_STOCK' })
  })
})

/** The order of an order's page is that of its lines; that of the account the next first. */
const bySameOrder =
  ({ admissions: shown }: OrderDetails) =>
  (a: string, b: string): number =>
    shown.findIndex(({ number }) => number === a) - shown.findIndex(({ number }) => number === b)
