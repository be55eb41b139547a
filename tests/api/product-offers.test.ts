import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { ProductLabel } from '#domain/enums.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { add, addAddress, atWork, buyer, linesOf, orderOf, place, setProduct } from '#tests/support/shopping.ts'

// What offers change: every second piece free, delivery for nothing, gifts.

let api: TestApi
let plain = 0
let ten = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  ten = await api.product(1, 'TEN')
  await label(plain, ['plus_one'])
  await label(ten, ['free_delivery'])
})
afterAll(() => api.close())

const label = (id: number, labels: ProductLabel[]): Promise<unknown> =>
  api.engine.db.update(schema.products).set({ labels }).where(eq(schema.products.id, id))
const staff = (...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)
const details = (client: Client, orderNumber: string) => client.call(orders.details, { query: { orderNumber } })

test('every second piece is free, in the basket and in the order, and says so', async () => {
  const { client, addressId } = await buyer(api, plain, 3)
  const basket = await client.call(baskets.get, { query: { addressId } })
  expect(linesOf(basket)).toMatchObject([{ price: 1000, quantity: 3, totalPrice: 2000, baseTotalPrice: 3000, pairs: true }])
  expect(basket).toMatchObject({ basePrice: 3000, discount: 1000, totalPrice: 2000 })
  const body = await orderOf(client, addressId)
  const { orderNumber } = await place(client, body)
  const order = await details(client, orderNumber)
  expect(order).toMatchObject({ discount: 1000, totalPrice: 2000, orderPrice: basket.orderPrice })
  expect(order.parts[0]?.items).toMatchObject([{ quantity: 3, price: 1000, totalPrice: 2000, pairs: true }])
})

test('an ordinary product has neither', async () => {
  await label(plain, [])
  const { client, addressId } = await buyer(api, plain, 2)
  const basket = await client.call(baskets.get, { query: { addressId } })
  expect(linesOf(basket)[0]).not.toHaveProperty('pairs')
  expect(linesOf(basket)[0]).not.toHaveProperty('freeDelivery')
  expect(basket).toMatchObject({ discount: 0, totalPrice: 2000 })
  expect(basket.deliveryPrice.total).toBeGreaterThan(0)
  await label(plain, ['plus_one'])
})

test('who buys more pays less for each, in the basket and in the order; less of it costs its price again', async () => {
  const { products } = schema
  const tiers = [
    { from: 3, discount: 10 },
    { from: 6, discount: 25 }
  ]
  await label(plain, ['up_to_sale'])
  await api.engine.db.update(products).set({ tiers }).where(eq(products.id, plain))
  const { client, addressId } = await buyer(api, plain, 2)
  const lineNow = async () => linesOf(await client.call(baskets.get, { query: { addressId } }))[0]
  expect(await lineNow()).toMatchObject({ price: 1000, totalPrice: 2000 })
  expect((await lineNow())?.tiers).toEqual([
    { from: 0, discount: 0, price: 1000 },
    { from: 3, discount: 10, price: 900 },
    { from: 6, discount: 25, price: 750 }
  ])
  await add(client, plain)
  expect(await lineNow()).toMatchObject({ quantity: 3, price: 900, totalPrice: 2700, baseTotalPrice: 3000 })
  await add(client, plain, 3)
  const basket = await client.call(baskets.get, { query: { addressId } })
  expect(linesOf(basket)).toMatchObject([{ quantity: 6, price: 750, totalPrice: 4500, baseTotalPrice: 6000 }])
  expect(basket).toMatchObject({ discount: 1500, totalPrice: 4500 })
  const { orderNumber } = await place(client, await orderOf(client, addressId))
  expect(await details(client, orderNumber)).toMatchObject({ discount: 1500, totalPrice: 4500, orderPrice: basket.orderPrice })
  // What is taken off keeps the price that was agreed to.
  await staff('accept', orderNumber)
  await staff('refund', orderNumber, '1', '4')
  expect(await details(client, orderNumber)).toMatchObject({ orderPrice: expect.any(Number), takenOff: 3000 })
  await api.engine.db.update(products).set({ tiers: null }).where(eq(products.id, plain))
  await label(plain, ['plus_one'])
})

test('a gift comes along while the supplier has it: the basket, the order and staff name it', async () => {
  const { products } = schema
  const isPlain = eq(products.id, plain)
  await api.engine.db
    .update(products)
    .set({ gifts: ['TEN'] })
    .where(isPlain)
  const { client, addressId } = await buyer(api, plain, 2)
  await add(client, ten)
  const [line, other] = linesOf(await client.call(baskets.get, { query: { addressId } }))
  const name = other?.productName ?? ''
  expect([line?.gifts, other?.gifts]).toEqual([[name], []])
  const { orderNumber } = await place(client, await orderOf(client, addressId))
  const items = (await details(client, orderNumber)).parts[0]?.items ?? []
  expect(items[0]).toMatchObject({ quantity: 2, gifts: [name] })
  expect(items[1]).not.toHaveProperty('gifts')
  expect((await staff('show', orderNumber)).filter((text) => text.includes('with a gift each: '))).toHaveLength(1)

  await setProduct(api, ten, { stock: 0 })
  const later = await buyer(api, plain, 1)
  expect(linesOf(await later.client.call(baskets.get, { query: {} }))[0]?.gifts).toEqual([])
  await setProduct(api, ten, { stock: null })
  await api.engine.db.update(products).set({ gifts: [] }).where(isPlain)
})

test('two of three are taken off before they are paid, or given back after that: never more than was paid', async () => {
  const first = await buyer(api, plain, 3)
  const cash = await place(first.client, await orderOf(first.client, first.addressId))
  const before = await details(first.client, cash.orderNumber)
  await staff('accept', cash.orderNumber)
  await staff('refund', cash.orderNumber, '1', '1')
  const lowered = await details(first.client, cash.orderNumber)
  expect(lowered.parts[0]?.items).toMatchObject([{ quantity: 2, takenOff: 1, totalPrice: 1000 }])
  expect(lowered.orderPrice).toBe(before.orderPrice - 1000)

  const second = await buyer(api, plain, 3)
  const paid = await place(second.client, await orderOf(second.client, second.addressId))
  for (const verb of ['accept', 'on-the-way', 'delivered']) await staff(verb, paid.orderNumber)
  for (let piece = 0; piece < 3; piece += 1) await staff('refund', paid.orderNumber, '1', '1')
  const { refunds, orderPrice } = await details(second.client, paid.orderNumber)
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(orderPrice)
})

test('what is delivered for nothing brings the rest along; without it delivery has its price again', async () => {
  const client = await api.person()
  const addressId = await addAddress(client)
  await add(client, plain)
  const read = () => client.call(baskets.get, { query: { addressId } })
  const alone = await read()
  expect(alone.deliveryPrice.total).toBe(400)
  await add(client, ten)
  const both = await read()
  expect(both.deliveryPrice.total).toBe(0)
  expect(linesOf(both).map(({ freeDelivery }) => freeDelivery)).toEqual([undefined, true])
  expect(both.basketList.sessionBaskets[0]?.entries[0]).toMatchObject({ deliveryPrice: 0, missingToFree: null })
  const { orderNumber } = await place(client, await orderOf(client, addressId))
  expect(await details(client, orderNumber)).toMatchObject({ deliveryPrice: { total: 0 } })
})
