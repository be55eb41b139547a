import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { add, addAddress, atWork, buyer, orderOf, pay, place, refused, setProduct } from '#tests/support/shopping.ts'

let api: TestApi
let counted: number
const CARD = { paymentId: PAYMENT_METHOD.ARCA }
const MAX_OPEN = 4
beforeAll(async () => {
  api = await startApi({ env: { OPEN_ORDERS_PER_PERSON: String(MAX_OPEN) } })
  counted = await api.product(1, 'TEN')
  await setProduct(api, counted, { stock: 100_000 })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

test('a person has three orders waiting for their money; a cancelled one makes room, cash goes on', async () => {
  const { client, addressId } = await buyer(api, counted)
  const order = async (rest: object) => place(client, await orderOf(client, addressId, rest))
  const [first] = [await order(CARD)]
  for (let more = 0; more < 2; more += 1) {
    await add(client, counted)
    await order(CARD)
  }
  await add(client, counted)
  const refusal = await refused(order(CARD))
  expect(refusal).toMatchObject({ type: 'TOO_MANY_UNPAID_ORDERS', field: 'paymentId' })
  expect(refusal.message).toContain('Pay for one, wait for one to start, or cancel one')
  expect((await order({})).redirectUrl).toBeNull()
  await add(client, counted)
  await client.call(orders.cancel, { params: { id: first.orderId } })
  expect((await order(CARD)).status).toBe(17)
})

test('many at once leave three as well', async () => {
  const { client, addressId } = await buyer(api, counted)
  const outcomes: string[] = []
  for (let round = 0; round < 4; round += 1) {
    await add(client, counted)
    const body = await orderOf(client, addressId, CARD)
    const settled = await Promise.allSettled([place(client, body), place(client, body), place(client, body)])
    outcomes.push(...settled.map(({ status }) => status))
  }
  expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(3)
})

test('unfinished orders of one person reserve 500 pieces together, whatever their method, until one is accepted', async () => {
  const client = await api.person()
  const addressId = await addAddress(client)
  await add(client, counted, 300)
  const { orderNumber } = await place(client, await orderOf(client, addressId))
  await add(client, counted, 201)
  expect(await refused(place(client, await orderOf(client, addressId, CARD)))).toMatchObject({ type: 'TOO_MANY_UNPAID_ORDERS' })
  expect(await refused(place(client, await orderOf(client, addressId)))).toMatchObject({ type: 'TOO_MANY_UNPAID_ORDERS' })
  await operateOrders(atWork(api), ['accept', orderNumber])
  expect((await place(client, await orderOf(client, addressId))).status).toBe(ORDER_STATUS.OPEN)
})

test('orders turned to cash make no room for more orders that wait for their money', async () => {
  const client = await api.person()
  const addressId = await addAddress(client)
  const numbers: string[] = []
  for (let count = 0; count < 3; count += 1) {
    await add(client, counted)
    numbers.push((await place(client, await orderOf(client, addressId, CARD))).orderNumber)
  }
  for (const number of numbers) expect((await pay(client, number, PAYMENT_METHOD.CASH)).status).toBe(ORDER_STATUS.OPEN)
  await add(client, counted)
  expect(await refused(place(client, await orderOf(client, addressId, CARD)))).toMatchObject({ type: 'TOO_MANY_UNPAID_ORDERS' })
  await operateOrders(atWork(api), ['accept', numbers[0] ?? ''])
  expect((await place(client, await orderOf(client, addressId, CARD))).status).toBe(ORDER_STATUS.NEW_NOT_PAID)
})

test('a person has so many orders by cash that nobody has begun; one begun or cancelled makes room, card goes on', async () => {
  const { client, addressId } = await buyer(api, counted)
  const order = async (rest: object = {}) => place(client, await orderOf(client, addressId, rest))
  const placed = []
  for (let count = 0; count < MAX_OPEN; count += 1) {
    placed.push(await order())
    await add(client, counted)
  }
  const refusal = await refused(order())
  expect(refusal).toMatchObject({ type: 'TOO_MANY_OPEN_ORDERS', field: 'paymentId' })
  expect(refusal.message).toContain(`already have ${MAX_OPEN} orders`)
  const { orderNumber } = await order(CARD)
  const toCash = () =>
    client.call(orders.payForOrder, { body: { orderNumber, paymentId: PAYMENT_METHOD.CASH } }, { idempotencyKey: 'to-cash-1' })
  expect(await refused(toCash())).toMatchObject({ type: 'TOO_MANY_OPEN_ORDERS' })
  const [begun, cancelled] = placed
  await client.call(orders.cancel, { params: { id: cancelled?.orderId ?? 0 } })
  expect((await toCash()).status).toBe(ORDER_STATUS.OPEN)
  await api.engine.db
    .update(schema.orders)
    .set({ status: ORDER_STATUS.IN_PROCESS })
    .where(eq(schema.orders.id, begun?.orderId ?? 0))
  await add(client, counted)
  expect((await order()).status).toBe(ORDER_STATUS.OPEN)
})

test('a discounted product by the thousands is ordered, not an overflow of its amounts', async () => {
  await setProduct(api, counted, { basePrice: 990_000, price: 500_000, discount: 49, stock: null })
  const { client, addressId } = await buyer(api, counted, 9_999)
  expect((await place(client, await orderOf(client, addressId))).status).toBe(0)
})
