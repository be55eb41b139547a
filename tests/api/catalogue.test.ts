import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as products from '#contract/products/calls.ts'
import { SUPPLIER_SORTINGS } from '#domain/enums.ts'
import { LOCALES } from '#domain/locale.ts'
import { largePictureUrl } from '#domain/pictures.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

describe('suppliers', () => {
  test('restaurants are the default type; open ones come first, closed ones say when they open', async () => {
    const { items, totalCount } = await api.guest().call(catalogue.suppliers)
    expect(totalCount).toBe(4)
    expect(items.every(({ kind }) => kind === 'restaurant')).toBe(true)
    expect(items.map(({ open }) => open.status)).toEqual([0, 0, 0, 1])
    const closed = items.at(-1)
    expect(closed).toMatchObject({ alias: 'night-owl', open: { status: 1, reason: 'close', changesAt: '2026-11-20T18:00:00+04:00' } })
  })

  test.each([
    [1, ['paper-bag']],
    [3, ['flowers']],
    [4, ['good-health']],
    [5, ['clean-home', 'fresh-laundry']],
    [6, ['gift-cards']]
  ])('type %i', async (type, aliases) => {
    const { items } = await api.guest().call(catalogue.suppliers, { query: { type } })
    expect(items.map(({ alias }) => alias)).toEqual(aliases)
  })

  test('category, city, open now, term and paging narrow the list', async () => {
    const call = api.guest().call
    const aliases = async (query: object) => (await call(catalogue.suppliers, { query })).items.map(({ alias }) => alias)
    expect(await aliases({ categoryIds: 'pizza' })).toEqual(['day-time'])
    expect(await aliases({ city: 'gyumri' })).toEqual(['far-away'])
    expect(await aliases({ openNow: true })).not.toContain('night-owl')
    expect(await aliases({ term: 'ցերեկային' })).toEqual(['day-time'])
    // As it sounds, misspelt, with another keyboard on, begun, by the category; signs alone are no word.
    for (const term of ['cerekayin', 'ցերկային', 'дневноге', 'lytdyjt', 'day ti', 'pizzas'])
      expect(await aliases({ term }), term).toEqual(['day-time'])
    expect(await aliases({ term: 'pizza tolma' })).toEqual([])
    expect(await aliases({ term: '%' })).toEqual([])
    const all = await aliases({ type: 7 })
    expect(await aliases({ type: 7, skip: 2, take: 3 })).toEqual(all.slice(2, 5))
    expect((await call(catalogue.count, { query: { type: 7 } })).count).toBe(all.length)
  })

  test('a take over the cap is cut, a page beyond the end is empty', async () => {
    const call = api.guest().call
    expect((await call(catalogue.suppliers, { query: { take: 100_000 } })).items).toHaveLength(4)
    expect((await call(catalogue.suppliers, { query: { skip: 900 } })).items).toEqual([])
  })

  test.each(LOCALES)('one supplier by alias and by id in %s', async (locale) => {
    const { call } = api.guest(locale)
    const byAlias = await call(catalogue.supplierByAlias, { params: { name: 'always-open' } })
    expect(byAlias.name).toBe({ hy: 'Միշտ բաց', en: 'Always Open', ru: 'Всегда открыто' }[locale])
    expect(byAlias.open).toMatchObject({ status: 0, changesAt: null })
    expect(byAlias.branches[0]).toMatchObject({
      city: 'yerevan',
      zones: [
        { price: 400, freeFrom: 8000 },
        { price: 700, freeFrom: null }
      ]
    })
    expect(byAlias.departments.map(({ productsCount }) => productsCount)).toEqual([4, 4])
    expect(byAlias.imagesPaths.large).toBe(largePictureUrl(byAlias.pictures[0] ?? ''))
    expect(await call(catalogue.supplier, { params: { id: byAlias.id } })).toEqual(byAlias)
  })

  test('the open state follows the clock', async () => {
    const { call } = api.guest()
    const state = async () => (await call(catalogue.supplierByAlias, { params: { name: 'night-owl' } })).open
    const noon = api.clock.now()
    api.clock.advance(5 * 3_600_000)
    expect(await state()).toMatchObject({ status: 0, closesSoon: false, changesAt: '2026-11-21T02:00:00+04:00' })
    api.clock.advance(7.6 * 3_600_000)
    expect(await state()).toMatchObject({ status: 0, closesSoon: true })
    api.clock.set(noon)
  })

  test('an unknown alias or id is SUPPLIER_NOT_FOUND', async () => {
    const guest = api.guest()
    expect((await guest.raw('GET', '/suppliers/name/nobody')).envelope).toMatchObject({
      code: 421,
      messages: [{ type: 'SUPPLIER_NOT_FOUND' }]
    })
    expect((await guest.raw('GET', '/suppliers/999999')).status).toBe(404)
  })
})

describe('products', () => {
  test('a menu comes in the order of its departments, whole and in parts', async () => {
    const { call } = api.guest()
    const menu = await call(catalogue.products, { query: { supplierId: 1 } })
    expect(menu.items.map(({ code }) => code)).toEqual(['PLAIN', 'TEN', 'WEIGHED', 'OPTIONS', 'SALE', 'ADULT', 'THREE', 'GONE'])
    expect(menu.totalCount).toBe(8)
    const [, extra] = menu.departments
    const part = await call(catalogue.products, { query: { supplierId: 1, departmentId: extra?.id ?? 0, take: 2 } })
    expect(part.items.map(({ code }) => code)).toEqual(['SALE', 'ADULT'])
    expect(part.totalCount).toBe(4)
    expect(await call(catalogue.supplierCategories, { params: { id: 1 } })).toEqual(menu.departments)
  })

  test('prices, discounts, weights and stock', async () => {
    const { items } = await api.guest().call(catalogue.products, { query: { supplierId: 1 } })
    const by = (code: string) => items.find((item) => item.code === code)
    expect(by('SALE')).toMatchObject({ basePrice: 900, price: 720, discount: 20, labels: ['sale'] })
    expect(by('WEIGHED')).toMatchObject({ unitId: 2, price: 4200, minimumPurchase: 30, stock: 2550 })
    expect(by('GONE')).toMatchObject({ stock: 0 })
    expect(by('PLAIN')).toMatchObject({ stock: null, minimumPurchase: 1 })
  })

  test('goods for adults are masked until the caller is confirmed', async () => {
    const guest = api.guest()
    const id = await api.product(1, 'ADULT')
    const masked = await guest.call(catalogue.product, { params: { id } })
    expect(masked).toMatchObject({ adult: true, name: '18+', picture: '🔞', pictures: ['🔞'], description: '' })
    const { envelope } = await guest.raw<{ name: string; pictures: string[] }>('GET', `/products/${id}`, {
      headers: { Cookie: 'buy_is_adult=1' }
    })
    expect(envelope.data).toMatchObject({ name: 'Red wine', pictures: ['wine-red', '🍇'] })
  })

  test('a product has all of its pictures, the main one first', async () => {
    const { call } = api.guest()
    const several = await call(catalogue.product, { params: { id: await api.product(1, 'OPTIONS') } })
    expect(several).toMatchObject({ picture: 'pizza.cheese.tomato', pictures: ['pizza.cheese.tomato', 'plain.cheese', 'plain.tomato'] })
    const one = await call(catalogue.product, { params: { id: await api.product(1, 'PLAIN') } })
    expect(one).toMatchObject({ picture: 'tolma', pictures: ['tolma'] })
  })

  test('options come in the order of the file with their prices', async () => {
    const { call } = api.guest()
    const id = await api.product(1, 'OPTIONS')
    const product = await call(catalogue.product, { params: { id } })
    expect(product.configurators.map(({ key, type, min, max }) => [key, type, min, max])).toEqual([
      ['size', 'radio', 1, 1],
      ['extras', 'checkbox', 0, 2],
      ['side', 'select', 1, 1]
    ])
    expect(product.configurators[1]?.values.map(({ name, price }) => [name, price])).toEqual([
      ['Cheese', 300],
      ['Herbs', 200.5],
      ['Garlic', 100]
    ])
    expect(await call(catalogue.configurators, { params: { id } })).toEqual(product.configurators)
    expect(product.variants).toEqual([{ orderNumber: '1-OPTIONS', price: 2500, stock: null }])
  })

  test('hot deals are discounted, in stock and for everybody', async () => {
    const { items } = await api.guest().call(catalogue.listing, { query: { dc: true } })
    expect(items.map(({ code }) => code)).toEqual(['SALE'])
  })

  test('an unknown product is ARTICLE_NOT_FOUND', async () => {
    expect((await api.guest().raw('GET', '/products/999999')).envelope.messages[0]?.type).toBe('ARTICLE_NOT_FOUND')
    expect((await api.guest().raw('GET', '/products?supplierId=999999')).envelope.messages[0]?.type).toBe('SUPPLIER_NOT_FOUND')
  })

  test('literal paths win over those with parameters', async () => {
    const { raw } = api.guest()
    expect((await raw<{ items: unknown[] }>('GET', '/products/listing')).envelope.data?.items.length).toBeGreaterThan(5)
    expect((await raw<{ count: number }>('GET', '/suppliers/count')).envelope.data?.count).toBe(4)
    expect((await raw<unknown[]>('GET', '/categories/tree')).envelope.data?.length).toBeGreaterThan(5)
  })
})

describe('categories', () => {
  test('a tree a kind, with how many suppliers each has', async () => {
    const { call } = api.guest('ru')
    const tree = await call(catalogue.categories, { query: { type: 'restaurant' } })
    expect(tree.map(({ key, name, suppliersCount }) => [key, name, suppliersCount])).toEqual([
      ['armenian', 'Армянская', 3],
      ['pizza', 'Пицца', 1]
    ])
    const below = await call(catalogue.categoryTree, { params: { path: '4' } })
    expect(below.children).toEqual(tree)
    expect(below.suppliersCount).toBe(4)
  })

  test('an unknown path or type is refused', async () => {
    expect((await api.guest().raw('GET', '/suppliers/categoryTree/99999')).status).toBe(404)
    expect((await api.guest().raw('GET', '/categories/tree?type=castle')).envelope.messages[0]).toMatchObject({
      type: 'BAD_REQUEST',
      field: 'type'
    })
  })
})

test('bounds of the spec: no filter shows more than 999,999 AMD, and 4.5 stars make a supplier popular', async () => {
  const { call } = api.guest()
  const { db } = api.engine
  await db.execute(sql`update products set price = 250000000, base_price = 250000000 where id = (select min(id) from products)`)
  await db.execute(sql`update suppliers set rating_average = 4.49, rating_count = 9000 where alias = 'day-time'`)
  await db.execute(sql`update suppliers set rating_average = 4.5, rating_count = 3 where alias = 'always-open'`)
  await db.execute(sql`insert into events (kind, payload) values ('catalogue.changed', '{}')`)
  api.kernel.directory.invalidate()
  const popular = await call(catalogue.suppliers, { query: { sorting: SUPPLIER_SORTINGS.mostPopular } })
  const places = ['always-open', 'day-time'].map((alias) => popular.items.findIndex((one) => one.alias === alias))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const { maxPrice } = await call(products.filters, { params: { id: 4 }, query: {} })
  expect(maxPrice.value).toBe(999_999)
})

test('a supplier says how much its best offer takes off; the best come first where deals are asked for', async () => {
  const { call } = api.guest()
  await api.engine.db.execute(sql`update suppliers set max_discount = 35 where alias = 'day-time'`)
  await api.engine.db.execute(sql`insert into events (kind, payload) values ('catalogue.changed', '{}')`)
  api.kernel.directory.invalidate()
  const { items } = await call(catalogue.suppliers, { query: { sorting: SUPPLIER_SORTINGS.deals, type: 7 } })
  expect(items.slice(0, 2).map(({ alias, maxDiscount }) => [alias, maxDiscount])).toEqual([
    ['day-time', 35],
    ['always-open', 20]
  ])
  expect(new Set(items.slice(2).map(({ maxDiscount }) => maxDiscount))).toEqual(new Set([0]))
})
