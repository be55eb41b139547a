import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { add, addAddress, buy, GYUMRI, linesOf, orderOf, place, refused, setProduct } from '#tests/support/shopping.ts'

let api: TestApi
const ids = new Map<string, number>()
const id = (code: string): number => ids.get(code) ?? 0
beforeAll(async () => {
  api = await startApi({ env: { OPEN_ORDERS_PER_PERSON: '100' } })
  for (const code of ['PLAIN', 'TEN', 'OPTIONS', 'WEIGHED']) ids.set(code, await api.product(1, code))
  ids.set('ROSE', await api.product(4, 'ROSE'))
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

const reorder = (client: Client, orderId: number, body = { startAnew: false }, query = {}) =>
  client.call(baskets.reorder, { params: { id: orderId }, query, body })
const basketOf = async (client: Client) =>
  linesOf(await client.call(baskets.get, { query: {} })).map(({ productId, quantity }) => [productId, quantity])
/** An order of several products. */
const order = async (lines: readonly (readonly [code: string, quantity: number, options?: number[]])[]) => {
  const client = await api.person()
  const addressId = await addAddress(client)
  for (const [code, quantity, selectedOptions] of lines) await add(client, id(code), quantity, selectedOptions ? { selectedOptions } : {})
  const placed = await place(client, await orderOf(client, addressId))
  return { client, orderId: placed.orderId }
}
const optionIds = async (...names: string[]): Promise<number[]> => {
  const { configurators } = await api.guest().call(catalogue.product, { params: { id: id('OPTIONS') } })
  const values = configurators.flatMap((group) => group.values)
  return names.map((name) => values.find((value) => value.name === name)?.id ?? 0)
}

describe('an order that is ordered again', () => {
  test('is in the basket as it was, priced for the location; a second press, and two at once, add nothing', async () => {
    await setProduct(api, id('TEN'), { stock: 100 })
    const chosen = await optionIds('Large', 'Herbs', 'Potato')
    const { client, orderId } = await order([
      ['PLAIN', 3],
      ['OPTIONS', 2, chosen],
      ['WEIGHED', 150]
    ])
    const first = await reorder(client, orderId)
    expect([first.linesInBasket, first.changes]).toEqual([3, []])
    expect(linesOf(first.basket).map(({ productId, quantity, selectedOptions }) => [productId, quantity, selectedOptions.length])).toEqual([
      [id('PLAIN'), 3, 0],
      [id('OPTIONS'), 2, 3],
      [id('WEIGHED'), 150, 0]
    ])
    expect(first.basket.deliveryPrice.isEstimate).toBe(false)
    const again = await Promise.all([reorder(client, orderId), reorder(client, orderId)])
    expect(again.map(({ linesInBasket, changes }) => [linesInBasket, changes])).toEqual([
      [3, []],
      [3, []]
    ])
    expect(await basketOf(client)).toEqual([
      [id('PLAIN'), 3],
      [id('OPTIONS'), 2],
      [id('WEIGHED'), 150]
    ])
    const far = await reorder(client, orderId, { startAnew: false }, GYUMRI)
    expect(far.basket.basketList.sessionBaskets[0]?.entries.map(({ outOfArea }) => outOfArea)).toEqual([true])
  })

  test('joins what is in the basket: of each line there is at least as much as was ordered', async () => {
    const { client, orderId } = await order([['PLAIN', 3]])
    await add(client, id('TEN'), 2)
    await add(client, id('PLAIN'), 1)
    await reorder(client, orderId)
    expect(await basketOf(client)).toEqual([
      [id('TEN'), 2],
      [id('PLAIN'), 3]
    ])
    await add(client, id('PLAIN'), 4)
    expect(await reorder(client, orderId)).toMatchObject({ linesInBasket: 1, changes: [] })
    expect(await basketOf(client)).toContainEqual([id('PLAIN'), 7])
  })

  test('names what is gone, less, dearer, and options that are no longer there', async () => {
    await setProduct(api, id('TEN'), { stock: 100 })
    const [large = 0, herbs = 0, potato = 0] = await optionIds('Large', 'Herbs', 'Potato')
    const { client, orderId } = await order([
      ['PLAIN', 2],
      ['TEN', 8],
      ['OPTIONS', 1, [large, herbs, potato]],
      ['WEIGHED', 120]
    ])
    const { events, products, optionValues } = schema
    const sell = async (valueId: number, soldOut: boolean): Promise<void> => {
      await api.engine.db.update(optionValues).set({ soldOut }).where(eq(optionValues.id, valueId))
      await api.engine.db.insert(events).values({ kind: 'catalogue.changed', payload: {} })
      api.kernel.directory.invalidate()
    }
    const [weighed] = await api.engine.db
      .select()
      .from(products)
      .where(eq(products.id, id('WEIGHED')))
    if (!weighed) throw new Error('the product is not there')
    await setProduct(api, id('PLAIN'), { stock: 0 })
    await setProduct(api, id('TEN'), { stock: 5 })
    await setProduct(api, id('WEIGHED'), { price: weighed.price + 10_000, basePrice: weighed.basePrice + 10_000 })
    await sell(herbs, true)
    try {
      const { basket, linesInBasket, changes } = await reorder(client, orderId)
      expect(linesInBasket).toBe(3)
      expect(changes).toMatchObject([
        { productId: id('PLAIN'), name: 'Tolma', ordered: 2, inBasket: 0, lostOptions: [], price: null },
        { productId: id('TEN'), ordered: 8, inBasket: 5, lostOptions: [], price: null },
        { productId: id('OPTIONS'), ordered: 1, inBasket: 1, lostOptions: ['Herbs'], price: { before: expect.any(Number) } },
        { productId: id('WEIGHED'), ordered: 120, inBasket: 120, price: { before: weighed.price / 100, now: weighed.price / 100 + 100 } }
      ])
      expect(linesOf(basket).map(({ productId }) => productId)).toEqual([id('TEN'), id('OPTIONS'), id('WEIGHED')])
      // Without a size there is nothing to add.
      await sell(large, true)
      await client.call(baskets.replace, { body: { items: [] } })
      const without = (await reorder(client, orderId)).changes.find(({ productId }) => productId === id('OPTIONS'))
      expect(without).toMatchObject({ inBasket: 0, lostOptions: ['Large', 'Herbs'] })
    } finally {
      await setProduct(api, id('PLAIN'), { stock: null })
      await setProduct(api, id('TEN'), { stock: 100 })
      await setProduct(api, id('WEIGHED'), { price: weighed.price, basePrice: weighed.basePrice })
      for (const value of [herbs, large]) await sell(value, false)
    }
  })

  test('of which nothing is sold any more leaves the basket alone, also when it was to start anew', async () => {
    const { client, orderId } = await order([['PLAIN', 1]])
    await add(client, id('TEN'), 1)
    await setProduct(api, id('PLAIN'), { withdrawnAt: new Date(api.clock.now()) })
    for (const startAnew of [false, true])
      expect(await reorder(client, orderId, { startAnew })).toMatchObject({
        linesInBasket: 0,
        changes: [{ productId: id('PLAIN'), ordered: 1, inBasket: 0 }]
      })
    expect(await basketOf(client)).toEqual([[id('TEN'), 1]])
    await setProduct(api, id('PLAIN'), { withdrawnAt: null })
  })

  test('asks before the basket of another family is emptied', async () => {
    const { client, orderId } = await order([['PLAIN', 2]])
    await add(client, id('ROSE'), 1)
    expect(await refused(reorder(client, orderId))).toMatchObject({ type: 'RESTAURANTS_OR_SHOPS_ONLY', code: 700 })
    expect(await basketOf(client)).toEqual([[id('ROSE'), 1]])
    expect((await reorder(client, orderId, { startAnew: true })).linesInBasket).toBe(1)
    expect(await basketOf(client)).toEqual([[id('PLAIN'), 2]])
  })

  test('with goods for adults asks for the age', async () => {
    const { client, orderId } = await order([['PLAIN', 1]])
    await setProduct(api, id('PLAIN'), { adult: true })
    expect(await refused(reorder(client, orderId))).toMatchObject({ type: 'FORBIDDEN', field: 'isAdult' })
    await setProduct(api, id('PLAIN'), { adult: false })
  })

  test('is not there for anybody else', async () => {
    const { placed } = await buy(api, id('PLAIN'))
    const other = await api.person()
    for (const orderId of [placed.orderId, 999_999_999])
      expect(await refused(reorder(other, orderId))).toMatchObject({ type: 'ORDER_NOT_FOUND', field: 'id' })
    expect(await refused(reorder(api.guest(), placed.orderId))).toMatchObject({ type: 'UNAUTHORIZED' })
    const reply = await other.raw('POST', '/baskets/reorder/none', { body: { startAnew: false } })
    expect(reply.envelope).toMatchObject({ code: 400, messages: [{ field: 'id' }] })
  })
})
