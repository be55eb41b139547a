import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import type { NewOrderMode } from '#contract/baskets/order-mode.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as notificationCalls from '#contract/notifications/calls.ts'
import type { NewOrder, OrderDetails } from '#contract/orders/calls.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { advanceOrder } from '#server/services/orders/advance.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { add, addAddress, atWork, GYUMRI, linesOf, NEAR, place, refused } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
let rose = 0
let daily = 0
let nightly = 0

beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  rose = await api.product(4, 'ROSE')
  daily = await api.product(2, 'P1')
  nightly = await api.product(3, 'N1')
})
afterAll(() => api.close())
afterEach(() => api.clock.set(NOON))

const mode = (client: Client, body: Partial<NewOrderMode> = {}) => client.call(baskets.setOrderMode, { body: { orderMode: 2, ...body } })
const seen = async (client: Client, rest: Partial<NewOrder> = {}): Promise<NewOrder> => {
  const basket = await client.call(baskets.get, { query: {} })
  return { paymentId: 3, deliveryNow: true, basketVersion: basket.version, orderPrice: basket.orderPrice, ...rest }
}
const entries = async (client: Client) =>
  (await client.call(baskets.get, { query: {} })).basketList.sessionBaskets.flatMap((session) => session.entries)
const fetcher = async (productId = plain, quantity = 1): Promise<Client> => {
  const client = await api.person()
  await add(client, productId, quantity)
  await mode(client)
  return client
}
const details = (client: Client, orderNumber: string): Promise<OrderDetails> => client.call(orders.details, { query: { orderNumber } })
const staff = (...words: string[]): Promise<unknown> => operateOrders(atWork(api), words)

describe('the order mode', () => {
  test('pickup needs an account; a single branch is taken by itself; delivery comes back', async () => {
    const guest = api.guest()
    await add(guest, plain)
    expect(await refused(mode(guest))).toMatchObject({ type: 'UNAUTHORIZED' })
    const client = await api.person()
    await addAddress(client)
    await add(client, plain)
    const before = await entries(client)
    expect(before).toMatchObject([{ pickup: null, deliveryPrice: 400, otherMode: { price: 0, minutesFrom: 20, minutesTo: 30 } }])
    expect(await mode(client)).toEqual({ orderMode: 2, branchId: 11, supplierId: 1 })
    expect(await client.call(baskets.orderMode)).toEqual({ orderMode: 2, branchId: 11, supplierId: 1 })
    const basket = await client.call(baskets.get, { query: {} })
    expect(basket).toMatchObject({ deliveryPrice: { total: 0, isEstimate: false }, orderMode: { orderMode: 2 } })
    expect(await entries(client)).toMatchObject([
      {
        pickup: { address: '12 Abovyan Street' },
        minimum: 0,
        missingToMinimum: 0,
        minutesFrom: 20,
        otherMode: { price: 400, minutesFrom: 35 }
      }
    ])
    expect(await mode(client, { orderMode: 1 })).toEqual({ orderMode: 1, branchId: null, supplierId: null })
    expect(await entries(client)).toMatchObject([{ pickup: null, deliveryPrice: 400 }])
  })

  test('is chosen before anything is in the basket, and stays while it fills', async () => {
    const client = await api.person()
    await mode(client, { supplierId: 1 })
    expect(await client.call(baskets.orderMode)).toEqual({ orderMode: 2, branchId: 11, supplierId: 1 })
    await add(client, plain)
    expect(await entries(client)).toMatchObject([{ pickup: { address: '12 Abovyan Street' }, deliveryPrice: 0 }])
  })

  test('of several branches one is named; what hands nothing over is refused', async () => {
    const client = await api.person()
    expect(await refused(mode(client))).toMatchObject({ type: 'BAD_REQUEST', field: 'supplierId' })
    await add(client, rose)
    expect(await refused(mode(client))).toMatchObject({ type: 'BAD_REQUEST', field: 'branchId' })
    expect(await refused(mode(client, { branchId: 43 }))).toMatchObject({ type: 'ORDER_MODE_UNAVAILABLE', field: 'branchId' })
    expect(await refused(mode(client, { branchId: 11 }))).toMatchObject({ type: 'ORDER_MODE_UNAVAILABLE', field: 'branchId' })
    expect(await refused(mode(client, { supplierId: 6 }))).toMatchObject({ type: 'ORDER_MODE_UNAVAILABLE', field: 'supplierId' })
    expect(await refused(mode(client, { supplierId: 999 }))).toMatchObject({ type: 'SUPPLIER_NOT_FOUND' })
    expect(await refused(mode(client, { orderMode: 3 }))).toMatchObject({ type: 'ORDER_MODE_UNAVAILABLE', field: 'orderMode' })
    expect(await client.call(baskets.orderMode)).toMatchObject({ orderMode: 1 })
    expect(await mode(client, { branchId: 42 })).toEqual({ orderMode: 2, branchId: 42, supplierId: 4 })
  })

  test('branches by distance say whether orders are handed over there, and when', async () => {
    const near = await api.guest().call(catalogue.branchesByCoordinates, { params: { supplierId: 4 }, query: NEAR })
    expect(near.map(({ branchId, pickup }) => [branchId, pickup?.minutesFrom ?? null])).toEqual([
      [41, 20],
      [42, 20],
      [43, null]
    ])
  })

  test('what the basket would lose is named first, and lost only when agreed to', async () => {
    const client = await api.person()
    await add(client, plain)
    await add(client, daily)
    const open = await refused(mode(client, { supplierId: 1 }))
    expect([open.code, open.data]).toEqual([453, { loses: ['Margherita'] }])
    await add(client, nightly)
    const closed = await refused(mode(client, { supplierId: 1 }))
    expect([closed.code, closed.data]).toEqual([452, { loses: ['Margherita', 'Shawarma'] }])
    expect(linesOf(await client.call(baskets.get, { query: {} }))).toHaveLength(3)
    await mode(client, { supplierId: 1, agreed: true })
    expect(linesOf(await client.call(baskets.get, { query: {} })).map(({ productId }) => productId)).toEqual([plain])
  })

  test('another place is asked for in pickup mode: delivery, or go on', async () => {
    const client = await fetcher()
    const other = await refused(add(client, daily))
    expect([other.code, other.type]).toEqual([405, 'CHANGE_MODE_TO_DELIVERY'])
    await add(client, plain)
    await mode(client, { orderMode: 1 })
    await add(client, daily)
  })
})

describe('an order that is fetched', () => {
  test('needs no address, costs no delivery, and shows the branch and a code', async () => {
    const client = await fetcher()
    const extras = { isGift: true, greeting: ' Շնորհավոր ', runOut: 'replace' as const }
    const placed = await place(client, await seen(client, extras))
    const order = await details(client, placed.orderNumber)
    expect(order).toMatchObject({
      orderMode: 2,
      ...extras,
      greeting: 'Շնորհավոր',
      deliveryPrice: { total: 0 },
      address: { title: 'Always Open', line: '12 Abovyan Street', lat: NEAR.lat },
      deliveryFrom: '2026-11-20T13:20:00+04:00'
    })
    expect(order.pickupCode).toMatch(/^\d{4}$/)
    expect(await client.call(baskets.orderMode)).toMatchObject({ orderMode: 1, branchId: null })
    const history = async (query: object): Promise<string[]> =>
      (await client.call(orders.history, { query })).items.map(({ orderNumber }) => orderNumber)
    expect([await history({ historyMode: 'pickup' }), await history({ historyMode: 'groupOrder' })]).toEqual([[placed.orderNumber], []])
    for (const term of ['tolm', 'ТОЛМА', ' always ']) expect(await history({ term }), term).toEqual([placed.orderNumber])
    for (const term of ['%', '_olma', 'hy', "'"]) expect(await history({ term }), term).toEqual([])
    const pending = (query: { orderMode: number }) => client.call(orders.pending, { query })
    expect([await pending({ orderMode: 2 }), await pending({ orderMode: 1 })]).toMatchObject([
      [{ orderNumber: placed.orderNumber, orderMode: 2 }],
      []
    ])
  })

  test('is ready by SMS, and picked with its code only', async () => {
    const client = await fetcher()
    const { orderNumber } = await place(client, await seen(client))
    const code = (await details(client, orderNumber)).pickupCode ?? ''
    await expect(staff('picked', orderNumber, code)).rejects.toMatchObject({ why: 'WRONG_STATUS' })
    await expect(staff('delay', orderNumber, '20')).rejects.toThrow('REASON is missing')
    await expect(staff('delay', orderNumber, '700', 'much to do')).rejects.toThrow('at most 600')
    await staff('delay', orderNumber, '20', 'much', 'to do')
    api.clock.advance(1_000)
    await staff('delay', orderNumber, '5', 'the oven')
    expect(await details(client, orderNumber)).toMatchObject({
      status: 0,
      deliveryFrom: '2026-11-20T13:45:00+04:00',
      movedFrom: { from: '2026-11-20T13:40:00+04:00', words: 'the oven' }
    })
    await relayEvents(atWork(api), () => undefined)
    const { items } = await client.call(notificationCalls.list, { query: {} })
    expect(items.filter(({ kind }) => kind === 'delayed')).toHaveLength(2)
    await staff('accept', orderNumber)
    await expect(staff('on-the-way', orderNumber)).rejects.toMatchObject({ why: 'WRONG_STATUS' })
    await staff('ready', orderNumber)
    await relayEvents(atWork(api), () => undefined)
    const { messages } = schema
    const sent = await rowsOf<{ body: string }>(
      api.engine.db,
      sql`select body from ${messages} where channel = 'sms' and body like ${`%${orderNumber}%you can pick it up%`}`
    )
    expect(sent).toHaveLength(1)
    const wrong = code === '0000' ? '0001' : '0000'
    await expect(staff('picked', orderNumber, 'abcd')).rejects.toThrow('four digits')
    for (let miss = 1; miss < 5; miss += 1) await expect(staff('picked', orderNumber, wrong)).rejects.toMatchObject({ why: 'WRONG_CODE' })
    await expect(staff('picked', orderNumber, wrong)).rejects.toMatchObject({ why: 'CODE_CHANGED' })
    const renewed = (await details(client, orderNumber)).pickupCode ?? ''
    expect(renewed).not.toBe(code)
    await staff('picked', orderNumber, renewed, 'cash')
    expect(await details(client, orderNumber)).toMatchObject({ status: 7, tenders: [{ methodKey: 'cash', state: 'captured' }] })
    await expect(staff('picked', orderNumber, renewed)).rejects.toMatchObject({ why: 'WRONG_STATUS' })
    await expect(staff('delay', orderNumber, '5', 'too late')).rejects.toMatchObject({ why: 'WRONG_STATUS' })
  })

  test('a delivered order has no code to show', async () => {
    const client = await api.person()
    const addressId = await addAddress(client)
    await add(client, plain)
    const { orderNumber } = await place(
      client,
      await seen(client, { addressId, orderPrice: (await client.call(baskets.get, { query: { addressId } })).orderPrice })
    )
    expect((await details(client, orderNumber)).pickupCode).toBeNull()
    await expect(staff('picked', orderNumber, '1234')).rejects.toMatchObject({ why: 'NOT_FETCHED' })
  })

  test('the autopilot fetches it in the end', async () => {
    const client = await fetcher()
    const { orderId, orderNumber } = await place(client, await seen(client))
    for (let step = 0; step < 3; step += 1) await advanceOrder(atWork(api), orderId)
    expect(await details(client, orderNumber)).toMatchObject({ status: 7, trackingStatus: 4 })
  })

  test('waits for its branch: closed now, it is ordered for when it opens and has prepared', async () => {
    const client = await fetcher(nightly)
    const times = await client.call(baskets.suggestedTime, { params: { sessionId: '-' }, query: {} })
    expect([times.deliveryNow, times.suggestedInitialDate]).toEqual([false, times.suggestedDeliverInitialDate])
    expect(await refused(place(client, await seen(client)))).toMatchObject({ type: 'SUPPLIER_CLOSED' })
    // It is open until 02:00, and hands over until then.
    const { slots } = await client.call(baskets.availableTimes, { query: { date: '2026-11-21' } })
    expect(slots.filter(({ time }) => time < '12:00').map(({ time }) => time)).toEqual(['00:00', '00:30', '01:00', '01:30'])
    const { suggested } = times
    expect(suggested).toMatchObject({ date: '2026-11-20', time: '18:30' })
    const order = await seen(client, { deliveryNow: false, deliveryDate: suggested?.date ?? '', deliveryTime: suggested?.time ?? '' })
    const { orderNumber } = await place(client, order)
    expect(await details(client, orderNumber)).toMatchObject({ deliveryFrom: '2026-11-20T18:30:00+04:00', orderMode: 2 })
    // Half past one is the last window before closing.
    await expect(staff('delay', orderNumber, '450', 'no fish')).rejects.toMatchObject({ why: 'AFTER_CLOSING' })
    await staff('delay', orderNumber, '420', 'no fish')
    expect(await details(client, orderNumber)).toMatchObject({ deliveryFrom: '2026-11-21T01:30:00+04:00' })
  })

  test('a basket of two places, a branch that hands nothing over any more, and a mode changed in another tab are refused', async () => {
    const client = await fetcher()
    const before = await seen(client)
    await mode(client, { orderMode: 1 })
    expect(await refused(place(client, { ...before, addressId: await addAddress(client, GYUMRI) }))).toMatchObject({
      type: 'CHECKOUT_OUTDATED'
    })
    expect(await refused(place(client, await seen(client)))).toMatchObject({ type: 'INVALID_ADDRESS' })
    await mode(client)
    const now = await seen(client)
    const { basketItems, baskets: rows } = schema
    const [basket] = await api.engine.db
      .select()
      .from(rows)
      .where(eq(rows.userId, client.userId ?? 0))
    await api.engine.db
      .insert(basketItems)
      .values({ basketId: basket?.id ?? 0, productId: daily, quantity: 1, optionIds: [], optionsKey: '', sessionId: '' })
    expect((await refused(place(client, now))).code).toBe(453)
    await api.engine.db.delete(basketItems).where(eq(basketItems.productId, daily))
    await api.engine.db
      .update(rows)
      .set({ branchId: 12 })
      .where(eq(rows.userId, client.userId ?? 0))
    expect(await refused(place(client, await seen(client)))).toMatchObject({ type: 'ORDER_MODE_UNAVAILABLE', field: 'branchId' })
  })
})
