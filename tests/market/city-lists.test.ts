import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller, type Call } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { CategoryNode, ProductCard, SupplierCard } from '#contract/catalogue/calls.ts'
import * as home from '#contract/home/calls.ts'
import * as info from '#contract/info/calls.ts'
import * as products from '#contract/products/calls.ts'
import { PARENT_CATEGORY, SUPPLIER_KINDS, SUPPLIER_SORTINGS, SUPPLIER_TYPE } from '#domain/enums.ts'
import { APP_BAR, HOME_SECTIONS } from '#domain/home.ts'
import { createAdapters } from '#server/adapters/create.ts'
import { createApi } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Engine } from '#server/db/engine.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { createKernel } from '#server/process/create-kernel.ts'
import { INSIDE } from '#server/routes/http/caller.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { ROOT } from '#tests/support/sources.ts'

/** A Wednesday at half past eight: some are open, some are not. */
const MORNING = Date.parse('2026-11-18T08:30:00+04:00')
const TAKE = 24
const CITIES = ['yerevan', 'gyumri', 'vanadzor', 'dilijan']
let engine: Engine
let call: Call
/** By city and supplier: whether it delivers to the centre or has a branch there, and whether one of those branches is open. */
const truth = new Map<string, { delivers: boolean; open: boolean }>()

beforeAll(async () => {
  engine = await openEmptyDatabase()
  await importMarket(engine, join(ROOT, 'content/market'))
  const config = readConfig({ LOG: 'silent', SECRET: 'only-for-tests-only-for-tests-only-for-tests' })
  const now = (): number => MORNING
  const app = createApi(createKernel({ config, engine, now, log: () => undefined, adapters: await createAdapters(engine, config, now) }))
  call = createCaller({
    fetch: async (path, init = {}) => app.fetch(new Request(new URL(path, 'http://shuka.test'), init), INSIDE),
    locale: 'en'
  })
  const { cities } = await call(info.info)
  expect(cities.map(({ key }) => key)).toEqual(CITIES)
  const { items } = await call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.all, take: 200 } })
  for (const { id } of items)
    for (const { key, lat, lng } of cities) {
      const branches = await call(catalogue.branchesByCoordinates, { params: { supplierId: id }, query: { lat, lng } })
      const serving = branches.filter(({ city, delivers }) => city === key || delivers)
      truth.set(`${key} ${id}`, { delivers: serving.length > 0, open: serving.some(({ open }) => open.status === 0) })
    }
})
afterAll(() => engine.close())

const truthOf = (city: string, id: number) => truth.get(`${city} ${id}`) ?? { delivers: false, open: false }
/** What is wrong with a list: what does not deliver to the city, and what stands behind something worse. */
const faultsOf = (city: string, list: string, items: readonly { id: number; name: string; soldOut?: boolean }[]): string[] => {
  const rank = ({ id, soldOut }: { id: number; soldOut?: boolean }): number => (soldOut ? 2 : 0) + (truthOf(city, id).open ? 0 : 1)
  return items.flatMap((item, index) => {
    const before = items[index - 1]
    return [
      ...(truthOf(city, item.id).delivers ? [] : [`${city} ${list}: ${item.name} does not deliver`]),
      ...(before && rank(before) > rank(item) ? [`${city} ${list}: ${item.name} stands behind ${before.name}`] : [])
    ]
  })
}
const sellers = (items: readonly ProductCard[]) =>
  items.map(({ name, stock, supplier }) => ({ id: supplier.id, name: `${name} of ${supplier.name}`, soldOut: stock === 0 }))
const flat = (nodes: readonly CategoryNode[]): CategoryNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

test('the market is one where that can go wrong', () => {
  const all = [...truth.values()]
  expect(all.some(({ delivers, open }) => delivers && !open)).toBe(true)
  expect(all.some(({ delivers, open }) => delivers && open)).toBe(true)
  expect(all.some(({ delivers }) => !delivers)).toBe(true)
})

test.each(CITIES)('first pages of all lists of places in %s: who delivers, open before closed', async (city) => {
  const faults: string[] = []
  for (const kind of SUPPLIER_KINDS)
    for (const sorting of Object.values(SUPPLIER_SORTINGS)) {
      const query = { type: SUPPLIER_TYPE[kind], city, sorting, take: TAKE }
      const { items } = await call(catalogue.suppliers, { query })
      faults.push(...faultsOf(city, `${kind} ${sorting}`, items))
      const open = await call(catalogue.suppliers, { query: { ...query, openNow: true } })
      faults.push(...open.items.filter(({ id }) => !truthOf(city, id).open).map(({ name }) => `${name} is not open`))
    }
  expect(faults).toEqual([])
})

test.each(CITIES)('first pages of all lists of products in %s: what is delivered, of open before closed, sold out last', async (city) => {
  const [tree, brands, catalogs] = [
    await call(catalogue.categories, { query: { type: 'all' } }),
    await call(products.brands),
    await call(products.catalogs, { query: {} })
  ]
  const lists = [
    { c: PARENT_CATEGORY.root },
    ...flat(tree).map(({ id }) => ({ c: id })),
    ...brands.map(({ key }) => ({ f: `b-${key}` })),
    ...catalogs.map(({ key }) => ({ catalog: key })),
    { dc: true }
  ]
  const faults: string[] = []
  for (const list of lists) {
    const { items, totalCount } = await call(catalogue.listing, { query: { ...list, city, take: TAKE } })
    faults.push(...faultsOf(city, JSON.stringify(list), sellers(items)))
    if ('c' in list) {
      const filters = await call(products.filters, { params: { id: list.c }, query: { city } })
      if (filters.totalCount !== totalCount) faults.push(`${city} ${JSON.stringify(list)}: ${filters.totalCount} of ${totalCount}`)
    }
  }
  expect(faults).toEqual([])
})

test.each(CITIES)(
  'blocks and collections in %s: what is delivered, of open before closed, nothing twice by a rule, new only what is new',
  async (city) => {
    const faults: string[] = []
    for (const id of APP_BAR.filter((one) => one !== 'buy-it-again'))
      for (const skip of [0, 10, 40]) {
        const view = await call(home.quickView, { params: { id }, query: { city, take: TAKE, skip } })
        faults.push(...faultsOf(city, id, sellers(view.items)), ...faultsOf(city, id, view.suppliers))
        if (id === 'new-on-buy') expect(view.suppliers.every(({ isNew }) => isNew)).toBe(true)
      }
    for (const alias of HOME_SECTIONS) {
      const { blocks } = await call(home.blocks, { params: { alias }, query: { city } })
      const shown: (SupplierCard | ProductCard)[] = []
      for (const block of blocks) {
        if ('suppliers' in block) faults.push(...faultsOf(city, `${alias} ${block.key}`, block.suppliers))
        if ('products' in block) faults.push(...faultsOf(city, `${alias} ${block.key}`, sellers(block.products)))
        if (block.type === 'manufacturer-slider') shown.push(...block.suppliers)
        if (block.type === 'manufacturer-slider' && block.key === 'new-places')
          expect(block.suppliers.every(({ isNew }) => isNew)).toBe(true)
        if (block.type === 'category-teaser')
          expect(block.categories.filter(({ suppliersCount }) => suppliersCount === 0 && block.look === 'categories')).toEqual([])
        if (block.type === 'article-slider') shown.push(...block.products)
      }
      if (alias === 'restaurants') {
        const { items } = await call(catalogue.suppliers, { query: { city, take: 8 } })
        const listed = new Set(items.map(({ id }) => id))
        expect(shown.length === 0 || shown.some(({ id }) => !listed.has(id))).toBe(true)
      }
      expect(new Set(shown.map((one) => `${'alias' in one} ${one.id}`)).size, alias).toBe(shown.length)
    }
    expect(faults).toEqual([])
  }
)

test('pages of a collection follow each other without gap or repetition, across open and closed', async () => {
  const all = await call(home.quickView, { params: { id: 'hot-deals' }, query: { city: 'yerevan', take: 200 } })
  const steps = [0, 7, 14, 21, 28, 35, 42].map((skip) => ({ city: 'yerevan', take: 7, skip }))
  const pages = await Promise.all(steps.map((query) => call(home.quickView, { params: { id: 'hot-deals' }, query })))
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
  expect(ids).toEqual(all.items.slice(0, ids.length).map(({ id }) => id))
  const far = await call(home.quickView, { params: { id: 'hot-deals' }, query: { city: 'yerevan', take: 5, skip: all.items.length - 5 } })
  expect(far.items.map(({ id }) => id)).toEqual(all.items.slice(-5).map(({ id }) => id))
})

test('an unknown city is the default one', async () => {
  const ask = async (city?: string) =>
    (await call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.restaurant, take: 200, city } })).items
  expect(await ask('atlantis')).toEqual(await ask('yerevan'))
  const blocks = (city?: string) => call(home.blocks, { params: { alias: 'main' }, query: { city } })
  expect(await blocks('atlantis')).toEqual(await blocks('yerevan'))
  expect(await blocks()).toEqual(await blocks('yerevan'))
})
