import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { add, addAddress, atWork, orderOf, place, refused, setProduct, signIn, stockOf } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

interface Shopper {
  client: Client
  addressId: number
}

let api: TestApi
let till: Till
let counted: number
const STOCK = 20
const DAY = 86_400_000
const METHODS = [PAYMENT_METHOD.CASH, PAYMENT_METHOD.ARCA]

beforeAll(async () => {
  api = await startApi({ env: { NEW_ACCOUNT_HOLD_PERCENT: '50', PIN_PER_CALLER_HOUR: '1000' } })
  till = openTill(api)
  counted = await api.product(1, 'TEN')
})
beforeEach(async () => {
  // Accounts of the tests before are older than a day.
  api.clock.set(api.clock.now() + 2 * DAY)
  await setProduct(api, counted, { stock: STOCK })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  api.clock.set(NOON)
  await api.close()
})

const newcomer = async (): Promise<Shopper> => {
  const client = await api.person()
  return { client, addressId: await addAddress(client) }
}
const newcomers = async (count: number): Promise<Shopper[]> => {
  const all: Shopper[] = []
  while (all.length < count) all.push(await newcomer())
  return all
}
const order = async ({ client, addressId }: Shopper, quantity: number, paymentId: number) => {
  await add(client, counted, quantity)
  return place(client, await orderOf(client, addressId, { paymentId }))
}
const held = async (): Promise<number> => STOCK - ((await stockOf(api, counted)) ?? 0)

test('ten new accounts, one after the other, by cash and by card, hold half of a product', async () => {
  let refusals = 0
  for (const [index, shopper] of (await newcomers(10)).entries()) {
    const refusal = await order(shopper, 3, METHODS[index % 2] ?? 0).catch((cause: unknown) => cause)
    if (refusal instanceof Error) refusals += 1
  }
  expect([await held(), refusals]).toEqual([9, 7])
})

test('ten at once hold no more, and the refusal says how many are left for a new account', async () => {
  const ten = await newcomers(10)
  const outcomes = await Promise.allSettled(ten.map((shopper, index) => order(shopper, 4, METHODS[index % 2] ?? 0)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await held()).toBe(8)
  const refusal = await refused(order(await newcomer(), 3, PAYMENT_METHOD.CASH))
  expect(refusal).toMatchObject({ type: 'TOO_MANY_UNPAID_ORDERS', field: 'items' })
  expect(refusal.message).toContain('“Gata”: a new account can order 2 right now')
})

test('what is paid, accepted or cancelled is held no longer', async () => {
  const [payer, payee, leaver, next] = await newcomers(4)
  if (!payer || !payee || !leaver || !next) throw new Error('four were asked for')
  const byCard = await order(payer, 4, PAYMENT_METHOD.ARCA)
  const byCash = await order(payee, 4, PAYMENT_METHOD.CASH)
  const left = await order(leaver, 2, PAYMENT_METHOD.CASH)
  expect(await refused(order(next, 1, PAYMENT_METHOD.CASH))).toMatchObject({ type: 'TOO_MANY_UNPAID_ORDERS' })
  await leaver.client.call(orders.cancel, { params: { id: left.orderId } })
  await till.decide(byCard.orderId, 'approve')
  await till.comeBack(payer.client, byCard.orderId)
  await operateOrders(atWork(api), ['accept', byCash.orderNumber])
  // 12 are left: half of them.
  expect((await place(next.client, await orderOf(next.client, next.addressId))).status).toBe(ORDER_STATUS.OPEN)
  expect((await order(next, 5, PAYMENT_METHOD.CASH)).status).toBe(ORDER_STATUS.OPEN)
  expect(await refused(order(next, 1, PAYMENT_METHOD.CASH))).toMatchObject({ type: 'TOO_MANY_UNPAID_ORDERS' })
})

test('an account of a day is not bounded, and a last piece is sold to a new one', async () => {
  const phone = '+37499111222'
  const client = await api.person({ phone })
  const addressId = await addAddress(client)
  api.clock.advance(DAY)
  client.token = null
  await signIn(api, phone, client)
  expect((await order({ client, addressId }, 15, PAYMENT_METHOD.CASH)).status).toBe(ORDER_STATUS.OPEN)
  await setProduct(api, counted, { stock: 1 })
  expect((await order(await newcomer(), 1, PAYMENT_METHOD.CASH)).status).toBe(ORDER_STATUS.OPEN)
})
