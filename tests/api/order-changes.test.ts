import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { add, atWork, buyer, orderOf, place } from '#tests/support/shopping.ts'

// What changes of an order while its status stays: pages that show it are told, and nobody gets a message.

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())

const staff = (...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)
const changes = async (orderId: number): Promise<number> => {
  const { events } = schema
  const rows = await api.engine.db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.orderId, orderId), eq(events.kind, 'order.changed')))
  return rows.length
}

test('one part that moves alone', async () => {
  const { client, addressId } = await buyer(api, plain)
  await add(client, await api.product(2, 'P1'))
  const { orderId, orderNumber } = await place(client, await orderOf(client, addressId))
  await staff('accept', orderNumber)
  await relayEvents(atWork(api), () => undefined)
  const before = (await client.call(notifications.list, { query: {} })).totalCount
  await staff('on-the-way', `${orderNumber}/always-open`)
  expect(await changes(orderId)).toBe(1)
  const { parts, status } = await client.call(orders.details, { query: { orderNumber } })
  expect([status, ...parts.map((part) => part.status)]).toEqual([1, 5, 1])
  await relayEvents(atWork(api), () => undefined)
  expect((await client.call(notifications.list, { query: {} })).totalCount).toBe(before)
  await staff('on-the-way', orderNumber)
  expect(await changes(orderId), 'the status says it').toBe(1)
})

test('one part that comes later than the other, and why', async () => {
  const { client, addressId } = await buyer(api, plain)
  await add(client, await api.product(2, 'P1'))
  const { orderNumber } = await place(client, await orderOf(client, addressId))
  await staff('accept', orderNumber)
  const read = () => client.call(orders.details, { query: { orderNumber } })
  const delays = async (): Promise<number> => {
    await relayEvents(atWork(api), () => undefined)
    return (await client.call(notifications.list, { query: {} })).items.filter(({ kind }) => kind === 'delayed').length
  }
  const planned = Date.parse((await read()).deliveryFrom)
  const late = async (...words: string[]): Promise<void> => {
    api.clock.advance(60_000)
    await staff('delay', ...words)
  }
  const minutes = async () => {
    const { deliveryFrom, parts } = await read()
    return [deliveryFrom, ...parts.map((part) => part.deliveryFrom)].map((at) => (Date.parse(at) - planned) / 60_000)
  }
  expect(await minutes()).toEqual([0, 0, 0])
  await late(`${orderNumber}/always-open`, '30', 'the oven')
  expect(await minutes(), 'the order is there when its last part is').toEqual([30, 30, 0])
  expect((await read()).parts.map(({ lateReason }) => lateReason)).toEqual(['the oven', null])
  expect((await read()).movedFrom).toMatchObject({ words: 'the oven' })
  expect(await delays()).toBe(1)
  await late(`${orderNumber}/day-time`, '10', 'the lift')
  expect(await minutes()).toEqual([30, 30, 10])
  expect(await delays(), 'the order comes as said').toBe(1)
  await late(`${orderNumber}/day-time`, '25', 'the lift')
  expect(await minutes()).toEqual([35, 30, 35])
  await late(orderNumber, '5', 'snow')
  expect(await minutes(), 'all of it').toEqual([40, 35, 40])
  expect(await delays()).toBe(3)
  await staff('refuse', `${orderNumber}/day-time`, 'no bread')
  await expect(staff('delay', `${orderNumber}/day-time`, '5', 'the lift')).rejects.toMatchObject({ why: 'WRONG_STATUS' })
  expect(await minutes(), 'the other comes as before, and the order with it').toEqual([35, 35, 40])
  const { movedFrom } = await read()
  expect(movedFrom).toMatchObject({ words: '' })
  expect((Date.parse(movedFrom?.from ?? '') - planned) / 60_000).toBe(40)
})

test('the code of an order that is fetched, once it was wrong too often', async () => {
  const client = await api.person()
  await add(client, plain)
  await client.call(baskets.setOrderMode, { body: { orderMode: 2 } })
  const { version, orderPrice } = await client.call(baskets.get, { query: {} })
  const { orderId, orderNumber } = await place(client, { paymentId: 3, deliveryNow: true, basketVersion: version, orderPrice })
  await staff('accept', orderNumber)
  await staff('ready', orderNumber)
  const details = () => client.call(orders.details, { query: { orderNumber } })
  const { pickupCode } = await details()
  const wrong = pickupCode === '0000' ? '1111' : '0000'
  for (let miss = 1; miss < 5; miss += 1) await expect(staff('picked', orderNumber, wrong)).rejects.toMatchObject({ why: 'WRONG_CODE' })
  expect(await changes(orderId)).toBe(0)
  await expect(staff('picked', orderNumber, wrong)).rejects.toMatchObject({ why: 'CODE_CHANGED' })
  expect(await changes(orderId)).toBe(1)
  expect((await details()).pickupCode).not.toBe(pickupCode)
})
