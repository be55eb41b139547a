import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as ModalsStore from '#stores/modals.ts'
import * as baskets from '#contract/baskets/calls.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { importBasket, type BasketStores } from '#tests/support/basket-stores.ts'
import { answerOf, createStorage, openTab, type Tab } from '#tests/support/tab.ts'

let api: TestApi
let client: Client
let tab: Tab
let storage: ReturnType<typeof createStorage>
let basket: BasketStores
let modals: typeof ModalsStore

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  client = api.guest()
  storage = createStorage()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  tab = await openTab({ client })
  basket = await importBasket()
  modals = await import('#stores/modals.ts')
})

const shown = () => {
  const state = basket.$basket.get()
  if (state.state !== 'ready') throw new Error(`the basket is ${state.state}`)
  return state.basket
}
const lines = () => shown().basketList.sessionBaskets.flatMap(({ entries }) => entries.flatMap(({ items }) => items))
const onServer = async () =>
  (await client.call(baskets.get)).basketList.sessionBaskets.flatMap(({ entries }) => entries.flatMap(({ items }) => items))
const openModals = () => modals.$modals.get().map(({ id }) => id)
const tolma = async (quantity = 1) => ({ productId: await api.product(1, 'PLAIN'), quantity, name: 'Tolma' })

describe('an add', () => {
  test('is shown before the server answers, weighed goods as one; a refusal takes it back', async () => {
    await basket.startBasket()
    const mirror = () => JSON.parse(storage.values['root:basket'] ?? '{}')
    const pork = { productId: await api.product(1, 'WEIGHED'), quantity: 30, name: 'Pork', unitId: 2 }
    const adding = basket.addToBasket(pork)
    expect(mirror()).toMatchObject({ basketVersion: -1, count: 1, lines: [{ quantity: 30, name: 'Pork' }] })
    expect(basket.quantityOf(pork.productId)).toBe(30)
    await adding
    expect(mirror()).toMatchObject({ basketVersion: shown().version, count: 1, total: shown().orderPrice })

    tab.answers.set('POST /baskets', () => answerOf(404, 'ARTICLE_NOT_FOUND'))
    const refused = basket.addToBasket(await tolma(4))
    expect(mirror().count).toBe(5)
    expect(await refused).toBe('refused')
    expect(mirror()).toMatchObject({ basketVersion: shown().version, count: 1, lines: [{ productId: pork.productId }] })
  })

  test('a refused first add leaves nothing behind, though no basket was fetched', async () => {
    tab.answers.set('POST /baskets', () => answerOf(404, 'ARTICLE_NOT_FOUND'))
    expect(await basket.addToBasket(await tolma())).toBe('refused')
    expect(JSON.parse(storage.values['root:basket'] ?? '{}')).toMatchObject({ count: 0, lines: [] })
  })

  test('more of it while the add is on its way is one line with what was wanted last', async () => {
    await basket.startBasket()
    const one = await tolma()
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    tab.answers.set('POST /baskets', async () => {
      await held
      tab.answers.clear()
      return client.fetch('/api/baskets', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Session-Id': client.anonymousId },
        body: JSON.stringify({ productId: one.productId, quantity: 1 })
      })
    })
    const adding = basket.addToBasket(one)
    basket.setQuantity({ ...one, quantity: 3 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    tab.now += 1
    answer()
    await adding
    await tab.pass(300)
    expect((await onServer()).map(({ quantity }) => quantity)).toEqual([3])
    expect(lines().map(({ quantity }) => quantity)).toEqual([3])
  })
})

describe('a refusal', () => {
  beforeEach(async () => {
    await basket.startBasket()
    await basket.addToBasket(await tolma())
    tab.requests.length = 0
  })

  test('beyond the stock takes what there is, and says so', async () => {
    const gata = { productId: await api.product(1, 'TEN'), quantity: 3, name: 'Gata' }
    await basket.addToBasket(gata)
    for (const quantity of [9, 10, 11]) basket.setQuantity({ ...gata, quantity })
    await tab.pass(300)
    expect(lines().find(({ name }) => name === 'Gata')?.quantity).toBe(10)
    expect((await onServer()).find(({ name }) => name === 'Gata')?.quantity).toBe(10)
    expect(JSON.parse(storage.values['root:basket'] ?? '{}').lines).toContainEqual(expect.objectContaining({ name: 'Gata', quantity: 10 }))
    await expect.poll(() => tab.said.at(-1)).toMatch(/^Gata: 10\b/)
    expect(openModals()).toEqual(['warning'])
    expect(basket.$basket.get()).toMatchObject({ settling: false })
  })

  test('for any other reason leaves the line as it was', async () => {
    const [line] = lines()
    if (!line) throw new Error('no line')
    tab.answers.set(`PATCH /baskets/${line.id}/quantity`, () => answerOf(400, 'BAD_REQUEST'))
    basket.setItemQuantity(line, 4)
    await tab.pass(300)
    expect(tab.requests.at(-1)).toBe('GET /baskets')
    expect(lines()[0]?.quantity).toBe(1)
    expect(openModals()).toEqual(['warning'])
  })
})

test('another tab goes on showing what was wanted until it has fetched what was granted', async () => {
  await basket.startBasket()
  await basket.addToBasket(await tolma())
  const first = { tab, basket }
  const second = await openTab({ client })
  const other = await importBasket()
  await other.startBasket()
  const quantities: number[] = []
  first.basket.$basket.listen((state) => {
    if (state.state !== 'ready') return
    const [line] = state.basket.basketList.sessionBaskets.flatMap(({ entries }) => entries.flatMap(({ items }) => items))
    quantities.push(line?.quantity ?? 0)
    expect(state.basket.totalPrice).toBe(1000 * (line?.quantity ?? 0))
  })
  other.setQuantity({ ...(await tolma()), quantity: 4 })
  storage.tell('root:wishes')
  expect(first.basket.$basket.get()).toMatchObject({ settling: true })
  await second.pass(300)
  storage.tell('root:wishes')
  expect(first.basket.$basket.get()).toMatchObject({ settling: true })
  storage.tell('root:basket')
  await first.tab.pass()
  expect(first.basket.$basket.get()).toMatchObject({ settling: false })
  expect(new Set(quantities)).toEqual(new Set([4]))
})
