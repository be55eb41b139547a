import * as baskets from '#contract/baskets/calls.ts'
import type { NewBasketItem } from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { createCaller, type Call, type Fetch } from '#client/call.ts'
import { newPerson } from '#tests/support/shop-client.ts'
import { guestOf, order, readForCheckout } from './shoppers.ts'

/** Somebody who shops, one request a step. */
export type Visit = AsyncGenerator<void, void>

/** What a visit needs of the shop it goes to. */
export interface Visited {
  url: string
  fetch: Fetch
  goods: () => readonly NewBasketItem[]
  onOrder: () => void
  /** Called with everybody who signed in: streams of orders are opened for them. */
  onSignIn: (token: string, anonymousId: string) => void
}

const callerFor = (fetch: Fetch, anonymousId: string, token: string | null): Call =>
  createCaller({ fetch, locale: 'hy', sessionId: () => anonymousId, accessToken: () => token, isAdult: () => true })

/** Two goods, and one more of the first. */
async function* fill(call: Call, goods: readonly NewBasketItem[]): Visit {
  const [one, other] = goods
  if (!one || !other) throw new Error('a shop sells too little')
  await call(baskets.add, { body: { ...one, startAnew: true } })
  yield
  const basket = await call(baskets.add, { body: other })
  yield
  const line = basket.basketList.sessionBaskets.flatMap(({ entries }) => entries.flatMap(({ items }) => items))[0]
  if (!line) throw new Error('a filled basket has no line')
  await call(baskets.quantity, { params: { id: line.id }, body: { quantity: line.quantity * 2 } })
}

const GUEST_ROUNDS = 3

/** A guest who fills a basket, looks at it and empties it, some times over, and goes. */
export async function* visitAsGuest({ fetch, goods }: Visited): Visit {
  const { anonymousId } = guestOf()
  const call = callerFor(fetch, anonymousId, null)
  for (let round = 0; round < GUEST_ROUNDS; round += 1) {
    yield* fill(call, goods())
    yield
    const basket = await call(baskets.get, { query: { lat: 40.1805, lng: 44.514 } })
    yield
    await call(baskets.availableTimes)
    yield
    await call(baskets.empty, { params: { sessionId: basket.sessionId } })
    yield
  }
}

/** Shorter than an access token lasts. */
const STAY_MS = 8 * 60_000

/** A new person signs in, orders by cash over and over, follows the orders, and stays away after some minutes. */
export async function* visitAsBuyer({ url, fetch, goods, onOrder, onSignIn }: Visited, phone: string): Visit {
  const { addressId, anonymousId, token } = await newPerson(() => url, phone)
  onSignIn(token() ?? '', anonymousId)
  const call = callerFor(fetch, anonymousId, token())
  const until = performance.now() + STAY_MS
  while (performance.now() < until) {
    yield
    yield* fill(call, goods())
    yield
    const basket = await readForCheckout(call, addressId)
    yield
    await call(baskets.availableTimes, { query: { addressId } })
    yield
    const { orderNumber } = await order(call, addressId, basket)
    onOrder()
    yield
    await call(orders.details, { query: { orderNumber } })
    yield
    await call(orders.history, { query: { take: 20 } })
    yield
    await call(orders.pending)
  }
}
