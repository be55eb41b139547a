import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as products from '#contract/products/calls.ts'
import { PRODUCT_SORTINGS, SUPPLIER_SORTINGS } from '#domain/enums.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { importChanged } from '#tests/support/market-copy.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
  // Goods with a brand, countries, properties, contents and gifts, which the small market of the other tests does not need.
  await importChanged(api.engine, {
    'always-open/products.csv': (text) =>
      text
        .trim()
        .split('\n')
        .map((line, index) => `${line},${index === 0 ? 'properties,content,gifts' : (MORE[line.split(',')[0] ?? ''] ?? ',,')}`)
        .join('\n')
        .replace(/^TEN,(.*),AM,/m, 'TEN,$1sari-kat,AM,')
        .replace('SALE,extra', 'SALE,extra'),
    'always-open/supplier.yaml': (text) =>
      text.replace(/(key: garlic,.*price: 100)/, '$1, soldOut: true').replace('{ key: main,', '{ key: main, category: pizza,'),
    'flowers/products.csv': (text) => {
      const last = text.trim().split('\n').at(-1) ?? ''
      return `${text.trim()}\n${Array.from({ length: 40 }, (_, index) => last.replace(/^[^,]+/, `F-${index}`)).join('\n')}\n`
    },
    '../market.yaml': (text) => text + MARKET
  })
  api.kernel.directory.invalidate()
})
afterAll(() => api.close())

const MORE: Record<string, string> = {
  PLAIN: 'vegan|spicy,500 g,TEN',
  TEN: 'vegan,,',
  OPTIONS: 'spicy,,',
  SALE: ',2 piece,'
}
const MARKET = `
properties:
  - key: diet
    name: { hy: Սնունդ, en: Diet, ru: Питание }
    values:
      - { key: vegan, name: { hy: Բուսական, en: Vegan, ru: Веганское } }
      - { key: spicy, name: { hy: Կծու, en: Spicy, ru: Острое } }
catalogs:
  - { key: green, picture: 🍲, hue: 100, name: { hy: Կանաչ, en: Green, ru: Зелёное }, properties: [vegan] }
  - { key: bargains, kind: restaurant, picture: 🍲, hue: 10, name: { hy: Զեղչեր, en: Bargains, ru: Скидки }, discounted: true }
`
const codes = ({ items }: { items: { code: string }[] }) => items.map(({ code }) => code)
const refused = async (path: string) => {
  const { status, envelope } = await api.guest().raw('GET', path)
  return [status, envelope.messages[0]?.type, envelope.messages[0]?.field]
}

describe('goods across suppliers', () => {
  const listed = async (query: object) => codes(await api.guest().call(catalogue.listing, { query: { s: 1, ...query } }))

  test('come in each of the five orders, which are stable', async () => {
    expect(await listed({ o: PRODUCT_SORTINGS.priceUp })).toEqual(['THREE', 'TEN', 'SALE', 'PLAIN', 'OPTIONS', 'GONE', 'WEIGHED', 'ADULT'])
    expect(await listed({ o: PRODUCT_SORTINGS.priceDown })).toEqual((await listed({ o: PRODUCT_SORTINGS.priceUp })).reverse())
    expect((await listed({ o: PRODUCT_SORTINGS.discount }))[0]).toBe('SALE')
    expect((await listed({ o: PRODUCT_SORTINGS.newest }))[0]).toBe('TEN')
    expect((await listed({}))[0]).toBe('SALE')
  })

  test('are narrowed by brand, country, property, price, discount and words, alone and together', async () => {
    expect(await listed({ f: 'b-sari-kat' })).toEqual(['TEN'])
    expect((await listed({ f: 'c-AM' })).sort()).toEqual(['ADULT', 'PLAIN', 'TEN', 'WEIGHED'])
    expect((await listed({ f: 'p-vegan' })).sort()).toEqual(['PLAIN', 'TEN'])
    expect(await listed({ f: 'p-vegan|p-spicy' })).toEqual(['PLAIN'])
    expect(await listed({ f: 'c-AM|p-vegan', min: 600 })).toEqual(['PLAIN'])
    expect(await listed({ pi: 'vegan', pc: 'AM', max: 500 })).toEqual(['TEN'])
    expect((await listed({ min: 250, max: 720 })).sort()).toEqual(['SALE', 'TEN', 'THREE'])
    expect(await listed({ dc: true })).toEqual(['SALE'])
    expect(await listed({ term: 'gata' })).toEqual(['TEN'])
    expect(await listed({ term: '%' })).toEqual([])
  })

  test('belong to a supplier, a department, a category, a kind or a catalog', async () => {
    const { call } = api.guest()
    const all = await call(catalogue.listing, { query: { take: 200 } })
    const kinds = async (query: object) => new Set((await call(catalogue.listing, { query })).items.map(({ supplier }) => supplier.kind))
    expect(await kinds({ isStore: true })).toEqual(new Set(['store']))
    expect(await kinds({ isShop: true })).toEqual(new Set(['shop']))
    expect(await kinds({ isShop: true, isStore: true })).toEqual(new Set(['shop', 'store']))
    expect(await kinds({ c: 4 })).toEqual(new Set(['restaurant']))
    const alias = await call(catalogue.listing, { query: { sa: 'flowers' } })
    expect(new Set(alias.items.map(({ supplier }) => supplier.alias))).toEqual(new Set(['flowers']))
    const [tree] = await call(catalogue.categories, { query: { type: 'pharmacy' } })
    const inCategory = await call(catalogue.listing, { query: { c: tree?.id ?? 0 } })
    expect(new Set(inCategory.items.map(({ supplier }) => supplier.kind))).toEqual(new Set(['pharmacy']))
    expect(codes(await call(products.byCategory, { params: { id: tree?.id ?? 0 }, query: {} }))).toEqual(codes(inCategory))
    const { departments } = await call(catalogue.products, { query: { supplierId: 1 } })
    const extra = departments[1]?.id ?? 0
    expect((await listed({ c: extra })).sort()).toEqual(['ADULT', 'GONE', 'SALE', 'THREE'])
    const department = await call(products.byDepartment, { params: { id: extra }, query: { take: 2 } })
    expect([codes(department), department.totalCount]).toEqual([['SALE', 'ADULT'], 4])
    expect(codes(await call(catalogue.listing, { query: { catalog: 'green' } })).sort()).toEqual(['PLAIN', 'TEN'])
    expect(all.totalCount).toBeGreaterThan(20)
  })

  test('come in pages: 24 of a listing, 21 of a filter, nothing beyond the end, no more than the cap', async () => {
    const { call } = api.guest()
    const first = await call(catalogue.listing, { query: {} })
    expect(first.items).toHaveLength(24)
    const second = await call(catalogue.listing, { query: { skip: 24 } })
    const whole = await call(catalogue.listing, { query: { take: 100_000 } })
    expect(whole.items).toHaveLength(whole.totalCount)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(whole.items.slice(0, 48).map(({ id }) => id))
    const filtered = await call(products.filter, { params: { id: 2 }, query: {} })
    expect(filtered.items).toHaveLength(21)
    expect((await call(products.filter, { params: { id: 2 }, query: { skip: 900_000 } })).items).toEqual([])
    const stores = await call(products.filter, { params: { id: 2 }, query: { supplierType: 1 } })
    expect(new Set(stores.items.map(({ supplier }) => supplier.kind))).toEqual(new Set(['store']))
  })

  test('are refused for what is unknown or upside down', async () => {
    const bad = 'BAD_REQUEST'
    expect(await refused('/products/listing?o=99')).toEqual([400, bad, 'o'])
    expect(await refused('/products/listing?min=-1')).toEqual([400, bad, 'min'])
    expect(await refused('/products/listing?min=500&max=100')).toEqual([400, bad, 'min'])
    expect(await refused('/products/listing?f=x-1')).toEqual([400, bad, 'f'])
    expect(await refused('/products/listing?f=c-ZZ')).toEqual([400, bad, 'f'])
    expect(await refused('/products/listing?pi=nothing')).toEqual([400, bad, 'pi'])
    expect(await refused('/products/listing?pc=Armenia')).toEqual([400, bad, 'pc'])
    expect(await refused(`/products/listing?f=${Array.from({ length: 3_000 }, () => 'c-AM').join('|')}`)).toEqual([400, bad, 'f'])
    expect((await refused('/products/listing?f=b-nobody'))[1]).toBe('BRAND_NOT_FOUND')
    expect((await refused('/products/listing?c=99999'))[1]).toBe('NOT_FOUND')
    expect((await refused('/products/listing?s=99999'))[1]).toBe('SUPPLIER_NOT_FOUND')
    expect((await refused('/products/filter/99999'))[1]).toBe('NOT_FOUND')
    expect((await refused('/products/department/999999'))[1]).toBe('NOT_FOUND')
    expect((await refused('/categories/getFilters/99999'))[1]).toBe('NOT_FOUND')
    expect((await refused('/brands/basic-info/nobody'))[1]).toBe('BRAND_NOT_FOUND')
    expect((await refused('/catalogs/nothing'))[1]).toBe('NOT_FOUND')
    expect((await refused('/catalogs?type=castle'))[2]).toBe('type')
  })
})

describe('filters', () => {
  test('say what there is, how much of it, and between which prices', async () => {
    const { call } = api.guest('ru')
    const filters = await call(products.filters, { params: { id: 4 }, query: {} })
    const group = (key: string) => filters.properties.find((one) => one.key === key)
    expect(group('brand')?.values).toEqual([{ id: 'b-sari-kat', key: 'sari-kat', name: 'Сари Кат', count: 1 }])
    expect(group('country')?.values[0]).toMatchObject({ id: 'c-AM', name: 'Армения' })
    expect(group('diet')).toEqual({
      key: 'diet',
      name: 'Питание',
      values: [
        { id: 'p-vegan', key: 'vegan', name: 'Веганское', count: 2 },
        { id: 'p-spicy', key: 'spicy', name: 'Острое', count: 2 }
      ]
    })
    expect(filters.minPrice.value).toBeLessThanOrEqual(250)
    expect(filters.maxPrice.value).toBeGreaterThanOrEqual(5200)
    expect(filters.categories.map(({ key }) => key)).toEqual(['armenian', 'pizza'])
    expect(filters.sortings.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    for (const { values } of filters.properties)
      for (const { id, count } of values)
        expect((await call(catalogue.listing, { query: { c: 4, f: id, take: 1 } })).totalCount, id).toBe(count)
    const none = await call(products.filters, { params: { id: 13821 }, query: { brand: 'sari-kat' } })
    expect([none.minPrice.value, none.maxPrice.value, none.properties]).toEqual([0, 0, []])
  })
})

describe('brands and catalogs', () => {
  test('a brand shows who sells it and a page of its goods', async () => {
    const { call } = api.guest()
    const brands = await call(products.brands)
    expect(brands).toEqual([{ id: expect.any(Number) as number, key: 'sari-kat', name: 'Sari Kat', productsCount: 2 }])
    expect(await call(products.brands, { query: { city: 'gyumri' } })).toEqual([])
    const brand = await call(products.brand, { params: { id: String(brands[0]?.id) }, query: {} })
    expect(brand).toMatchObject({ key: 'sari-kat', totalCount: 2 })
    expect(brand.suppliers.map(({ alias }) => alias)).toEqual(['always-open', 'paper-bag'])
    expect(codes(brand)).toContain('TEN')
    expect((await call(products.brand, { params: { id: 'sari-kat' }, query: { term: 'tolma' } })).items).toEqual([])
  })

  test('a catalog holds what its rule says, by type and one by one', async () => {
    const { call } = api.guest('hy')
    const keys = async (type?: string) => (await call(products.catalogs, { query: type ? { type } : {} })).map(({ key }) => key)
    expect(await keys()).toEqual(['green', 'bargains'])
    expect(await keys('store')).toEqual(['green'])
    const counts = async (city?: string) => (await call(products.catalogs, { query: { city } })).map((one) => [one.key, one.productsCount])
    expect([(await counts()).flat(), await counts('gyumri')]).toEqual([['green', 2, 'bargains', 1], []])
    const catalog = await call(products.catalog, { params: { id: 'bargains' }, query: {} })
    expect(catalog).toMatchObject({ name: 'Զեղչեր', productsCount: 1, totalCount: 1, items: [{ code: 'SALE' }] })
  })

  test('all suppliers by kind, and the page of supermarkets', async () => {
    const { call } = api.guest()
    const tree = await call(products.suppliersTree)
    expect(tree.map(({ kind, type, suppliersCount }) => [kind, type, suppliersCount])).toContainEqual(['restaurant', 2, 4])
    expect(tree.find(({ kind }) => kind === 'restaurant')?.categories.map(({ key }) => key)).toEqual(['armenian', 'pizza'])
    const page = await call(products.supermarkets)
    expect(page.suppliers.items.map(({ alias }) => alias)).toEqual(['paper-bag'])
    expect(page.categories.map(({ key }) => key)).toEqual(['groceries'])
    expect((await call(catalogue.categoryTree, { params: { path: '6046' } })).name).toBe('Supermarkets')
  })
})

describe('suppliers', () => {
  const aliases = async (query: object) => (await api.guest().call(catalogue.suppliers, { query })).items.map(({ alias }) => alias)

  test('have nine orders, each the same every time, open ones first', async () => {
    const usual = await aliases({ sorting: SUPPLIER_SORTINGS.recommended, type: 7 })
    expect(await aliases({ type: 7 })).toEqual(usual)
    for (const sorting of Object.values(SUPPLIER_SORTINGS)) {
      const { items } = await api.guest().call(catalogue.suppliers, { query: { type: 7, sorting } })
      expect(items.map(({ alias }) => alias).sort(), String(sorting)).toEqual([...usual].sort())
      expect(
        items.map(({ open }) => open.status),
        String(sorting)
      ).toEqual(items.map(({ open }) => open.status).sort())
      expect(await aliases({ type: 7, sorting })).toEqual(items.map(({ alias }) => alias))
    }
    expect(await refused('/suppliers?sorting=12')).toEqual([400, 'BAD_REQUEST', 'sorting'])
  })

  test('are near or far: distance, price and minutes of a point', async () => {
    const gyumri = { lat: 40.7894, lng: 43.8475 }
    const { items } = await api.guest().call(catalogue.suppliers, { query: { ...gyumri, sorting: SUPPLIER_SORTINGS.distance } })
    expect(items[0]).toMatchObject({ alias: 'far-away', near: { delivers: true } })
    expect(items.find(({ alias }) => alias === 'always-open')?.near).toMatchObject({ delivers: false })
    const km = items.filter(({ open }) => open.status === 0).map(({ near }) => near?.km ?? 0)
    expect(km).toEqual(km.toSorted((a, b) => a - b))
    const only = await aliases({
      type: 7,
      ids: items
        .slice(0, 2)
        .map(({ id }) => id)
        .join('|')
    })
    expect(only).toHaveLength(2)
    const branches = await api.guest().call(catalogue.branchesByCoordinates, {
      params: { supplierId: items[0]?.id ?? 0 },
      query: gyumri
    })
    expect(branches[0]).toMatchObject({ city: 'gyumri', delivers: true, km: items[0]?.near?.km })
    expect((await refused('/suppliers/getBranchesByCoordinates/1?lat=40'))[0]).toBe(400)
    expect((await refused('/suppliers/getBranchesByCoordinates/99999?lat=40&lng=44'))[1]).toBe('SUPPLIER_NOT_FOUND')
  })

  test('with deals, or with free delivery', async () => {
    expect(await aliases({ type: 7, deals: true })).toEqual(['always-open'])
    expect(await aliases({ type: 7, freeDelivery: true })).toContain('always-open')
  })
})

describe('a product', () => {
  test('knows its unit price, gifts, properties and brand, and what goes with it', async () => {
    const { call } = api.guest()
    const plain = await api.product(1, 'PLAIN')
    const product = await call(catalogue.product, { params: { id: plain }, query: { withCrossSelling: true } })
    expect(product).toMatchObject({
      unitPrice: { price: 2000, per: 'kg' },
      gifts: [{ name: 'Gata' }],
      properties: [{ key: 'vegan', name: 'Vegan' }, { key: 'spicy' }],
      selectedOptions: []
    })
    expect(codes({ items: product.crossSelling ?? [] })[0]).toBe('SALE')
    expect(codes({ items: product.crossSelling ?? [] })).not.toContain('GONE')
    const ten = await call(products.one, { params: { id: await api.product(1, 'TEN') } })
    expect(ten.brand).toMatchObject({ key: 'sari-kat', name: 'Sari Kat' })
    const path = `/products/${plain}`
    expect((await refused(`${path}?supplierId=2`))[1]).toBe('ARTICLE_NOT_FOUND')
    expect((await refused(`${path}?supplierId=1&brandId=1`))[1]).toBe('ARTICLE_NOT_FOUND')
    expect((await call(products.byLink, { params: { link: `${plain}-tolma` } })).id).toBe(plain)
    expect((await refused('/products/link/tolma'))[1]).toBe('ARTICLE_NOT_FOUND')
  })

  test('opens with the choice of a link, as far as it fits', async () => {
    const { call } = api.guest()
    const id = await api.product(1, 'OPTIONS')
    const { configurators } = await call(catalogue.product, { params: { id }, query: {} })
    const [size, extras] = configurators.map(({ values }) => values.map((value) => value.id))
    const asked = async (ids: (number | string | undefined)[]) =>
      (await call(catalogue.product, { params: { id }, query: { selectedOptions: ids.join('|') } })).selectedOptions
    expect(await asked([size?.[1], extras?.[0]])).toEqual([size?.[1], extras?.[0]])
    expect(await asked([size?.[0], size?.[1], 999_999, 'x'])).toEqual([size?.[0]])
    expect(await asked(extras ?? [])).toEqual(extras?.slice(0, 2))
  })

  test('shows an option that is sold out, and takes no order for it', async () => {
    const guest = api.guest()
    const id = await api.product(1, 'OPTIONS')
    const { configurators } = await guest.call(catalogue.product, { params: { id }, query: {} })
    const [size, extras, side] = configurators.map(({ values }) => values)
    const garlic = extras?.find(({ soldOut }) => soldOut)
    expect(garlic?.name).toBe('Garlic')
    const selectedOptions = [size?.[0]?.id, side?.[0]?.id].filter((one) => one !== undefined)
    const add = async (options: number[]) =>
      (await guest.raw('POST', '/baskets', { body: { productId: id, quantity: 1, selectedOptions: options } })).status
    expect(await add([...selectedOptions, garlic?.id ?? 0])).toBe(400)
    expect(await add(selectedOptions)).toBe(200)
  })
})
