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

const openPage = async (): Promise<void> => {
  tab = await openTab({ client })
  basket = await importBasket()
  modals = await import('#stores/modals.ts')
}
beforeEach(async () => {
  client = api.guest()
  storage = createStorage()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  await openPage()
})

const never = (): Promise<Response> => new Promise(() => undefined)
const onServer = async () =>
  (await client.call(baskets.get)).basketList.sessionBaskets.flatMap(({ entries }) =>
    entries.flatMap(({ items }) => items.map(({ name, quantity }) => [name, quantity]))
  )
const tolma = async (quantity = 1) => ({ productId: await api.product(1, 'PLAIN'), quantity, name: 'Tolma' })
const gata = async (quantity = 1) => ({ productId: await api.product(1, 'TEN'), quantity, name: 'Gata' })
const snapshot = () => JSON.parse(storage.values['root:basket'] ?? '{}')

test('additions of several products are sent one after another, and all are shown at once', async () => {
  await basket.startBasket()
  const [one, other] = [await tolma(2), await gata()]
  tab.requests.length = 0
  const adding = Promise.all([basket.addToBasket(one), basket.addToBasket(other)])
  expect(snapshot()).toMatchObject({ basketVersion: -1, count: 3 })
  expect(basket.$basketFlags.get().adding).toBe(true)
  expect(await adding).toEqual(['added', 'added'])
  expect(tab.requests).toEqual(['POST /baskets', 'POST /baskets'])
  expect(await onServer()).toEqual([
    ['Tolma', 2],
    ['Gata', 1]
  ])
  expect(basket.$basketFlags.get().adding).toBe(false)
})

test('one that is added again while its quantity waits is one quantity', async () => {
  await basket.startBasket()
  await basket.addToBasket(await tolma())
  basket.setQuantity(await tolma(3))
  expect(await basket.addToBasket(await tolma(2))).toBe('added')
  await tab.pass(300)
  expect(await onServer()).toEqual([['Tolma', 5]])
})

describe('a page that is left', () => {
  test('while an addition is on its way: the browser is told to send it to its end', async () => {
    const keepalives: (boolean | undefined)[] = []
    const { fetch } = client
    client = { ...client, fetch: (input, init) => (keepalives.push(init?.keepalive), fetch(input, init)) }
    await openPage()
    await basket.addToBasket(await tolma())
    expect(keepalives).toEqual([true])
  })

  test('while one waits for its turn: the next page sends it, once', async () => {
    await basket.startBasket()
    tab.answers.set('POST /baskets', never)
    void basket.addToBasket(await tolma())
    void basket.addToBasket(await gata(2))
    await new Promise((resolve) => setTimeout(resolve, 5))
    await openPage()
    expect(basket.quantityOf((await gata()).productId)).toBe(2)
    await basket.startBasket()
    await tab.pass()
    expect(await onServer(), 'the first is as the server knows it').toEqual([['Gata', 2]])
    await openPage()
    await basket.startBasket()
    await tab.pass()
    expect(await onServer()).toEqual([['Gata', 2]])
    expect(snapshot()).toMatchObject({ count: 2 })
    expect(storage.values['root:wishes']).not.toContain('Gata')
  })

  test('for another: what the new page adds of a line that still waits comes on top', async () => {
    await basket.startBasket()
    tab.answers.set('POST /baskets', never)
    void basket.addToBasket(await tolma())
    void basket.addToBasket(await gata(2))
    await new Promise((resolve) => setTimeout(resolve, 5))
    await openPage()
    expect(await basket.addToBasket(await gata())).toBe('added')
    expect(await onServer()).toEqual([['Gata', 3]])
  })
})

test('an addition whose answer was lost is not made twice', async () => {
  await basket.startBasket()
  tab.answers.set('POST /baskets', async () => {
    tab.answers.clear()
    const { productId } = await tolma()
    await client.call(baskets.add, { body: { productId, quantity: 1 } })
    throw new TypeError('Failed to fetch')
  })
  expect(await basket.addToBasket(await tolma())).toBe('queued')
  await tab.pass(2_000)
  expect(await onServer()).toEqual([['Tolma', 1]])
  expect(basket.$basket.get()).toMatchObject({ settling: false, basket: { itemsCount: 1 } })
  expect(basket.$basketFlags.get().offline).toBe(false)
})

test('two additions that ask the same are asked once; yes empties the basket once, and both are in', async () => {
  const { schema } = await import('#server/db/schema.ts')
  const { eq } = await import('drizzle-orm')
  const [shop] = await api.engine.db.select().from(schema.suppliers).where(eq(schema.suppliers.alias, 'flowers'))
  const rose = { productId: await api.product(shop?.id ?? 0, 'ROSE'), quantity: 1, name: 'Rose' }
  await basket.startBasket()
  await basket.addToBasket(await tolma())
  tab.answers.set('POST /baskets', () => answerOf(700, 'RESTAURANTS_OR_SHOPS_ONLY'))
  const adding = Promise.all([
    basket.addToBasket(rose),
    basket.addToBasket({ ...rose, options: [], productId: rose.productId + 1_000_000 })
  ])
  await tab.pass()
  tab.answers.clear()
  const questions = modals.$modals.get()
  expect(questions).toMatchObject([{ id: 'confirm', params: { question: 'startAnew' } }])
  const [question] = questions
  if (question?.id === 'confirm') modals.answerQuestion(question.params.ticket)
  expect(await adding, 'the other one is no product').toEqual(['added', 'refused'])
  expect((await onServer()).map(([, quantity]) => quantity)).toEqual([1])
})
