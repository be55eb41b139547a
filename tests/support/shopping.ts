import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { ApiError } from '#client/call.ts'
import * as auth from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { Basket, BasketItem, NewBasketItem } from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { NewOrder, PlacedOrder } from '#contract/orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import { schema } from '#server/db/schema.ts'
import { jobContext } from '#server/jobs/context.ts'
import type { Context } from '#server/context.ts'
import type { Client, TestApi } from './api.ts'

/** Signs a known person in again, as this client, with a fresh code. */
export const signIn = async (api: TestApi, contact: string, client: Client): Promise<Client> => {
  api.clock.advance(2 * 60_000)
  await client.call(auth.sendCode, { body: { type: 'phone', contact } })
  const signedIn = await client.call(auth.login, { body: { type: 'phone', contact, pin: await api.code(contact) } })
  client.token = signedIn.accessToken
  client.userId = signedIn.user.id
  return client
}

/** A few steps from the branches of the test market in Yerevan. */
export const NEAR = { lat: 40.1811, lng: 44.5136 }
/** Beside the branch in Gyumri. */
export const GYUMRI = { lat: 40.7894, lng: 43.8475 }

export const add = (client: Client, productId: number, quantity = 1, rest: Partial<NewBasketItem> = {}): Promise<Basket> =>
  client.call(baskets.add, { body: { productId, quantity, ...rest } })

export const linesOf = (basket: Basket): BasketItem[] =>
  basket.basketList.sessionBaskets.flatMap(({ entries }) => entries.flatMap(({ items }) => items))

/** Saves an address and answers its id. */
export const addAddress = async (client: Client, point = NEAR): Promise<number> => {
  const saved = await client.call(profile.addAddress, {
    body: { street: 'Abovyan Street 12', city: 'Yerevan', latitude: point.lat, longitude: point.lng }
  })
  return saved.id
}

/** What a person who looks at the basket now would send. */
export const orderOf = async (client: Client, addressId: number, rest: Partial<NewOrder> = {}): Promise<NewOrder> => {
  const basket = await client.call(baskets.get, { query: { addressId } })
  return { addressId, paymentId: 3, deliveryNow: true, basketVersion: basket.version, orderPrice: basket.orderPrice, ...rest }
}

export const place = (client: Client, body: NewOrder, key: string = randomUUID()): Promise<PlacedOrder> =>
  client.call(orders.checkout, { body }, { idempotencyKey: key })

/** A person with an address and a filled basket, about to press the button. */
export const buyer = async (api: TestApi, productId: number, quantity = 1): Promise<{ client: Client; addressId: number }> => {
  const client = await api.person()
  const addressId = await addAddress(client)
  await add(client, productId, quantity)
  return { client, addressId }
}

/** Orders and says how it went. */
export const buy = async (api: TestApi, productId: number, rest: Partial<NewOrder> = {}, quantity = 1) => {
  const { client, addressId } = await buyer(api, productId, quantity)
  const placed = await place(client, await orderOf(client, addressId, rest))
  return { client, addressId, placed }
}

export const pay = (client: Client, orderNumber: string, paymentId?: number): Promise<PlacedOrder> =>
  client.call(
    orders.payForOrder,
    { body: { orderNumber, ...(paymentId === undefined ? {} : { paymentId }) } },
    { idempotencyKey: randomUUID() }
  )

/** The refusal a call must end in. */
export const refused = async (call: Promise<unknown>): Promise<ApiError> => {
  const outcome = await call.then(
    () => null,
    (cause: unknown) => cause
  )
  expect(outcome).toBeInstanceOf(ApiError)
  if (!(outcome instanceof ApiError)) throw new Error('the call was not refused')
  return outcome
}

export const stockOf = async (api: TestApi, productId: number): Promise<number | null> => {
  const { products } = schema
  const [row] = await api.engine.db.select({ stock: products.stock }).from(products).where(eq(products.id, productId))
  return row?.stock ?? null
}

export const setProduct = async (api: TestApi, productId: number, change: Partial<typeof schema.products.$inferInsert>): Promise<void> => {
  const { products } = schema
  await api.engine.db.update(products).set(change).where(eq(products.id, productId))
}

/** The context the market's own work runs in, at the test's clock. */
export const atWork = (api: TestApi): Context => jobContext(api.kernel)

/** Reference of the newest payment of an order at the bank. */
export const bankRefOf = async (api: TestApi, orderId: number): Promise<string> => {
  const { payments } = schema
  const rows = await api.engine.db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.id)
  return rows.at(-1)?.bankRef ?? ''
}
