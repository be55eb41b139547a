import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as info from '#contract/info/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { startApi, type Client, type TestApi } from '../support/api.ts'
import { NOON } from '../support/clock.ts'
import { add, linesOf, refused } from '../support/shopping.ts'

let api: TestApi
const ids: Record<string, number> = {}
const productsOf = {
  1: ['PLAIN', 'TEN', 'WEIGHED', 'OPTIONS', 'SALE', 'ADULT', 'THREE', 'GONE'],
  2: ['P1', 'P2'],
  4: ['ROSE'],
  6: ['ROOM'],
  7: ['G5'],
  8: ['F1']
}
const id = (code: string): number => ids[code] ?? 0

beforeAll(async () => {
  api = await startApi()
  for (const [supplier, codes] of Object.entries(productsOf))
    for (const code of codes) ids[code] = await api.product(Number(supplier), code)
})
afterAll(() => api.close())

/** Value ids of the pizza's options by group and value name. */
const optionIds = async (client: Client, ...names: string[]): Promise<number[]> => {
  const groups = await client.call(catalogue.configurators, { params: { id: id('OPTIONS') } })
  return names.map((name) => groups.flatMap(({ values }) => values).find((value) => value.name === name)?.id ?? 0)
}

describe('adding', () => {
  test('grows the line of the same product and shows every part of the price', async () => {
    const guest = api.guest()
    const first = await add(guest, id('SALE'), 2)
    const second = await add(guest, id('SALE'), 3)
    expect(linesOf(second)).toHaveLength(1)
    expect(linesOf(second)[0]).toMatchObject({
      quantity: 5,
      price: 720,
      totalPrice: 3600,
      baseTotalPrice: 4500,
      name: 'Lahmajo',
      availability: 'ok'
    })
    expect(second.version).toBe(first.version + 1)
    expect(second).toMatchObject({
      basePrice: 4500,
      discount: 900,
      totalPrice: 3600,
      totalPacking: 100,
      deliveryPrice: { total: 400, isEstimate: true },
      totalServiceFee: 108,
      orderPrice: 4208,
      status: 'fill',
      itemsCount: 5
    })
    expect(await guest.call(baskets.get, { query: {} })).toEqual(second)
  })

  test('counts options into the price, whatever the order of picking, and keeps different choices apart', async () => {
    const guest = api.guest()
    const [large = 0, herbs = 0, potato = 0, rice = 0] = await optionIds(guest, 'Large', 'Herbs', 'Potato', 'Rice')
    await add(guest, id('OPTIONS'), 1, { selectedOptions: [large, herbs, potato] })
    await add(guest, id('OPTIONS'), 1, { selectedOptions: [potato, large, herbs] })
    const basket = await add(guest, id('OPTIONS'), 1, { selectedOptions: [large, rice] })
    expect(linesOf(basket).map(({ quantity, price }) => [quantity, price])).toEqual([
      [2, 3850.5],
      [1, 3400]
    ])
    expect(linesOf(basket)[0]?.name).toBe('Pizza (Large, Herbs, Potato)')
    expect(basket.totalPrice).toBe(11_101)
  })

  test('refuses options that do not fit', async () => {
    const guest = api.guest()
    const [large = 0, small = 0, potato = 0] = await optionIds(guest, 'Large', 'Small', 'Potato')
    for (const selectedOptions of [[], [large], [large, small, potato], [large, potato, 999_999], [large, large, potato]])
      expect(await refused(add(guest, id('OPTIONS'), 1, { selectedOptions }))).toMatchObject({
        type: 'BAD_REQUEST',
        field: 'selectedOptions'
      })
    expect(await refused(add(guest, id('PLAIN'), 1, { selectedOptions: [large] }))).toMatchObject({ field: 'selectedOptions' })
    expect((await guest.call(baskets.get, { query: {} })).status).toBe('empty')
  })

  test('holds minimum purchase and stock, weighed goods in hundredths of a kilogram', async () => {
    const guest = api.guest()
    expect(await refused(add(guest, id('THREE'), 2))).toMatchObject({ type: 'BELOW_MINIMUM_PURCHASE', field: 'quantity', code: 438 })
    expect((await refused(add(guest, id('WEIGHED'), 29))).message).toContain('0.3')
    expect(linesOf(await add(guest, id('WEIGHED'), 35))[0]).toMatchObject({ quantity: 35, totalPrice: 1470, unitId: 2, stock: 2550 })
    expect(await refused(add(guest, id('WEIGHED'), 2516))).toMatchObject({ type: 'MORE_THAN_IN_STOCK', code: 456, data: { stock: 2550 } })
    expect(await refused(add(guest, id('GONE'), 1))).toMatchObject({ type: 'OUT_OF_STOCK' })
    expect(await refused(add(guest, id('TEN'), 11))).toMatchObject({ type: 'MORE_THAN_IN_STOCK' })
    expect(await refused(add(guest, 2_000_000_000))).toMatchObject({ type: 'ARTICLE_NOT_FOUND' })
  })

  test.each([-1, 0, 1.5, 10_000, Number.MAX_SAFE_INTEGER, '2', null])('refuses the quantity %s and names the field', async (quantity) => {
    const guest = api.guest()
    const reply = await guest.raw('POST', '/baskets', { body: { productId: id('PLAIN'), quantity } })
    expect(reply.status).toBe(400)
    expect(reply.envelope.messages[0]).toMatchObject({ type: 'BAD_REQUEST', field: 'quantity' })
  })

  test('keeps families apart and starts anew only when asked to, in one step', async () => {
    const guest = api.guest()
    await add(guest, id('PLAIN'))
    await add(guest, id('P1'))
    expect(await refused(add(guest, id('ROSE')))).toMatchObject({ type: 'RESTAURANTS_OR_SHOPS_ONLY', code: 700 })
    expect(await refused(add(guest, id('ROOM')))).toMatchObject({ type: 'OTHER_SUPPLIER', code: 470 })
    expect(await refused(add(guest, id('G5')))).toMatchObject({ type: 'DIGITAL_PRODUCTS_ORDERED_ALONE', code: 483 })
    expect(await refused(add(guest, id('ROSE'), 9999, { startAnew: true, selectedOptions: [1] }))).toMatchObject({ type: 'BAD_REQUEST' })
    expect((await guest.call(baskets.get, { query: {} })).basketList.sessionBaskets[0]?.entries).toHaveLength(2)
    const anew = await add(guest, id('ROSE'), 1, { startAnew: true })
    expect(linesOf(anew).map(({ productName }) => productName)).toEqual(['Roses'])
  })

  test('asks for a confirmed age before goods for adults', async () => {
    const guest = api.guest()
    expect(await refused(add(guest, id('ADULT')))).toMatchObject({ type: 'FORBIDDEN', field: 'isAdult' })
    const body = { productId: id('ADULT'), quantity: 1 }
    expect((await guest.raw('POST', '/baskets', { body, headers: { Cookie: 'buy_is_adult=1' } })).status).toBe(200)
  })

  test('loses nothing when many come at once', async () => {
    const guest = api.guest()
    await Promise.all(Array.from({ length: 30 }, () => add(guest, id('PLAIN'))))
    const basket = await guest.call(baskets.get, { query: {} })
    expect(linesOf(basket).map(({ quantity }) => quantity)).toEqual([30])
    expect(basket.version).toBe(30)
  })

  test('is closed while the market is overloaded', async () => {
    const busy = await startApi({ env: { OVERLOAD_ACTIVE: '1', OVERLOAD_END: '2026-11-20T18:00+04:00' } })
    const guest = busy.guest()
    expect(await refused(add(guest, await busy.product(1, 'PLAIN')))).toMatchObject({
      ...{ type: 'BASKET_OVERLOADED', code: 428 },
      message: 'Too many orders right now. We take new ones again from 20/11/2026 18:00.'
    })
    expect((await guest.call(info.info)).overload).toMatchObject({ active: true, overloadingEndTime: '2026-11-20T18:00:00+04:00' })
    expect((await guest.call(baskets.get, { query: {} })).isOverloaded).toBe(true)
    await busy.close()
  })
})

describe('changing', () => {
  test('sets a quantity, and joins lines that become the same', async () => {
    const guest = api.guest()
    const [small = 0, large = 0, rice = 0] = await optionIds(guest, 'Small', 'Large', 'Rice')
    await add(guest, id('OPTIONS'), 1, { selectedOptions: [small, rice] })
    const [one, two] = linesOf(await add(guest, id('OPTIONS'), 2, { selectedOptions: [large, rice] }))
    await guest.call(baskets.quantity, { params: { id: one?.id ?? 0 }, body: { quantity: 4 } })
    const joined = await guest.call(baskets.quantity, {
      params: { id: one?.id ?? 0 },
      body: { quantity: 4, selectedOptions: [large, rice] }
    })
    expect(linesOf(joined)).toMatchObject([{ id: two?.id, quantity: 6, price: 3400 }])
  })

  test('refuses more than there is over all lines of a product', async () => {
    const guest = api.guest()
    const [line] = linesOf(await add(guest, id('TEN'), 4))
    const change = (quantity: number) => guest.call(baskets.quantity, { params: { id: line?.id ?? 0 }, body: { quantity } })
    expect(await refused(change(11))).toMatchObject({ type: 'MORE_THAN_IN_STOCK', field: 'quantity' })
    expect(linesOf(await change(10))[0]?.quantity).toBe(10)
  })

  test('removes lines, and none of other people', async () => {
    const [guest, stranger] = [api.guest(), api.guest()]
    const [line] = linesOf(await add(guest, id('PLAIN')))
    await add(stranger, id('PLAIN'))
    const params = { id: line?.id ?? 0 }
    expect(await refused(stranger.call(baskets.remove, { params, query: {} }))).toMatchObject({ type: 'ARTICLE_NOT_FOUND' })
    expect(await refused(stranger.call(baskets.quantity, { params, body: { quantity: 2 } }))).toMatchObject({ type: 'ARTICLE_NOT_FOUND' })
    expect(await refused(api.guest().call(baskets.remove, { params, query: {} }))).toMatchObject({ type: 'ARTICLE_NOT_FOUND' })
    const emptied = await guest.call(baskets.remove, { params, query: {} })
    expect(emptied).toMatchObject({ status: 'empty', orderPrice: 0, itemsCount: 0, version: 2 })
  })

  test('empties and cleans the own session only', async () => {
    const [guest, stranger] = [api.guest(), api.guest()]
    for (const verb of [baskets.clean, baskets.empty]) {
      const { sessionId } = await add(guest, id('PLAIN'))
      expect(await refused(stranger.call(verb, { params: { sessionId } }))).toMatchObject({ type: 'ONLY_YOUR_ORDER', code: 454 })
      expect(await guest.call(verb, { params: { sessionId } })).toMatchObject({ status: 'empty' })
      const nobody = { sessionId: crypto.randomUUID() }
      expect(await refused(stranger.call(verb, { params: nobody }))).toMatchObject({ type: 'BASKET_NOT_FOUND', code: 413 })
      expect(await refused(stranger.call(verb, { params: { sessionId: 'user-1' } }))).toMatchObject({ type: 'ONLY_YOUR_ORDER' })
    }
  })

  test('replaces everything or nothing', async () => {
    const guest = api.guest()
    await add(guest, id('PLAIN'), 7)
    const replace = (items: { productId: number; quantity: number }[]) => guest.call(baskets.replace, { body: { items } })
    const bad = [
      { productId: id('P1'), quantity: 1 },
      { productId: id('TEN'), quantity: 11 }
    ]
    expect(await refused(replace(bad))).toMatchObject({ type: 'MORE_THAN_IN_STOCK' })
    expect(linesOf(await guest.call(baskets.get, { query: {} }))).toMatchObject([{ quantity: 7 }])
    const good = await replace([
      { productId: id('P1'), quantity: 1 },
      { productId: id('TEN'), quantity: 2 }
    ])
    expect(
      linesOf(good)
        .map(({ productName }) => productName)
        .sort()
    ).toEqual(['Gata', 'Margherita'])
    expect(await replace([])).toMatchObject({ status: 'empty' })
  })

  test('removes what closed suppliers cannot bring', async () => {
    const guest = api.guest()
    await add(guest, id('PLAIN'))
    await add(guest, id('P1'))
    api.clock.set(NOON + 14 * 3_600_000)
    const left = await guest.call(baskets.removeUnavailable)
    api.clock.set(NOON)
    expect(linesOf(left).map(({ productName }) => productName)).toEqual(['Tolma'])
  })
})
