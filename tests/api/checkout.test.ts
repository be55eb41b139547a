import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { NOON } from '../support/clock.ts'
import { add, addAddress, buy, buyer, GYUMRI, linesOf, orderOf, place, refused, setProduct, stockOf } from '../support/shopping.ts'

let api: TestApi
let plain = 0
let ten = 0
let margherita = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  ten = await api.product(1, 'TEN')
  margherita = await api.product(2, 'P1')
})
afterAll(() => api.close())

const ordersOf = (userId: number | null) =>
  api.engine.db
    .select()
    .from(schema.orders)
    .where(eq(schema.orders.userId, userId ?? 0))

describe('one order', () => {
  test('is made of what was shown: prices, stock, event and an empty basket', async () => {
    const { client, addressId } = await buyer(api, margherita, 2)
    await add(client, plain, 1)
    const body = await orderOf(client, addressId, { customerComment: 'Ring <b>twice</b>; drop table orders', cutlery: true })
    const before = await stockOf(api, margherita)
    const placed = await place(client, body)
    expect(placed).toMatchObject({ status: 0, redirectUrl: null, paymentCode: null })
    expect(placed.orderNumber).toMatch(/^1\d{5}$/)
    const details = await client.call(orders.details, { query: { orderNumber: placed.orderNumber } })
    expect(details).toMatchObject({
      orderPrice: body.orderPrice,
      customerComment: 'Ring <b>twice</b>; drop table orders',
      cutlery: true,
      itemsCount: 3,
      payment: 'none',
      canCancel: true,
      deliveryNow: true,
      deliveryFrom: '2026-11-20T13:35:00+04:00',
      deliveryTo: '2026-11-20T13:45:00+04:00'
    })
    const { totalPrice, totalPacking, deliveryPrice, totalServiceFee, parts } = details
    expect(totalPrice + totalPacking + deliveryPrice.total + totalServiceFee).toBe(details.orderPrice)
    expect(parts.map(({ supplier, itemsPrice, status }) => [supplier.name, itemsPrice, status])).toEqual([
      ['Day Time', 6000, 0],
      ['Always Open', 1000, 0]
    ])
    expect(await stockOf(api, margherita)).toBe((before ?? 0) - 2)
    expect((await client.call(baskets.get, { query: {} })).status).toBe('empty')
    const events = await api.engine.db.select().from(schema.events).where(eq(schema.events.orderId, placed.orderId))
    expect(events).toMatchObject([{ kind: 'order.placed', payload: { orderNumber: placed.orderNumber, status: 0, payment: 'none' } }])
    // What the shop charges later changes nothing about an order.
    await setProduct(api, margherita, { price: 999_900, basePrice: 999_900 })
    expect(await client.call(orders.details, { query: { orderNumber: placed.orderNumber } })).toEqual(details)
    await setProduct(api, margherita, { price: 300_000, basePrice: 300_000 })
  })

  test('waits for a slot', async () => {
    const { client, addressId } = await buyer(api, margherita, 1)
    const at = (deliveryTime: string, deliveryDate = '2026-11-21') => ({ deliveryNow: false, deliveryDate, deliveryTime })
    for (const when of [at('03:00'), at('10:10'), at('14:00', '2026-11-19'), at('14:00', '2027-01-20')])
      expect(await refused(place(client, await orderOf(client, addressId, when)))).toMatchObject({
        type: 'DELIVERY_TIME_UNAVAILABLE',
        code: 466
      })
    expect(await refused(place(client, await orderOf(client, addressId, { deliveryNow: false })))).toMatchObject({
      type: 'BAD_REQUEST',
      field: 'deliveryTime'
    })
    const placed = await place(client, await orderOf(client, addressId, at('14:00')))
    const [card] = await client.call(orders.pending, { query: {} })
    expect(card).toMatchObject({
      orderNumber: placed.orderNumber,
      deliveryNow: false,
      deliveryFrom: '2026-11-21T14:00:00+04:00',
      deliveryTo: '2026-11-21T14:30:00+04:00'
    })
  })

  test('is refused by a closed supplier, with the slots after it reopens still free', async () => {
    const { client, addressId } = await buyer(api, margherita, 1)
    // Close to midnight, and the time at which the preparation would outlast the opening hours.
    for (const hours of [10.9, 9.8]) {
      api.clock.set(NOON + hours * 3_600_000)
      await signInAgain(client)
      const closed = await refused(place(client, await orderOf(client, addressId)))
      expect(closed).toMatchObject({ type: 'SUPPLIER_CLOSED', field: 'deliveryNow' })
    }
    const placed = await place(
      client,
      await orderOf(client, addressId, { deliveryNow: false, deliveryDate: '2026-11-21', deliveryTime: '11:00' })
    )
    api.clock.set(NOON)
    expect(placed.status).toBe(0)
  })

  test('comes only where it is delivered, from the minimum on', async () => {
    const { client } = await buyer(api, plain)
    const far = await addAddress(client, GYUMRI)
    expect(await refused(place(client, await orderOf(client, far)))).toMatchObject({
      type: 'SUPPLIER_TOO_FAR',
      code: 461,
      field: 'addressId'
    })
    const small = await buyer(api, await api.product(2, 'P2'))
    const below = await refused(place(small.client, await orderOf(small.client, small.addressId)))
    expect(below).toMatchObject({ type: 'BELOW_MINIMUM_PURCHASE', field: 'minimum', data: { basket: { status: 'fill' } } })
    expect(below.message).toContain('2,000'.replace(',', '\u00a0'))
    expect(below.message.split('֏')).toHaveLength(2)
  })

  test('needs an own address, a known way to pay and a filled basket', async () => {
    const { client, addressId } = await buyer(api, plain)
    const other = await buyer(api, plain)
    const body = await orderOf(client, addressId)
    expect(await refused(place(client, { ...body, addressId: other.addressId }))).toMatchObject({
      type: 'INVALID_ADDRESS',
      field: 'addressId'
    })
    for (const paymentId of [10, 18, 999])
      expect(await refused(place(client, { ...body, paymentId }))).toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE', field: 'paymentId' })
    await place(client, body)
    expect(await refused(place(client, body))).toMatchObject({ type: 'BASKET_EMPTY', code: 433 })
    const fresh = await api.person()
    expect(await refused(place(fresh, { ...body, addressId: await addAddress(fresh) }))).toMatchObject({ type: 'BASKET_EMPTY' })
  })

  test('is refused to guests, without a key, and with fields nobody knows', async () => {
    const { client, addressId } = await buyer(api, plain)
    const body = await orderOf(client, addressId)
    const post = (headers: Record<string, string>, extra: object = {}) =>
      client.raw('POST', '/orders/checkout', { body: { ...body, ...extra }, headers })
    expect((await post({})).envelope.messages[0]).toMatchObject({ type: 'BAD_REQUEST', field: 'Idempotency-Key' })
    expect((await post({ 'Idempotency-Key': randomUUID() }, { price: 1 })).envelope.messages[0]).toMatchObject({
      type: 'BAD_REQUEST',
      field: 'price'
    })
    expect((await post({ 'Idempotency-Key': randomUUID(), Authorization: '' })).envelope.code).toBe(401)
    expect(await ordersOf(client.userId)).toHaveLength(0)
  })

  test('is refused when anything differs from what was shown, and says what is true now', async () => {
    const { client, addressId } = await buyer(api, plain, 2)
    const body = await orderOf(client, addressId)
    await add(client, ten, 1)
    const outdated = await refused(place(client, body))
    expect(outdated).toMatchObject({ type: 'CHECKOUT_OUTDATED', code: 409, field: 'basketVersion' })
    const current = await client.call(baskets.get, { query: { addressId } })
    expect(outdated.data).toEqual({ basket: current })
    await setProduct(api, plain, { price: 110_000, basePrice: 110_000 })
    const dearer = await refused(place(client, { ...body, basketVersion: current.version, orderPrice: current.orderPrice }))
    await setProduct(api, plain, { price: 100_000, basePrice: 100_000 })
    expect(dearer).toMatchObject({
      type: 'CHECKOUT_OUTDATED',
      field: 'orderPrice',
      data: { basket: { orderPrice: current.orderPrice + 200 } }
    })
    expect(linesOf(await client.call(baskets.get, { query: {} }))).toHaveLength(2)
    expect(await ordersOf(client.userId)).toHaveLength(0)
  })

  test('is refused when stock has gone meanwhile, and the line says so', async () => {
    const { client, addressId } = await buyer(api, ten, 4)
    const body = await orderOf(client, addressId)
    await setProduct(api, ten, { stock: 3 })
    expect(await refused(place(client, body))).toMatchObject({ type: 'MORE_THAN_IN_STOCK', field: 'items' })
    await setProduct(api, ten, { stock: 0 })
    const gone = await refused(place(client, body))
    expect(gone).toMatchObject({ type: 'OUT_OF_STOCK', field: 'items' })
    const basket = await client.call(baskets.get, { query: {} })
    expect(linesOf(basket)[0]).toMatchObject({ availability: 'gone', quantity: 4 })
    expect(basket.orderPrice).toBe(0)
    await setProduct(api, ten, { stock: 10 })
    expect(await place(client, body)).toMatchObject({ status: 0 })
    await setProduct(api, ten, { stock: 10 })
  })
})

/** Access tokens live ten minutes; the refresh cookie brings another at a later hour. */
const signInAgain = async (client: Awaited<ReturnType<typeof buyer>>['client']): Promise<void> => {
  const reply = await client.raw<{ accessToken: string }>('POST', '/auth/refresh', { body: {}, headers: { Authorization: '' } })
  client.token = reply.envelope.data?.accessToken ?? null
}

describe('exactly once', () => {
  test('64 requests with one key make one order', async () => {
    const { client, addressId } = await buyer(api, ten, 1)
    const body = await orderOf(client, addressId)
    const before = await stockOf(api, ten)
    const key = randomUUID()
    const placed = await Promise.all(Array.from({ length: 64 }, () => place(client, body, key)))
    expect(new Set(placed.map(({ orderNumber }) => orderNumber)).size).toBe(1)
    expect(await ordersOf(client.userId)).toHaveLength(1)
    expect(await stockOf(api, ten)).toBe((before ?? 0) - 1)
    expect(await place(client, body, key)).toEqual(placed[0])
  })

  test('64 card requests with one key make one order and one payment', async () => {
    const { client, addressId } = await buyer(api, plain, 1)
    const body = await orderOf(client, addressId, { paymentId: 8 })
    const key = randomUUID()
    const placed = await Promise.all(Array.from({ length: 64 }, () => place(client, body, key)))
    expect(new Set(placed.map(({ redirectUrl }) => redirectUrl)).size).toBe(1)
    expect(placed[0]?.redirectUrl).toMatch(/^\/simulator\/arca\/pay\//)
    const paid = await api.engine.db
      .select()
      .from(schema.payments)
      .where(eq(schema.payments.orderId, placed[0]?.orderId ?? 0))
    expect(paid).toMatchObject([{ state: 'registered' }])
    const [arca] = api.kernel.adapters.simulators
    const [order] = paid[0]?.bankNumber.split('-') ?? []
    expect(arca?.bank.orders().filter(({ number }) => number.startsWith(`${order}-`))).toHaveLength(1)
  })

  test('a key is not taken for another order, and is each person for oneself', async () => {
    const { client, addressId, placed } = await buy(api, plain)
    await add(client, plain, 1)
    const body = await orderOf(client, addressId)
    const key = randomUUID()
    const first = await place(client, body, key)
    await add(client, plain, 1)
    expect(await refused(place(client, { ...body, cutlery: true }, key))).toMatchObject({
      type: 'IDEMPOTENCY_KEY_REUSED',
      field: 'Idempotency-Key'
    })
    expect(await place(client, body, key)).toEqual(first)
    const other = await buyer(api, plain)
    const second = await place(other.client, await orderOf(other.client, other.addressId), key)
    expect(new Set([placed.orderNumber, first.orderNumber, second.orderNumber]).size).toBe(3)
  })

  test('two tabs with two keys and one basket make one order', async () => {
    const { client, addressId } = await buyer(api, plain, 3)
    const body = await orderOf(client, addressId)
    const tabs = await Promise.allSettled([place(client, body), place(client, body)])
    expect(tabs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = tabs.find((tab) => tab.status === 'rejected')
    expect(lost?.reason).toMatchObject({ type: 'BASKET_EMPTY' })
    expect(await ordersOf(client.userId)).toHaveLength(1)
  })

  test('a refused call does not use up its key', async () => {
    const { client, addressId } = await buyer(api, plain, 1)
    const body = await orderOf(client, addressId)
    const key = randomUUID()
    expect(await refused(place(client, { ...body, orderPrice: 1 }, key))).toMatchObject({ type: 'CHECKOUT_OUTDATED' })
    expect(await place(client, body, key)).toMatchObject({ status: 0 })
  })

  test('80 people order the last 10 at once: ten get one, stock ends at zero', { timeout: 120_000 }, async () => {
    const last = await api.product(1, 'WEIGHED')
    await setProduct(api, last, { stock: 300 })
    const people: { userId: number | null; order: () => Promise<unknown> }[] = []
    for (let count = 0; count < 80; count += 1) {
      const { client, addressId } = await buyer(api, last, 30)
      const body = await orderOf(client, addressId)
      people.push({ userId: client.userId, order: () => place(client, body) })
    }
    const outcomes = await Promise.allSettled(people.map(({ order }) => order()))
    const won = outcomes.filter(({ status }) => status === 'fulfilled')
    const reasons = new Set(
      outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { type: string }).type] : []))
    )
    expect([...reasons]).toEqual(['OUT_OF_STOCK'])
    expect(won).toHaveLength(10)
    expect(await stockOf(api, last)).toBe(0)
    const users = people.map(({ userId }) => userId ?? 0)
    const made = await api.engine.db.select().from(schema.orders).where(inArray(schema.orders.userId, users))
    const events = await api.engine.db.select().from(schema.events).where(inArray(schema.events.userId, users))
    expect([made.length, events.length]).toEqual([10, 10])
    expect(api.errors).toEqual([])
  })
})
