import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { add, addAddress, orderOf, place, setProduct, stockOf } from '#tests/support/shopping.ts'

// Orders that share products in every order of adding them: locks taken in different orders would wait for each other, and one would be lost.

const PEOPLE = 24
const STOCK = 40
let api: TestApi
let products: number[] = []
beforeAll(async () => {
  api = await startApi()
  products = [await api.product(1, 'PLAIN'), await api.product(1, 'TEN'), await api.product(2, 'P1'), await api.product(1, 'WEIGHED')]
})
afterAll(() => api.close())

/** The products from the one with that number on, round and round, forwards or backwards. */
const turned = (from: number): number[] => {
  const round = [...products.slice(from % products.length), ...products.slice(0, from % products.length)]
  return from % 2 === 0 ? round : round.reverse()
}

test(`${PEOPLE} people order three of four products at once, each in another order: no deadlock, none lost, every stock right`, async () => {
  const grams = 100
  const amountOf = (id: number): number => (id === products[3] ? grams : 1)
  for (const id of products) await setProduct(api, id, { stock: STOCK * amountOf(id) })
  const ready: { order: () => Promise<{ orderNumber: string }>; bought: number[]; total: number }[] = []
  for (let number = 0; number < PEOPLE; number += 1) {
    const client = await api.person()
    const addressId = await addAddress(client)
    const bought = turned(number).slice(0, 3)
    // One that delivers from a minimum on gets enough.
    for (const id of bought) await add(client, id, amountOf(id))
    if (!bought.includes(products[2] ?? 0)) expect((await client.call(baskets.get, { query: { addressId } })).orderPrice).toBeGreaterThan(0)
    const body = await orderOf(client, addressId)
    ready.push({ order: () => place(client, body), bought, total: body.orderPrice })
  }
  const outcomes = await Promise.allSettled(ready.map(({ order }) => order()))
  expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))).toEqual([])
  for (const id of products) {
    const sold = ready.filter(({ bought }) => bought.includes(id)).length * amountOf(id)
    expect(await stockOf(api, id)).toBe(STOCK * amountOf(id) - sold)
  }
  expect(api.errors).toEqual([])
})

test('of people who want the last of two products at once, crosswise, as many get both as there are, and nobody gets one alone', async () => {
  const [first = 0, second = 0] = products
  await setProduct(api, first, { stock: 5 })
  await setProduct(api, second, { stock: 5 })
  const orders: (() => Promise<unknown>)[] = []
  for (let number = 0; number < 16; number += 1) {
    const client = await api.person()
    const addressId = await addAddress(client)
    for (const id of number % 2 === 0 ? [first, second] : [second, first]) await add(client, id)
    const body = await orderOf(client, addressId)
    orders.push(() => place(client, body))
  }
  const outcomes = await Promise.allSettled(orders.map((order) => order()))
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { type: string }).type] : []))
  expect(refusals).toHaveLength(11)
  expect([...new Set(refusals)]).toEqual(['OUT_OF_STOCK'])
  expect([await stockOf(api, first), await stockOf(api, second)]).toEqual([0, 0])
  expect(api.errors).toEqual([])
})
