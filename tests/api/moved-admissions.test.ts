import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { DAY_MINUTES } from '#domain/time/yerevan-time.ts'
import { schema } from '#server/db/schema.ts'
import { keepAdmissions } from '#server/services/orders/admissions/keep-admissions.ts'
import { remindOfAdmissions } from '#server/services/orders/admissions/remind-of-admissions.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import {
  boughtTickets,
  cancelOrder,
  DAY,
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
import { atWork, place, setProduct } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let entry = 0
let show = 0

beforeAll(async () => {
  api = await startApi()
  ;({ entry, show } = await openHall(api))
  till = openTill(api)
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await movedTo(NOON + 3 * DAY)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const movedTo = (at: number) => setProduct(api, show, { admissionAt: new Date(at), stock: 5 })
const keep = () => keepAdmissions(atWork(api))
const ticketNotices = async (client: Client) =>
  (await client.call(notifications.list, { query: {} })).items
    .filter(({ kind }) => kind === 'ticket')
    .map(({ title, text }) => [title, text])

test('tickets whose time is moved are for the new one; whoever bought them is told once, and may give them back until it starts', async () => {
  const { client, placed } = await boughtTickets(api, till, show, 2)
  const numbers = (await ticketsOf(client)).map(({ number }) => number)
  await movedTo(NOON + 20 * HOUR)
  await Promise.all([keep(), keep()])
  await keep()
  const moved = {
    ...{ admissionAt: '2026-11-21T09:00:00+04:00', movedFrom: '2026-11-23T13:00:00+04:00' },
    ...{ expiresAt: '2026-11-21T21:00:00+04:00', returnableUntil: '2026-11-21T09:00:00+04:00' }
  }
  const tickets = await ticketsOf(client)
  expect(tickets).toMatchObject([moved, moved])
  expect(tickets.map(({ number }) => number)).toEqual(numbers)
  expect(await ticketNotices(client)).toEqual([
    [
      'Gift card 5000: new time, tomorrow, 21/11, 09:00',
      'It was Monday, 23/11, 13:00. Your tickets are for the new time; you can return them until it starts.'
    ]
  ])
  const { events } = schema
  const said = await api.engine.db
    .select()
    .from(events)
    .where(and(eq(events.orderId, placed.orderId), eq(events.kind, 'order.changed')))
  expect(said).toHaveLength(1)
  // It is within a day: the news is the reminder.
  await till.later(7 * 60, () => remindOfAdmissions(atWork(api)))
  expect(await ticketNotices(client)).toHaveLength(1)
  expect(await orderDetailsOf(client, placed)).toMatchObject({ canCancel: true })
  await cancelOrder(client, placed)
  expect(await orderDetailsOf(client, placed)).toMatchObject({ status: ORDER_STATUS.CANCELLED, payment: 'refunded' })
})

test('an order that is paid after its show was moved has tickets for the new time, and its buyer is told', async () => {
  const client = await withTickets(api, show)
  const placed = await place(client, await ticketOrder(client))
  await movedTo(NOON + 4 * DAY)
  await keep()
  expect((await orderDetailsOf(client, placed)).parts).toMatchObject([{ items: [{ admissionAt: '2026-11-23T13:00:00+04:00' }] }])
  await till.decide(placed.orderId, 'approve')
  await till.comeBack(client, placed.orderId)
  await keep()
  const moved = { admissionAt: '2026-11-24T13:00:00+04:00', movedFrom: '2026-11-23T13:00:00+04:00' }
  const order = await orderDetailsOf(client, placed)
  expect(order).toMatchObject({ canCancel: true, admissions: [moved], parts: [{ items: [{ admissionAt: moved.admissionAt }] }] })
  expect((await ticketNotices(client)).map(([title]) => title)).toEqual(['Gift card 5000: new time, Tuesday, 24/11, 13:00'])
  await cancelOrder(client, placed)
})

test('moved further away they are said again a day before', async () => {
  const { client } = await boughtTickets(api, till, show)
  await movedTo(NOON + 5 * DAY)
  await keep()
  expect(await till.later(3 * DAY_MINUTES, () => remindOfAdmissions(atWork(api)))).toBe(0)
  expect(await till.later(4 * DAY_MINUTES + 60, () => remindOfAdmissions(atWork(api)))).toBe(1)
  expect((await ticketNotices(client)).map(([title]) => title)).toEqual([
    'Gift card 5000: Wednesday, 25/11, 13:00',
    'Gift card 5000: new time, Wednesday, 25/11, 13:00'
  ])
})

test('they stay as they are where it is over, was used, or was for any day', async () => {
  const dated = await boughtTickets(api, till, show, 2)
  const [used] = await ticketsOf(dated.client)
  await operateOrders(atWork(api), ['admit', used?.number ?? ''])
  const anyDay = await boughtTickets(api, till, entry)
  await setProduct(api, entry, { admissionAt: new Date(NOON + DAY) })
  await movedTo(NOON - HOUR)
  await keep()
  expect((await ticketsOf(dated.client)).map(({ movedFrom }) => movedFrom)).toEqual([null, null])
  expect(await ticketsOf(anyDay.client)).toMatchObject([{ admissionAt: null, movedFrom: null }])
  await movedTo(NOON + 4 * DAY)
  await keep()
  expect((await ticketsOf(dated.client)).map(({ state, movedFrom }) => [state, movedFrom])).toEqual([
    ['valid', '2026-11-23T13:00:00+04:00'],
    ['used', null]
  ])
  await setProduct(api, entry, { admissionAt: null })
})
