import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import { CITY_COOKIE } from '#domain/constants.ts'
import { PARENT_CATEGORY, PRODUCT_SORTINGS, SUPPLIER_SORTINGS, SUPPLIER_TYPE } from '#domain/enums.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { createStorage, openTab, type Tab } from '#tests/support/tab.ts'

let api: TestApi
let client: Client
let tab: Tab
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  createStorage()
  client = api.guest()
  tab = await openTab({ client })
})

test('the filter of restaurants begins with the list, counts each choice and writes its address', async () => {
  const { $supplierFilter, chooseSuppliers, openSupplierFilter, showSuppliers, supplierQuery } =
    await import('#stores/catalogue/supplier-filter.ts')
  const { chooseLocation: choosePlace } = await import('#stores/addresses/location.ts')
  const state = () => {
    const found = $supplierFilter.get()
    if (found.state !== 'ready') throw new Error(`the filter is ${found.state}`)
    return found
  }
  const type = SUPPLIER_TYPE.restaurant
  await openSupplierFilter(type, '?category=pizza&open=1')
  expect(state()).toMatchObject({ count: 1, choice: { category: 'pizza', open: true, sort: SUPPLIER_SORTINGS.recommended } })
  expect(state().cities.map(({ key }) => key)).toEqual(['yerevan', 'gyumri'])
  const slow = chooseSuppliers(type, { category: '' })
  expect(state().count).toBeNull()
  await Promise.all([slow, chooseSuppliers(type, { category: '', open: false })])
  expect(state().count).toBe(4)
  await chooseSuppliers(type, { deals: true, city: 'yerevan' })
  expect([state().count, supplierQuery(state().choice, state().filters)]).toEqual([1, '?city=yerevan&deals=1'])
  choosePlace({ title: 'here', addressId: null, latitude: 40.18234, longitude: 44.51672 })
  await chooseSuppliers(type, { sort: SUPPLIER_SORTINGS.distance })
  expect(supplierQuery(state().choice, state().filters)).toBe('?city=yerevan&deals=1&sort=3&near=40.18%2C44.52')
  await chooseSuppliers(type, { deals: false, city: '', min: '4000', max: '1', country: 'c-AM', sort: SUPPLIER_SORTINGS.recommended })
  expect(supplierQuery(state().choice, state().filters)).toBe('?f=c-AM&max=4000')
  await openSupplierFilter(type, '?f=c-AM&max=4000')
  expect(state().choice).toMatchObject({ country: 'c-AM', brand: '', min: '', max: '4000' })
  await chooseSuppliers(type, { deals: true, city: 'yerevan', max: '', country: '', sort: SUPPLIER_SORTINGS.mostPopular })
  expect(supplierQuery(state().choice, state().filters)).toBe('?city=yerevan&deals=1&sort=1')
  // As by the chip, the city becomes that of all pages.
  showSuppliers('/restaurants')
  expect([client.cookies.get(CITY_COOKIE), tab.went.at(-1)]).toEqual(['yerevan', '/restaurants?city=yerevan&deals=1&sort=1'])
})

test('the filter of goods sends a price only inside the bounds and joins values with a pipe', async () => {
  const {
    $productFilter,
    draftQuery: goodsWishQuery,
    openProductFilter: openGoodsFilter,
    changeDraft: wishGoods
  } = await import('#stores/products/product-filter.ts')
  const where = { categoryId: PARENT_CATEGORY.restaurant }
  const state = () => {
    const found = $productFilter.get()
    if (found.state !== 'ready') throw new Error(`the filter is ${found.state}`)
    return found
  }
  await openGoodsFilter(where, '?f=c-AM')
  const { minPrice, maxPrice } = state().filters
  expect(state().draft).toEqual({ values: ['c-AM'], min: '', max: '', deals: false, sort: PRODUCT_SORTINGS.recommended })
  const inArmenia = state().count?.found ?? 0
  expect(inArmenia).toBeGreaterThan(0)
  await wishGoods(where, { min: String(minPrice.value), max: String(maxPrice.value + 1) })
  expect([state().count?.found, goodsWishQuery(state().draft, state().filters)]).toEqual([inArmenia, '?f=c-AM'])
  await wishGoods(where, { min: '4000', max: '1000', values: ['c-AM', 'b-sari-kat'] })
  expect(goodsWishQuery(state().draft, state().filters)).toBe('?f=b-sari-kat%7Cc-AM&min=1000&max=4000')
  await wishGoods(where, { values: [], min: '', max: '', deals: true, sort: PRODUCT_SORTINGS.priceUp })
  expect(goodsWishQuery(state().draft, state().filters)).toBe('?deals=1&sort=2')
  expect(state().count).toEqual({ found: 1, isMore: false })
})

test('a category shows those below it, and says when it cannot', async () => {
  const { $categoryChildren, loadCategory } = await import('#stores/catalogue/category-children.ts')
  await loadCategory(PARENT_CATEGORY.restaurant)
  expect($categoryChildren.get()).toMatchObject({ state: 'ready', node: { children: [{ key: 'armenian' }, { key: 'pizza' }] } })
  tab.isOnline = false
  await loadCategory(PARENT_CATEGORY.shop)
  expect($categoryChildren.get()).toMatchObject({ state: 'failed' })
})

test('suppliers are found by what they sell: a price, a brand, a country; a type by its name too', async () => {
  const aliases = async (query: object) => (await api.guest().call(catalogue.suppliers, { query })).items.map(({ alias }) => alias)
  const answer = async (path: string) => (await api.guest().raw('GET', path)).envelope
  const all = await aliases({ type: 7 })
  for (const query of [{ f: 'b-sari-kat' }, { f: 'c-AM', max: 1000 }, { min: 3000 }]) {
    const goods = await api.guest().call(catalogue.listing, { query: { ...query, take: 200 } })
    const selling = new Set(goods.items.map(({ supplier }) => supplier.alias))
    expect(await aliases({ type: 7, ...query }), JSON.stringify(query)).toEqual(all.filter((alias) => selling.has(alias)))
    expect([selling.size > 0, selling.size < all.length]).toEqual([true, true])
  }
  expect(await aliases({ type: 7, max: 1 })).toEqual([])
  expect((await answer('/suppliers?type=7&f=b-nobody')).messages[0]?.type).toBe('BRAND_NOT_FOUND')
  for (const type of ['Restaurant', 'restaurant', '2']) expect((await answer(`/suppliers/count?type=${type}`)).data).toEqual({ count: 4 })
  expect(await answer('/suppliers?type=Cinema')).toMatchObject({ code: 400 })
})
