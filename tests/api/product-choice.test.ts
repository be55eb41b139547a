import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as products from '#contract/products/calls.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { importChanged } from '#tests/support/market-copy.ts'

/** Properties of a product by its code, and the brands and categories that the small market of the other tests does not need. */
const PROPERTIES: Record<string, string> = { PLAIN: 'vegan|spicy', TEN: 'vegan', OPTIONS: 'spicy', SALE: 'spicy', THREE: 'vegan' }
const BRANDS: Record<string, string> = { PLAIN: 'sari-kat', TEN: 'other', SALE: 'other', THREE: 'sari-kat', ADULT: 'karas' }
const MORE = `
properties:
  - key: diet
    name: { hy: Սնունդ, en: Diet, ru: Питание }
    values:
      - { key: vegan, name: { hy: Բուսական, en: Vegan, ru: Веганское } }
      - { key: spicy, name: { hy: Կծու, en: Spicy, ru: Острое } }
`
const LAHMAJO = '  - { key: lahmajo, kind: restaurant, parent: pizza, picture: 🫓, name: { hy: Լահմաջո, en: Lahmajo, ru: Ламаджо } }\n'
const OTHER = `  - { key: other, name: { hy: Այլ, en: Other, ru: Другой } }
  - { key: karas, name: { hy: Կարաս, en: Karas, ru: Карас } }
`
/** The file ends in brand, country, adult, picture, options. */
const branded = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line, index) => {
      const [code = ''] = line.split(',')
      if (index === 0) return `${line},properties`
      const cells = line.split(',')
      cells.splice(-5, 2, BRANDS[code] ?? '', code === 'SALE' ? 'GE' : (cells.at(-4) ?? ''))
      return [...cells, PROPERTIES[code] ?? ''].join(',')
    })
    .join('\n')

let api: TestApi
beforeAll(async () => {
  api = await startApi()
  await importChanged(api.engine, {
    'always-open/products.csv': branded,
    'always-open/supplier.yaml': (text) =>
      text.replace('{ key: main,', '{ key: main, category: pizza,').replace('{ key: extra,', '{ key: extra, category: lahmajo,'),
    '../market.yaml': (text) => text.replace(/^brands:.*\n/m, `${LAHMAJO}$&${OTHER}`) + MORE
  })
  api.kernel.directory.invalidate()
})
afterAll(() => api.close())

const idOf = async (key: string): Promise<number> => {
  const tree = await api.guest().call(products.suppliersTree)
  const all = tree.flatMap(({ categories }) => categories.flatMap((node) => [node, ...node.children]))
  return all.find((node) => node.key === key)?.id ?? 0
}
const codesOf = async (id: number): Promise<string[]> =>
  (await api.guest().call(products.byCategory, { params: { id }, query: {} })).items.map(({ code }) => code).sort()

describe('the goods of a category', () => {
  test('are those of the departments that name it or one below it, not all that its suppliers sell', async () => {
    const { call } = api.guest()
    const [pizza, lahmajo] = [await idOf('pizza'), await idOf('lahmajo')]
    expect(await codesOf(lahmajo)).toEqual(['ADULT', 'GONE', 'SALE', 'THREE'])
    expect(await codesOf(pizza)).toEqual(['ADULT', 'GONE', 'OPTIONS', 'PLAIN', 'SALE', 'TEN', 'THREE', 'WEIGHED'])
    const counts = await Promise.all([
      call(catalogue.listing, { query: { c: lahmajo } }),
      call(products.filter, { params: { id: lahmajo }, query: {} }),
      call(products.filter, { params: { id: 4 }, query: { c: lahmajo } }),
      call(products.filters, { params: { id: lahmajo }, query: {} })
    ])
    expect(counts.map(({ totalCount }) => totalCount)).toEqual([4, 4, 4, 4])
    expect((await call(products.filters, { params: { id: lahmajo }, query: {} })).goodsOf).toBe('category')
    expect((await call(products.filters, { params: { id: 4 }, query: {} })).goodsOf).toBe('category')
  })

  test('are all that its suppliers sell where no department names it, which is said', async () => {
    const { call } = api.guest()
    const armenian = await idOf('armenian')
    const { goodsOf, totalCount } = await call(products.filters, { params: { id: armenian }, query: {} })
    const listed = await call(catalogue.listing, { query: { c: armenian, take: 200 } })
    expect(goodsOf).toBe('suppliers')
    expect(listed.totalCount).toBe(totalCount)
    expect(new Set(listed.items.map(({ supplier }) => supplier.alias))).toContain('night-owl')
  })

  test('a department that names an unknown category, or one of another kind, is refused with its line', async () => {
    const imported = (category: string) =>
      importChanged(api.engine, {
        'always-open/supplier.yaml': (text) => text.replace('{ key: main,', `{ key: main, category: ${category},`)
      })
    await expect(imported('castles')).rejects.toThrow(/always-open\/supplier\.yaml:35.*castles.*a category of market\.yaml/)
    await expect(imported('groceries')).rejects.toThrow(/always-open\/supplier\.yaml:35.*groceries.*for the kind store/)
  })
})

describe('counts of filters', () => {
  const SIGNS: Record<string, string> = { brand: 'b-', country: 'c-' }
  test.each([
    {},
    { f: 'b-other' },
    { f: 'b-other|b-sari-kat' },
    { f: 'c-AM' },
    { f: 'b-sari-kat|c-GE' },
    { f: 'p-vegan' },
    { f: 'b-other|p-vegan|c-AM' },
    { min: 600 },
    { max: 600, f: 'p-vegan' },
    { dc: true },
    { dc: true, f: 'c-AM' },
    { pi: 'spicy', pc: 'AM' }
  ])('beside %j are what a list with the value holds', async (chosen: { f?: string; min?: number; max?: number; dc?: boolean }) => {
    const { call } = api.guest()
    const whole = await call(products.filters, { params: { id: 4 }, query: {} })
    const filters = await call(products.filters, { params: { id: 4 }, query: chosen })
    const found = (query: object) => call(catalogue.listing, { query: { c: 4, ...query } })
    expect(filters.totalCount).toBe((await found(chosen)).totalCount)
    const ids = (of: typeof whole) => of.properties.map(({ values }) => values.map(({ id }) => id))
    // Values and bounds stay where they are, whatever is chosen.
    expect([ids(filters), filters.minPrice, filters.maxPrice]).toEqual([ids(whole), whole.minPrice, whole.maxPrice])
    const picked = chosen.f?.split('|') ?? []
    for (const { key, values } of filters.properties) {
      const sign = SIGNS[key]
      // `pc` chooses countries too.
      const others = { ...chosen, ...(key === 'country' ? { pc: undefined } : {}) }
      for (const { id, count } of values) {
        const f = [...new Set([...picked.filter((one) => sign === undefined || !one.startsWith(sign)), id])].join('|')
        expect((await found({ ...others, f })).totalCount, id).toBe(count)
      }
    }
  })

  test('of a brand and a catalog know nothing of other lists, and a wrong choice is refused', async () => {
    const { call, raw } = api.guest()
    const own = await call(products.filters, { params: { id: 4 }, query: { brand: 'other', f: 'b-sari-kat' } })
    expect(own.totalCount).toBe(0)
    expect(own.properties.find(({ key }) => key === 'brand')?.values).toEqual([{ id: 'b-other', key: 'other', name: 'Other', count: 2 }])
    const wrong = async (query: string) => (await raw('GET', `/categories/getFilters/4?${query}`)).envelope.messages[0]
    expect(await wrong('min=500&max=100')).toMatchObject({ type: 'BAD_REQUEST', field: 'min' })
    expect(await wrong('f=p-nothing')).toMatchObject({ type: 'BAD_REQUEST', field: 'f' })
  })
})

describe('a term in a list of goods', () => {
  const names = async (query: object) => (await api.guest().call(catalogue.listing, { query: { ...query } })).items.map(({ name }) => name)

  test('is found as search finds it, with a slip and in another keyboard layout, the best match first', async () => {
    expect(await names({ s: 1, term: 'khorovts' })).toEqual(['Pork khorovats'])
    expect(await names({ s: 1, term: '[jhjdfw' })).toEqual(['Pork khorovats'])
    expect((await names({ term: 'pizza' }))[0]).toBe('Pizza')
    const searched = await api.guest().raw<{ products: { name: string }[] }>('GET', '/search?term=khinkali')
    expect(await names({ term: 'khinkali' })).toEqual(searched.envelope.data?.products.map(({ name }) => name))
  })

  test('in a menu too, whatever it is called there, narrowed to a department, page by page', async () => {
    const { call } = api.guest()
    const menu = async (query: object) => call(catalogue.products, { query: { supplierId: 1, ...query } })
    const found = async (term: string) => (await menu({ term })).items.map(({ name }) => name)
    for (const term of ['khorovts', '[jhjdfw', 'xorovats', 'խորովածով', 'pork khor'])
      expect(await found(term), term).toEqual(['Pork khorovats'])
    const [{ departmentId } = { departmentId: 0 }] = (await menu({ term: 'khorovats' })).items
    expect((await menu({ term: 'xorovats', departmentId })).totalCount).toBe(1)
    const other = (await menu({})).departments.find(({ id }) => id !== departmentId)
    expect(await menu({ term: 'xorovats', departmentId: other?.id })).toMatchObject({ items: [], totalCount: 0 })
    expect(await menu({ term: 'xorovats', skip: 1 })).toMatchObject({ items: [], totalCount: 1 })
    expect(await found('%')).toEqual([])
  })

  test('is narrowed like any list, stands in another order when asked, and is cut when it is too long', async () => {
    const { call } = api.guest()
    const found = await call(catalogue.listing, { query: { c: 4, term: 'pizza lahmajo tolma', o: 2 } })
    const prices = found.items.map(({ price }) => price)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
    const filtered = await call(products.filter, { params: { id: 4 }, query: { term: 'tolma', f: 'b-sari-kat' } })
    expect(filtered.items.map(({ code }) => code)).toEqual(['PLAIN'])
    expect(await names({ term: `tolma${' '.repeat(5_000)}` })).toContain('Tolma')
    expect(await names({ term: '%' })).toEqual([])
  })
})

test('a brand of goods for adults alone is named to those who are confirmed', async () => {
  const { call, raw } = api.guest()
  const confirmed = { headers: { Cookie: 'buy_is_adult=1' } }
  const named = async (options?: object) =>
    JSON.stringify(
      [await raw('GET', '/brands', options), await raw('GET', '/categories/getFilters/2', options)].map(({ envelope }) => envelope.data)
    )
  expect(await named()).not.toContain('Karas')
  expect(await named(confirmed)).toContain('Karas')
  expect((await call(products.brand, { params: { id: 'karas' }, query: {} })).name).toBe('18+')
})
