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

describe('adding', () => {
  test('the reply of an add is the basket and is not asked for again, the mirror shows it, and it is said', async () => {
    await basket.startBasket()
    expect(basket.$basketStatus.get()).toBe('empty')
    tab.requests.length = 0
    expect(await basket.addToBasket(await tolma(2))).toBe('added')
    expect(tab.requests).toEqual(['POST /baskets'])
    expect(basket.$basketStatus.get()).toBe('fill')
    expect(shown().totalPrice).toBe(2000)
    const mirror = JSON.parse(storage.values['root:basket'] ?? '{}')
    expect(mirror).toMatchObject({ version: 1, count: 2, total: shown().orderPrice, lines: [{ quantity: 2, name: 'Tolma' }] })
    await expect.poll(() => tab.said).toContain('Added to the basket: Tolma')
    expect(tab.events).toContain('basket:change')
  })

  test('is blocked while an add runs', async () => {
    const one = await tolma()
    const answers = await Promise.all([basket.addToBasket(one), basket.addToBasket(one), basket.addToBasket(one)])
    expect(answers.sort()).toEqual(['added', 'busy', 'busy'])
    expect((await onServer())[0]?.quantity).toBe(1)
  })

  test('428 and 430 set their flags, a success clears them', async () => {
    const one = await tolma()
    tab.answers.set('POST /baskets', () => answerOf(428, 'BASKET_OVERLOADED'))
    expect(await basket.addToBasket(one)).toBe('refused')
    tab.answers.set('POST /baskets', () => answerOf(430, 'BASKET_DONE_OVERLOADED'))
    await basket.addToBasket(one)
    expect(basket.$basketFlags.get()).toMatchObject({ adding: false, overloaded: true, doneOverloaded: true, limitError: false })
    expect(openModals()).toContain('warning')
    tab.answers.clear()
    await basket.addToBasket(one)
    expect(basket.$basketFlags.get()).toMatchObject({ overloaded: false, doneOverloaded: false })
  })

  test('a group order limit (428 too) is told apart by its type and shows nothing', async () => {
    tab.answers.set('POST /baskets', () => answerOf(428, 'GROUP_ORDER_LIMIT_ISSUE'))
    await basket.addToBasket(await tolma())
    expect(basket.$basketFlags.get().limitError).toBe(true)
    expect(openModals()).toEqual([])
  })

  test.each([
    ['a shop beside a restaurant', 'ROSE', 'flowers'],
    ['a service', 'ROOM', 'clean-home'],
    ['a gift card', 'G5', 'gift-cards']
  ])('%s asks, and yes starts anew', async (_what, code, alias) => {
    await basket.startBasket()
    await basket.addToBasket(await tolma())
    const { schema } = await import('#server/db/schema.ts')
    const { eq } = await import('drizzle-orm')
    const [supplier] = await api.engine.db.select().from(schema.suppliers).where(eq(schema.suppliers.alias, alias))
    const other = { productId: await api.product(supplier?.id ?? 0, code), quantity: 1, name: code }

    const refused = basket.addToBasket(other)
    await tab.pass()
    const question = modals.$modals.get()[0]
    expect(question).toMatchObject({ id: 'confirm', params: { question: 'startAnew' } })
    modals.closeModal()
    expect(await refused).toBe('refused')
    expect(lines().map(({ name }) => name)).toEqual(['Tolma'])

    const agreed = basket.addToBasket(other)
    await tab.pass()
    const again = modals.$modals.get()[0]
    if (again?.id === 'confirm') modals.answerQuestion(again.params.ticket)
    expect(await agreed).toBe('added')
    expect(lines().map(({ productId }) => productId)).toEqual([other.productId])
  })

  test('a refusal with words opens the warning with them', async () => {
    await basket.addToBasket({ productId: await api.product(1, 'TEN'), quantity: 11, name: 'Gata' })
    const [modal] = modals.$modals.get()
    expect(modal).toMatchObject({ id: 'warning', params: { description: expect.stringContaining('10') } })
  })

  test('goods for adults ask a guest for the age, once a day', async () => {
    const age = await import('#stores/age-gate/age.ts')
    const wine = { productId: await api.product(1, 'ADULT'), quantity: 1, name: 'Wine' }
    const adding = basket.addToBasket(wine)
    await tab.pass()
    const [question] = modals.$modals.get()
    expect(question).toMatchObject({ id: 'age-confirmation' })
    if (question?.id === 'age-confirmation') await age.answerAge.submit(true, question.params.ticket)
    expect(await adding).toBe('added')
    expect(client.cookies.get('buy_is_adult')).toBe('1')
  })
})

describe('quantity', () => {
  beforeEach(async () => {
    await basket.startBasket()
    await basket.addToBasket(await tolma())
    tab.requests.length = 0
  })

  test('shows at once, goes to the server a moment later, the last one only', async () => {
    const [line] = lines()
    if (!line) throw new Error('no line')
    for (const quantity of [2, 3, 5]) basket.setItemQuantity(line, quantity)
    expect(lines()[0]?.quantity).toBe(5)
    expect(shown()).toMatchObject({ totalPrice: 5000, itemsCount: 5 })
    expect(basket.$basket.get()).toMatchObject({ settling: true })
    expect(JSON.parse(storage.values['root:basket'] ?? '{}').count).toBe(5)
    expect(tab.requests).toEqual([])
    await tab.pass(300)
    expect(tab.requests).toEqual([`PATCH /baskets/${line.id}/quantity`])
    expect((await onServer())[0]?.quantity).toBe(5)
    expect(basket.$basket.get()).toMatchObject({ settling: false })
  })

  test('what is shown before the answer is what the server says', async () => {
    const [line] = lines()
    if (!line) throw new Error('no line')
    basket.setItemQuantity(line, 4)
    const early = shown()
    await tab.pass(300)
    expect(early.totalPrice).toBe(shown().totalPrice)
    expect(early.itemsCount).toBe(shown().itemsCount)
    expect(early.basePrice).toBe(shown().basePrice)
  })

  test('0 removes at once, and the reply is the basket', async () => {
    const [line] = lines()
    if (!line) throw new Error('no line')
    basket.setItemQuantity(line, 0)
    expect(basket.$basketStatus.get()).toBe('empty')
    await tab.pass()
    expect(tab.requests).toEqual([`DELETE /baskets/${line.id}`])
    expect(await onServer()).toEqual([])
    expect(JSON.parse(storage.values['root:basket'] ?? '{}')).toMatchObject({ count: 0, lines: [] })
  })

  test('weighed goods go in hundredths of a kilogram', async () => {
    const pork = { productId: await api.product(1, 'WEIGHED'), quantity: 30, name: 'Pork' }
    await basket.addToBasket(pork)
    basket.setQuantity({ ...pork, quantity: 40 })
    expect(lines().find(({ productId }) => productId === pork.productId)?.totalPrice).toBe(1680)
    await tab.pass(300)
    expect((await onServer()).find(({ productId }) => productId === pork.productId)).toMatchObject({ quantity: 40, totalPrice: 1680 })
  })

  test('clearing asks first', async () => {
    const clearing = basket.clearBasket()
    const [question] = modals.$modals.get()
    expect(question).toMatchObject({ id: 'confirm', params: { question: 'clearBasket' } })
    if (question?.id === 'confirm') modals.answerQuestion(question.params.ticket)
    await clearing
    expect(await onServer()).toEqual([])
  })
})

describe('without a connection', () => {
  test('changes are kept, said, survive a reload and are sent when it returns', async () => {
    const gata = { productId: await api.product(1, 'TEN'), quantity: 2, name: 'Gata' }
    await basket.startBasket()
    await basket.addToBasket(await tolma())
    tab.isOnline = false
    expect(await basket.addToBasket(gata)).toBe('queued')
    basket.setQuantity({ ...(await tolma()), quantity: 3 })
    await tab.pass(300)
    expect(basket.$basketFlags.get().offline).toBe(true)
    await expect.poll(() => tab.said.filter((text) => text.startsWith('No connection'))).toHaveLength(1)
    expect(lines()[0]?.quantity).toBe(3)
    expect(JSON.parse(storage.values['root:basket'] ?? '{}').count).toBe(5)

    tab = await openTab({ client })
    basket = await importBasket()
    await basket.startBasket()
    await tab.pass()
    expect((await onServer()).map(({ quantity }) => quantity)).toEqual([3, 2])
    expect(storage.values['root:wishes']).toContain('"lines":{}')
  })

  test('tries again by itself, and at once when the browser is online', async () => {
    await basket.startBasket()
    tab.isOnline = false
    await basket.addToBasket(await tolma())
    await tab.pass()
    const tries = tab.requests.length
    await tab.pass(2_000)
    expect(tab.requests.length).toBeGreaterThan(tries)
    await tab.connect()
    expect((await onServer()).map(({ quantity }) => quantity)).toEqual([1])
    expect(basket.$basketFlags.get().offline).toBe(false)
  })
})

test('another tab follows through local storage', async () => {
  await basket.startBasket()
  await basket.addToBasket(await tolma())
  const first = { tab, basket }
  const second = await openTab({ client })
  const other = await importBasket()
  await other.startBasket()
  await other.addToBasket({ productId: await api.product(1, 'TEN'), quantity: 1, name: 'Gata' })
  expect(lines()).toHaveLength(1)
  storage.tell('root:basket')
  await first.tab.pass()
  await second.pass()
  expect(lines()).toHaveLength(2)
})

test('sold-out lines go and short ones come down to the stock, in one call', async () => {
  const { schema } = await import('#server/db/schema.ts')
  const { eq } = await import('drizzle-orm')
  const gata = await api.product(1, 'TEN')
  await basket.startBasket()
  await basket.addToBasket({ productId: gata, quantity: 8, name: 'Gata' })
  await basket.addToBasket(await tolma(2))
  await api.engine.db.update(schema.products).set({ stock: 3 }).where(eq(schema.products.id, gata))
  try {
    await basket.loadBasket()
    expect(basket.$shortItems.get().map(({ availability }) => availability)).toEqual(['below'])
    tab.requests.length = 0
    await basket.fitToStock()
    expect(tab.requests).toEqual(['PUT /baskets'])
    expect((await onServer()).map(({ quantity }) => quantity)).toEqual([3, 2])
  } finally {
    await api.engine.db.update(schema.products).set({ stock: 10 }).where(eq(schema.products.id, gata))
  }
})
