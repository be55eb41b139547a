import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PARENT_CATEGORY, PRODUCT_SORTINGS, SUPPLIER_SORTINGS, SUPPLIER_TYPE } from '#domain/enums.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { createStorage, openTab, type Tab } from '#tests/support/tab.ts'

let api: TestApi
let tab: Tab
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  createStorage()
  tab = await openTab({ client: api.guest() })
})

test('the filter of restaurants begins with the list, counts each choice and writes its address', async () => {
  const { $supplierFilter, chooseSuppliers, openSupplierFilter, supplierQuery } = await import('#stores/catalogue/supplier-filter.ts')
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
  expect([state().count, supplierQuery(state().choice)]).toEqual([1, '?city=yerevan&deals=1'])
  choosePlace({ title: 'here', addressId: null, latitude: 40.18234, longitude: 44.51672 })
  await chooseSuppliers(type, { sort: SUPPLIER_SORTINGS.distance })
  expect(supplierQuery(state().choice)).toBe('?city=yerevan&deals=1&sort=3&near=40.18%2C44.52')
  await chooseSuppliers(type, { sort: SUPPLIER_SORTINGS.mostPopular })
  expect(supplierQuery(state().choice)).toBe('?city=yerevan&deals=1&sort=1')
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
