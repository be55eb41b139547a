import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { getTranslator } from '#i18n/translate.ts'
import { schema } from '#server/db/schema.ts'
import { startJobs } from '#server/jobs/start.ts'
import { advanceDue } from '#server/services/orders/advance.ts'
import { sweepKeys } from '#server/services/orders/sweep-keys.ts'
import { paymentMethods } from '#server/services/payments/list-methods.ts'
import { requireMethod } from '#server/services/payments/require-method.ts'
import { METHODS, type Method } from '#server/services/payments/methods.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { NOON } from '../support/clock.ts'
import { add, addAddress, atWork, buy, buyer, orderOf, place, refused } from '../support/shopping.ts'

let api: TestApi
let plain = 0
let margherita = 0
beforeAll(async () => {
  api = await startApi({ env: { AUTOPILOT_SECONDS: '20' } })
  plain = await api.product(1, 'PLAIN')
  margherita = await api.product(2, 'P1')
})
afterAll(() => api.close())

const step = async (seconds: number): Promise<number> => {
  api.clock.advance(seconds * 1_000)
  return advanceDue(atWork(api))
}

test('the autopilot takes an order to the door, one step after the other', async () => {
  const { client, placed } = await buy(api, plain)
  const now = async () => client.call(orders.details, { query: { orderNumber: placed.orderNumber } })
  await step(19)
  expect(await now()).toMatchObject({ status: 0, trackingStatus: 1, canCancel: true })
  const statuses: number[][] = []
  for (let turn = 0; turn < 4; turn += 1) {
    await Promise.all([step(21), advanceDue(atWork(api))])
    const { status, trackingStatus } = await now()
    statuses.push([status, trackingStatus])
  }
  expect(statuses).toEqual([
    [1, 2],
    [5, 3],
    [7, 4],
    [7, 4]
  ])
  const done = await now()
  expect(done.steps.map(({ trackingStatus, at }) => [trackingStatus, at !== null])).toEqual([1, 2, 3, 4].map((number) => [number, true]))
  expect(done.parts.map(({ status }) => status)).toEqual([7])
  const events = await api.engine.db.select().from(schema.events).where(eq(schema.events.orderId, placed.orderId))
  expect(events.map(({ kind }) => kind)).toEqual(['order.placed', 'order.status', 'order.status', 'order.status'])
  expect(await refused(client.call(orders.cancel, { params: { id: placed.orderId } }))).toMatchObject({ type: 'UNABLE_TO_CANCEL_ORDER' })
  api.clock.set(NOON)
})

test('an order for later waits until its preparation begins; an unpaid one waits for its money', async () => {
  const { client, addressId } = await buyer(api, margherita)
  const when = { deliveryNow: false, deliveryDate: '2026-11-20', deliveryTime: '18:00' }
  const placed = await place(client, await orderOf(client, addressId, when))
  const unpaid = await buy(api, plain, { paymentId: 8 })
  api.clock.set(NOON + (4 * 60 + 39) * 60_000)
  await advanceDue(atWork(api))
  const { orders: table } = schema
  const statusOf = async (id: number) => (await api.engine.db.select().from(table).where(eq(table.id, id)))[0]?.status
  expect([await statusOf(placed.orderId), await statusOf(unpaid.placed.orderId)]).toEqual([0, 17])
  await step(61)
  expect([await statusOf(placed.orderId), await statusOf(unpaid.placed.orderId)]).toEqual([1, 17])
  api.clock.set(NOON)
})

test('an order for now that waited for its money arrives later, and says why', async () => {
  const { client, placed } = await buy(api, plain, { paymentId: 8 })
  const read = () => client.call(orders.details, { query: { orderNumber: placed.orderNumber } })
  const before = await read()
  expect(before.movedFrom).toBeNull()
  expect(before.parts[0]?.branch).toEqual({ address: expect.any(String), phone: expect.stringMatching(/^\+374/), km: expect.any(Number) })
  api.clock.advance(8 * 60_000)
  const key = { idempotencyKey: 'waited-for-money' }
  await client.call(orders.payForOrder, { body: { orderNumber: placed.orderNumber, paymentId: 3 } }, key)
  const after = await read()
  expect(after.movedFrom).toEqual({ from: before.deliveryFrom, to: before.deliveryTo, reason: 'payment', words: null })
  expect(Date.parse(after.deliveryTo) - Date.parse(before.deliveryTo)).toBe(10 * 60_000)
  expect(Date.parse(after.deliveryFrom) - Date.parse(before.deliveryFrom)).toBe(10 * 60_000)
  // A payment within three minutes moves nothing.
  const quick = await buy(api, plain, { paymentId: 8 })
  await quick.client.call(
    orders.payForOrder,
    { body: { orderNumber: quick.placed.orderNumber, paymentId: 3 } },
    { idempotencyKey: 'quick-money-1' }
  )
  expect(await quick.client.call(orders.details, { query: { orderNumber: quick.placed.orderNumber } })).toMatchObject({ movedFrom: null })
  api.clock.set(NOON)
})

test('cancelling before anybody began', async () => {
  const { client, placed } = await buy(api, plain)
  const cancelled = await client.call(orders.cancel, { params: { id: placed.orderId } })
  expect(cancelled).toMatchObject({ status: -1, trackingStatus: 0, payment: 'none', orderNumber: placed.orderNumber })
  const details = await client.call(orders.details, { query: { orderNumber: placed.orderNumber } })
  expect(details.steps.map(({ trackingStatus }) => trackingStatus)).toEqual([1, 0])
  expect(await client.call(orders.pending, { query: {} })).toEqual([])
})

test('lists show the own orders, newest first, page by page', async () => {
  const { client, addressId, placed } = await buy(api, plain)
  const numbers = [placed.orderNumber]
  for (let count = 0; count < 4; count += 1) {
    await add(client, count % 2 ? plain : margherita, 2)
    numbers.unshift((await place(client, await orderOf(client, addressId))).orderNumber)
  }
  await buy(api, plain)
  const pending = await client.call(orders.pending, { query: {} })
  expect(pending.map(({ orderNumber }) => orderNumber)).toEqual(numbers)
  expect(pending[0]).toMatchObject({ itemsCount: 2, suppliers: [{ name: 'Always Open' }], payment: 'none', orderPrice: 2600 })
  const history = (query: object) => client.call(orders.history, { query })
  const first = await history({ take: 2 })
  const second = await history({ take: 2, skip: 2 })
  expect([first.totalCount, ...[...first.items, ...second.items].map(({ orderNumber }) => orderNumber)]).toEqual([
    5,
    ...numbers.slice(0, 4)
  ])
  await client.call(orders.cancel, { params: { id: placed.orderId } })
  expect((await history({ filter: 'active' })).totalCount).toBe(4)
  expect((await history({ filter: 'unreviewed' })).totalCount).toBe(0)
  expect((await history({ filter: 'reviewed' })).items).toEqual([])
  expect((await history({ from: '2026-11-20', to: '2026-11-20' })).totalCount).toBe(5)
  expect((await history({ from: '2026-11-21' })).totalCount).toBe(0)
  expect(await refused(history({ from: '2026-02-31' }))).toMatchObject({ type: 'BAD_REQUEST' })
})

test('names come in the language of the caller', async () => {
  const person = await api.person({ locale: 'hy' })
  const { placed } = await buyAs(person)
  const details = await person.call(orders.details, { query: { orderNumber: placed.orderNumber } })
  expect(details.parts[0]).toMatchObject({ supplier: { name: 'Միշտ բաց' }, items: [{ name: 'Տոլմա' }] })
})

const buyAs = async (client: Awaited<ReturnType<TestApi['person']>>) => {
  await add(client, plain)
  return { placed: await place(client, await orderOf(client, await addAddress(client))) }
}

test('ways to pay: cash first, by default', async () => {
  expect(await api.guest().call(orders.paymentMethods)).toEqual([
    { id: 3, key: 'cash', icon: 'cash', paysOnline: false, isDefault: true, available: true },
    { id: 5, key: 'pos', icon: 'card', paysOnline: false, isDefault: false, available: true },
    { id: 8, key: 'card', icon: 'card', paysOnline: true, savesCards: true, isDefault: false, available: true },
    ...[
      { id: 7, key: 'idram', icon: 'idram' },
      { id: 13, key: 'telcell', icon: 'telcell' },
      { id: 17, key: 'fastshift', icon: 'fastshift' },
      { id: 19, key: 'applePay', icon: 'apple' }
    ].map((wallet) => ({ ...wallet, paysOnline: true, isDefault: false, available: true })),
    {
      ...{ id: 4, key: 'transfer', icon: 'transfer', paysOnline: false, invoiced: true, isDefault: false, available: false, code: 480 },
      reason: getTranslator('en')('codes:BANK_TRANSFER_UNAVAILABLE')
    }
  ])
})

test('a wallet that is neither configured nor simulated is not offered, says why, and is refused', async () => {
  const { payments } = api.kernel.adapters
  const usual = payments.idram
  payments.idram = null
  try {
    const last = (await api.guest().call(orders.paymentMethods)).find(({ available }) => !available)
    expect(last).toMatchObject({
      key: 'idram',
      available: false,
      code: 484,
      reason: getTranslator('en')('codes:PAYMENT_METHOD_UNAVAILABLE')
    })
    await expect(requireMethod(atWork(api), 7, async () => null)).rejects.toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE' })
  } finally {
    payments.idram = usual
  }
})

test('a method that is not offered stands last and says why', async () => {
  const [cash, ...others] = METHODS
  if (!cash) throw new Error('there is no method')
  const closed: Method = { ...cash, refusal: () => 'PAYMENT_METHOD_UNAVAILABLE' }
  const [first, ...rest] = await paymentMethods(atWork(api), [closed, ...others])
  expect(first).toMatchObject({ id: others[0]?.id, isDefault: true, available: true })
  const reason = getTranslator('hy')('codes:PAYMENT_METHOD_UNAVAILABLE')
  expect(rest.find(({ code }) => code === 484)).toMatchObject({ id: cash.id, isDefault: false, available: false, code: 484, reason })
})

test('guests have no orders', async () => {
  const guest = api.guest()
  expect(await refused(guest.call(orders.pending, { query: {} }))).toMatchObject({ type: 'UNAUTHORIZED' })
  expect(await refused(guest.call(orders.history, { query: {} }))).toMatchObject({ type: 'UNAUTHORIZED' })
  expect(await refused(guest.call(orders.details, { query: { orderNumber: '100001' } }))).toMatchObject({ type: 'UNAUTHORIZED' })
})

test('the jobs run on their own, hand every event on once, and stop', async () => {
  const { placed } = await buy(api, plain)
  const jobs = startJobs(api.kernel)
  const handled = async () => {
    const rows = await api.engine.db.select().from(schema.events).where(eq(schema.events.orderId, placed.orderId))
    return rows.length > 0 && rows.every(({ handledAt }) => handledAt !== null)
  }
  await expect.poll(handled, { timeout: 10_000 }).toBe(true)
  await jobs.stop()
  expect(api.errors).toEqual([])
})

test('idempotency keys are forgotten after two days', async () => {
  await buy(api, plain)
  const count = async () => (await api.engine.db.select().from(schema.idempotencyKeys)).length
  const before = await count()
  await sweepKeys(atWork(api))
  expect(await count()).toBe(before)
  api.clock.advance(49 * 3_600_000)
  await sweepKeys(atWork(api))
  expect(await count()).toBe(0)
  api.clock.set(NOON)
})
