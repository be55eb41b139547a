import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type * as LocationStore from '#stores/addresses/location.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { importBasket, type BasketStores } from '#tests/support/basket-stores.ts'
import { GYUMRI, NEAR } from '#tests/support/shopping.ts'
import { answerOf, openTab, type Tab } from '#tests/support/tab.ts'

// Changes of a basket whose delivery location is known.

let api: TestApi
let client: Client
let tab: Tab
let basket: BasketStores
let place: typeof LocationStore

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  client = api.guest()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  tab = await openTab({ client })
  basket = await importBasket()
  place = await import('#stores/addresses/location.ts')
})

const at = ({ lat, lng }: { lat: number; lng: number }) =>
  place.$location.set({ version: 1, title: 'there', addressId: null, latitude: lat, longitude: lng, city: undefined })
const startAt = async (point: { lat: number; lng: number }): Promise<void> => {
  at(point)
  await basket.startBasket()
  await tab.pass()
  tab.requests.length = 0
}
const shown = () => {
  const state = basket.$basket.get()
  if (state.state !== 'ready') throw new Error(`the basket is ${state.state}`)
  return state.basket
}
const entries = () => shown().basketList.sessionBaskets.flatMap((one) => one.entries)
const line = async (code: string, quantity = 1) => ({ productId: await api.product(1, code), quantity, name: code })

test('each change is answered with the basket as it is delivered there; nothing is asked for again', async () => {
  await startAt(NEAR)
  expect(await basket.addToBasket(await line('PLAIN', 3))).toBe('added')
  expect(shown().deliveryPrice).toEqual({ total: 400, isEstimate: false })
  expect(await basket.addToBasket(await line('TEN', 2))).toBe('added')
  basket.setQuantity(await line('PLAIN', 4))
  await tab.pass(300)
  expect(shown().deliveryPrice).toEqual({ total: 400, isEstimate: false })
  basket.setQuantity(await line('TEN', 0))
  await tab.pass(300)
  expect(shown().deliveryPrice).toEqual({ total: 400, isEstimate: false })
  expect(entries().flatMap(({ items }) => items.map(({ quantity }) => quantity))).toEqual([4])
  expect(tab.requests.map((request) => request.replace(/\d+/, '#'))).toEqual([
    'POST /baskets',
    'POST /baskets',
    'PATCH /baskets/#/quantity',
    'DELETE /baskets/#'
  ])
})

test('a change whose location is left while it is sent ends in the basket of the new one', async () => {
  await startAt(NEAR)
  const adding = basket.addToBasket(await line('PLAIN'))
  at(GYUMRI)
  expect(await adding).toBe('added')
  expect(entries().map(({ outOfArea }) => outOfArea)).toEqual([true])
})

test('a basket that was read before the first addition, and comes after it, does not empty it', async () => {
  const [wasRead, added] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  tab.answers.set('GET /baskets', async () => {
    tab.answers.clear()
    const read = await client.fetch(`/api/baskets?sessionId=${client.anonymousId}`, {})
    wasRead.resolve(undefined)
    await added.promise
    return read
  })
  at(NEAR)
  const started = basket.startBasket()
  // On a busy machine the addition would else be there before the reading.
  await wasRead.promise
  expect(await basket.addToBasket(await line('PLAIN', 2))).toBe('added')
  added.resolve(undefined)
  await started
  await tab.pass()
  expect(entries().flatMap(({ items }) => items.map(({ quantity }) => quantity))).toEqual([2])
  expect(shown().deliveryPrice).toEqual({ total: 400, isEstimate: false })
  expect(tab.requests).toEqual(['GET /baskets', 'POST /baskets', 'GET /baskets'])
})

test('an address that is not theirs does not stand in the way of a change', async () => {
  await startAt(NEAR)
  tab.answers.set('POST /baskets', () => {
    tab.answers.clear()
    return answerOf(400, 'INVALID_ADDRESS')
  })
  expect(await basket.addToBasket(await line('PLAIN'))).toBe('added')
  expect(tab.requests).toEqual(['POST /baskets', 'POST /baskets'])
  expect(entries().flatMap(({ items }) => items.map(({ quantity }) => quantity))).toEqual([1])
})
