import type { Filters, FiltersQuery, FilterValue } from '#contract/goods.ts'
import { countryName } from '#domain/countries.ts'
import { MOST_PROPERTIES } from '#domain/constants.ts'
import { PARENT_CATEGORY, PRODUCT_SORTINGS, SUPPLIER_KINDS, supplierKindOfType } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import { toAmd } from '#domain/money.ts'
import type { Key, Translate } from '#i18n/keys.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { brandBy } from './by-key.ts'
import type { Snapshot } from './directory.ts'
import { fits } from './find-goods.ts'
import { goodsOf, inCatalog, inCategory, type Wanted } from './goods-wanted.ts'
import { BRAND, countryCode, countryOf, MARKS, PRICE, PROPERTIES, propertyBits, readShelves, WIDTH, type Shelf } from './shelf.ts'

/** How many goods there are of each value, and the ends of their prices. */
interface Tally {
  min: number
  max: number
  brands: Map<number, number>
  countries: Map<number, number>
  properties: number[]
}

/** By their number: an array counts a million goods ten times faster than a map. */
const mapOf = (counts: readonly (number | undefined)[]): Map<number, number> =>
  new Map(counts.flatMap((count, key) => (key !== 0 && count ? [[key, count] as const] : [])))

const tallyOf = (shelves: readonly Shelf[], wanted: Wanted): Tally => {
  const properties = Array.from({ length: MOST_PROPERTIES }, () => 0)
  const brands: number[] = []
  const countries: number[] = []
  let min = Infinity
  let max = 0
  for (const shelf of shelves) {
    for (let at = 0; at < shelf.length; at += WIDTH) {
      if (!fits(shelf, at, wanted)) continue
      const brand = shelf[at + BRAND] ?? 0
      const country = countryOf(shelf[at + MARKS] ?? 0)
      let bits = shelf[at + PROPERTIES] ?? 0
      const price = shelf[at + PRICE] ?? 0
      if (price < min) min = price
      if (price > max) max = price
      brands[brand] = (brands[brand] ?? 0) + 1
      countries[country] = (countries[country] ?? 0) + 1
      for (let bit = 0; bits !== 0; bit += 1, bits >>>= 1) if (bits & 1) properties[bit] = (properties[bit] ?? 0) + 1
    }
  }
  return { min, max, brands: mapOf(brands), countries: mapOf(countries), properties }
}

/** Counting a market is not done for every page. */
const MOST_KEPT = 300
const tallies = new WeakMap<Snapshot, Map<string, Tally>>()
const tallied = async (ctx: Context, market: Snapshot, wanted: Wanted): Promise<Tally> => {
  const kept = tallies.get(market) ?? new Map<string, Tally>()
  tallies.set(market, kept)
  const key = `${wanted.scope} ${wanted.brands ? [...wanted.brands].join() : ''}`
  const known = kept.get(key) ?? tallyOf(await readShelves(ctx.readDb, market, wanted.suppliers), wanted)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, known)
  return known
}

/** How many goods each brand has on the market. */
export const brandCounts = async (ctx: Context, market: Snapshot): Promise<ReadonlyMap<number, number>> =>
  (await tallied(ctx, market, goodsOf(market, 'all'))).brands

const LABELS: Record<keyof typeof PRODUCT_SORTINGS, Key> = {
  recommended: 'listing:recommended',
  priceUp: 'listing:priceUp',
  priceDown: 'listing:priceDown',
  discount: 'listing:biggestDiscount',
  newest: 'listing:newest'
}
const sortingsOf = (t: Translate): Filters['sortings'] =>
  (Object.keys(PRODUCT_SORTINGS) as (keyof typeof PRODUCT_SORTINGS)[]).map((key) => ({ id: PRODUCT_SORTINGS[key], name: t(LABELS[key]) }))

const groupsOf = (market: Snapshot, tally: Tally, locale: Locale, t: Translate): Filters['properties'] => {
  const byCount = (a: FilterValue, b: FilterValue): number => b.count - a.count || (a.key < b.key ? -1 : 1)
  const brands = market.brands.flatMap(({ id, key, name, active }) => {
    const count = tally.brands.get(id) ?? 0
    return active && count > 0 ? [{ id: `b-${key}`, key, name: name[locale], count }] : []
  })
  const countries = [...tally.countries].map(([bits, count]) => {
    const key = countryCode(bits)
    return { id: `c-${key}`, key, name: countryName(key, locale), count }
  })
  const bits = propertyBits(market)
  const values = market.properties.flatMap(({ key, groupKey, groupName, name }) => {
    const count = tally.properties[31 - Math.clz32(bits.get(key) ?? 0)] ?? 0
    return count > 0 ? [{ groupKey, groupName, value: { id: `p-${key}`, key, name: name[locale], count } }] : []
  })
  const groups = [...Map.groupBy(values, ({ groupKey }) => groupKey)].map(([key, own]) => ({
    key,
    name: own[0]?.groupName[locale] ?? key,
    values: own.map(({ value }) => value)
  }))
  return [
    { key: 'brand', name: t('listing:brand'), values: brands.sort(byCount) },
    { key: 'country', name: t('listing:country'), values: countries.sort(byCount) },
    ...groups
  ].filter((group) => group.values.length > 0)
}

/** What the goods of a category may be narrowed by (GET /categories/getFilters/{id}). */
export const readFilters = async (ctx: Context, id: number, { brand, catalog, supplierType }: FiltersQuery): Promise<Filters> => {
  const market = await ctx.directory.read()
  const kind = supplierType === undefined ? 'all' : supplierKindOfType(supplierType)
  if (!kind) throw fail('BAD_REQUEST', { field: 'supplierType' })
  const all = goodsOf(market, kind)
  const within = new Set(inCategory(market, id))
  let wanted: Wanted = { ...all, scope: `${kind} in ${id}`, suppliers: all.suppliers.filter((supplier) => within.has(supplier)) }
  if (catalog !== undefined) wanted = inCatalog(market, wanted, catalog)
  if (brand !== undefined) wanted = { ...wanted, brands: new Set([brandBy(market, brand).id]) }
  const tally = await tallied(ctx, market, wanted)
  const t = getTranslator(ctx.locale)
  return {
    minPrice: { value: tally.max === 0 ? 0 : Math.floor(toAmd(tally.min)) },
    maxPrice: { value: Math.ceil(toAmd(tally.max)) },
    properties: groupsOf(market, tally, ctx.locale, t),
    categories: categoriesOf(market, id, wanted, ctx.locale),
    sortings: sortingsOf(t)
  }
}

/** Categories below this one whose suppliers are among them. */
const categoriesOf = (market: Snapshot, id: number, { suppliers }: Wanted, locale: Locale): Filters['categories'] => {
  const kind = SUPPLIER_KINDS.find((one) => PARENT_CATEGORY[one] === id)
  const below = market.categories.filter((row) =>
    id === PARENT_CATEGORY.root ? row.parentId === null : kind ? row.kind === kind && row.parentId === null : row.parentId === id
  )
  const counts = new Map<number, number>()
  for (const { categories } of suppliers) for (const category of categories) counts.set(category.id, (counts.get(category.id) ?? 0) + 1)
  return below.flatMap((row) => {
    const children = market.categories.filter(({ parentId }) => parentId === row.id)
    const count = [row, ...children].reduce((sum, one) => sum + (counts.get(one.id) ?? 0), 0)
    return count > 0 ? [{ id: row.id, key: row.key, name: row.name[locale], count }] : []
  })
}
