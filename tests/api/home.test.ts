import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as home from '#contract/home/calls.ts'
import type { HomeBlock } from '#contract/home/calls.ts'
import { APP_BAR, BLOCK_SIZES, BLOCK_TYPES, HOME_SECTIONS } from '#domain/home.ts'
import { addAddress, orderOf, place } from '#tests/support/shopping.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const blocksOf = async (alias: string, client: Client = api.guest()): Promise<HomeBlock[]> =>
  (await client.call(home.blocks, { params: { alias } })).blocks
const blockOf = async <T extends HomeBlock['type']>(type: T, client?: Client) => {
  const found = (await blocksOf('main', client)).find((block) => block.type === type)
  if (!found) throw new Error(`no block ${type}`)
  return found as Extract<HomeBlock, { type: T }>
}

describe('home blocks', () => {
  test('come in every type and every size, in the order of the file', async () => {
    const sections = await Promise.all(HOME_SECTIONS.map((alias) => blocksOf(alias)))
    for (const blocks of sections) expect(blocks.map(({ type }) => type)).toEqual(BLOCK_TYPES)
    const pairs = new Set(sections.flat().map(({ type, size }) => `${type} ${size}`))
    expect(pairs.size).toBe(BLOCK_TYPES.length * BLOCK_SIZES.length)
  })

  test('are filled with what the market has now', async () => {
    const { banners } = await blockOf('banner-slider')
    expect(banners.map(({ href }) => href)).toEqual(['/restaurants?open=1', '/campaigns/points', '/campaigns/prize-draw', '/supermarkets'])
    expect((await blockOf('category-teaser')).categories).toMatchObject([
      { key: 'armenian', href: '/restaurants?category=armenian', suppliersCount: 2 },
      { key: 'pizza', suppliersCount: 1 }
    ])
    const inGyumri = await api.guest().call(home.blocks, { params: { alias: 'main' }, query: { city: 'gyumri' } })
    expect(inGyumri.blocks.find(({ type }) => type === 'category-teaser')).toMatchObject({
      categories: [{ key: 'armenian', suppliersCount: 1 }]
    })
    const teaser = await blockOf('item-management-category-teaser')
    expect([teaser.category.href, teaser.suppliers.map(({ id }) => id), teaser.products.map(({ code }) => code)]).toEqual([
      '/shops?category=flowers',
      [4],
      ['ROSE']
    ])
    const slider = await blockOf('manufacturer-slider')
    expect(slider.closed).toBe(false)
    expect(slider.suppliers.every(({ kind, open }) => kind === 'restaurant' && open.status === 0)).toBe(true)
    expect((await blockOf('article-slider')).products.map(({ code }) => code)).toEqual(['SALE'])
    expect((await blockOf('brand-slider')).brands).toMatchObject([{ key: 'sari-kat', name: 'Sari Kat' }])
    expect((await blockOf('info-code', api.guest('ru'))).facts).toEqual([
      { picture: '🧾', title: 'Цена', text: 'Заранее', href: '/about-us' }
    ])
  })

  test('running campaigns follow the first banner', async () => {
    api.clock.set(Date.UTC(2025, 8, 10))
    const { banners } = await blockOf('banner-slider')
    expect(banners.map(({ href }) => href)).toEqual(['/restaurants?open=1', '/campaigns/card-cashback', '/supermarkets'])
    api.clock.set(Date.UTC(2026, 10, 20, 9))
  })

  test('hold cleaned markup only', async () => {
    expect((await blockOf('html-code')).html).toBe('<p>Hello you <a href="/shops">shops</a></p>')
    expect((await blockOf('html-code', api.guest('hy'))).html).toBe('<p>Բարև</p>')
    expect((await blockOf('html-code', api.guest('ru'))).html).toBe('<h3>Привет</h3>')
  })

  test.each(['nothing', 'Main', 'find-gift', '%25', "a'b", 'x'.repeat(500)])('the alias %s is refused', async (alias) => {
    const { status, envelope } = await api.guest().raw('GET', `/home/${encodeURIComponent(alias)}`)
    expect([[404, 400].includes(status), envelope.data]).toEqual([true, null])
  })
})

const view = (id: string, query = {}, client: Client = api.guest()) => client.call(home.quickView, { params: { id }, query })

describe('the app bar', () => {
  test('each category has a quick view, by its name and by its number, with a name of its own', async () => {
    for (const [index, id] of APP_BAR.entries()) {
      const one = await view(id)
      expect(one.id).toBe(id)
      expect(await view(String(index + 1))).toEqual(one)
    }
    const names = await Promise.all(APP_BAR.map(async (id) => (await view(id, {}, api.guest('hy'))).name))
    expect(new Set(names).size).toBe(APP_BAR.length)
    expect((await blockOf('app-bar')).tiles.map(({ id }) => id)).toEqual(APP_BAR)
  })

  test('new things are new, deals are discounted, gift cards are gift cards', async () => {
    const fresh = await view('new-on-buy')
    expect([fresh.items.map(({ code }) => code), fresh.suppliers.map(({ id }) => id)]).toEqual([['TEN'], [2]])
    expect((await view('hot-deals')).items).toMatchObject([{ code: 'SALE', discount: 20 }])
    const cards = await view('gift-cards')
    expect([cards.href, cards.items.map(({ code }) => code), cards.suppliers.map(({ id }) => id)]).toEqual(['/gift-card', ['G5'], [7]])
  })

  test('gifts go by occasion and price, never for adults, never sold out', async () => {
    const all = await view('find-gift', { take: 200 })
    expect(all.occasions.map(({ key }) => key)).toEqual(['love', 'party'])
    expect(all.items.some(({ adult, stock }) => adult || stock === 0)).toBe(false)
    expect((await view('find-gift', { occasion: 'love' })).items.map(({ code }) => code)).toEqual(['ROSE'])
    expect((await view('find-gift', { occasion: 'love', price: '0-5000' })).totalCount).toBe(0)
    const cheap = await view('find-gift', { occasion: 'party', price: '0-5000', take: 200 })
    expect(cheap.items.length).toBe(cheap.totalCount)
    expect(cheap.items.every(({ price }) => price <= 5000)).toBe(true)
    const first = await view('find-gift', { occasion: 'party', take: 2 })
    const second = await view('find-gift', { occasion: 'party', take: 2, skip: 2 })
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(4)
  })

  test('what was bought before is known of the buyer alone, the most often bought first', async () => {
    expect(await view('buy-it-again')).toMatchObject({ needsSignIn: true, items: [] })
    const buyer = await api.person()
    const addressId = await addAddress(buyer)
    expect(await view('buy-it-again', {}, buyer)).toMatchObject({ needsSignIn: false, items: [], totalCount: 0 })
    const [tolma, lahmajo, wine] = await Promise.all(['PLAIN', 'SALE', 'ADULT'].map((code) => api.product(1, code)))
    for (const products of [[tolma, lahmajo], [lahmajo]]) {
      for (const productId of products) await buyer.call(baskets.add, { body: { productId: productId ?? 0, quantity: 2 } })
      await place(buyer, await orderOf(buyer, addressId))
    }
    const again = await view('buy-it-again', {}, buyer)
    expect(again.items.map(({ id }) => id)).toEqual([lahmajo, tolma])
    expect(again.items.some(({ id }) => id === wine)).toBe(false)
    expect((await view('buy-it-again', {}, await api.person())).totalCount).toBe(0)
  })

  test('promo codes and bonuses say what campaigns say, and no more', async () => {
    const codes = await view('unlock-promocode')
    expect(codes.campaigns.flatMap(({ promoCode }) => promoCode ?? [])).toEqual(['BAREV'])
    expect((await view('get-bonuses')).campaigns).toMatchObject([
      { slug: 'points', promoCode: null },
      { slug: 'prize-draw', promoCode: null }
    ])
  })

  test.each(['nothing', '0', '8', '-1', '1e3', "1'--"])('the category %s is not there', async (id) => {
    const { status } = await api.guest().raw('GET', `/categories/app-bar/quick-view/${encodeURIComponent(id)}`)
    expect(status).toBe(404)
  })

  test.each(['price=5000-0', 'price=1', 'skip=-1', 'take=x'])('%s is refused', async (query) => {
    expect((await api.guest().raw('GET', `/categories/app-bar/quick-view/find-gift?${query}`)).status).toBe(400)
  })

  test('an unknown occasion is not there, and a take over the cap is cut', async () => {
    expect((await api.guest().raw('GET', '/categories/app-bar/quick-view/find-gift?occasion=nothing')).status).toBe(404)
    expect((await view('hot-deals', { take: 100_000 })).items.length).toBe(1)
  })
})
