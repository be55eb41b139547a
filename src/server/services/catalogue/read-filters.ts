import type { Filters, FiltersQuery, FilterValue } from '#contract/products/calls.ts'
import { countryName } from '#domain/countries.ts'
import { MAX_COUNTED } from '#domain/constants.ts'
import { PARENT_CATEGORY, SUPPLIER_KINDS, supplierKindOfType } from '#domain/enums.ts'
import { MAX_FILTER_PRICE } from '#domain/listing.ts'
import type { Locale } from '#domain/locale.ts'
import { toAmd } from '#domain/money.ts'
import type { Translate } from '#i18n/keys.ts'
import { productSortings } from '#i18n/label-keys.ts'
import { getTranslator } from '#i18n/translate.ts'
import { slot } from '#server/cache.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { brandBy } from './by-key.ts'
import { categoryProducts } from './category-products.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import { deliveredTo, filterKey, productsOf, inCatalog, inCategory, narrowed, type ProductRequest } from './product-filter.ts'
import { countryCode, propertyBits, readProductLists } from '#server/catalogue-memory/product-lists.ts'
import { tallyOf, type Tally } from './count-filter-values.ts'

/** Cached, because counting a market is too slow for every page. */
const MAX_CACHED = 300
const TALLIES = slot<Map<string, Tally>>('counted filter values')
const tallied = async (ctx: Context, market: Snapshot, request: ProductRequest, list: ProductRequest = request): Promise<Tally> => {
  const cached = market.cache.get(TALLIES, () => new Map())
  const key = `${filterKey(request)} ${list === request ? '' : filterKey(list)}`
  const tally = cached.get(key) ?? tallyOf(await readProductLists(ctx.readDb, market, request.suppliers), request, list)
  if (cached.size >= MAX_CACHED) cached.clear()
  cached.set(key, tally)
  return tally
}

/** Returns the number of products per brand on the market or delivered to a city, and the brands with products for everybody. */
export const brandCounts = async (ctx: Context, market: Snapshot, city?: string): Promise<Pick<Tally, 'brands' | 'openBrands'>> =>
  tallied(ctx, market, deliveredTo(market, productsOf(market, 'all'), city, ctx.now()))

/** Returns all values of the list, brands and countries ordered by their products in the whole list; counts are those of the selection. */
const groupsOf = ({ locale, isAdult }: Context, market: Snapshot, list: Tally, tally: Tally, t: Translate): Filters['properties'] => {
  const byWhole = (whole: ReadonlyMap<number, number>, values: { of: number; value: FilterValue }[]): FilterValue[] =>
    values.sort((a, b) => (whole.get(b.of) ?? 0) - (whole.get(a.of) ?? 0) || (a.value.key < b.value.key ? -1 : 1)).map(({ value }) => value)
  const brands = market.brands.flatMap(({ id, key, name, active }) =>
    active && list.brands.has(id) && (isAdult || list.openBrands.has(id))
      ? [{ of: id, value: { id: `b-${key}`, key, name: name[locale], count: tally.brands.get(id) ?? 0 } }]
      : []
  )
  const countries = [...list.countries.keys()].map((of) => {
    const key = countryCode(of)
    return { of, value: { id: `c-${key}`, key, name: countryName(key, locale), count: tally.countries.get(of) ?? 0 } }
  })
  const bits = propertyBits(market)
  const values = market.properties.flatMap(({ key, groupKey, groupName, name }) => {
    const bit = 31 - Math.clz32(bits.get(key) ?? 0)
    if (!list.properties[bit]) return []
    return [{ groupKey, groupName, value: { id: `p-${key}`, key, name: name[locale], count: tally.properties[bit] ?? 0 } }]
  })
  const groups = [...Map.groupBy(values, ({ groupKey }) => groupKey)].map(([key, own]) => ({
    key,
    name: own[0]?.groupName[locale] ?? key,
    values: own.map(({ value }) => value)
  }))
  return [
    { key: 'brand', name: t('listing:brand'), values: byWhole(list.brands, brands) },
    { key: 'country', name: t('listing:country'), values: byWhole(list.countries, countries) },
    ...groups
  ].filter((group) => group.values.length > 0)
}

/** Returns the filters of a category and how many products each value leaves (GET /categories/getFilters/{id}). */
export const readFilters = async (
  ctx: Context,
  id: number,
  { brand, catalog, supplierType, city, ...selected }: FiltersQuery
): Promise<Filters> => {
  const market = await ctx.directory.read()
  const kind = supplierType === undefined ? 'all' : supplierKindOfType(supplierType)
  if (!kind) throw fail('BAD_REQUEST', { field: 'supplierType' })
  const { own } = await categoryProducts(ctx.readDb, market, id)
  let list = await inCategory(ctx.readDb, market, deliveredTo(market, productsOf(market, kind), city, ctx.now()), id)
  if (catalog !== undefined) list = inCatalog(market, list, catalog)
  if (brand !== undefined) list = { ...list, brands: new Set([brandBy(market, brand).id]) }
  const request = await narrowed(ctx.readDb, market, list, selected)
  const [whole, tally] = [await tallied(ctx, market, list), await tallied(ctx, market, request, list)]
  const t = getTranslator(ctx.locale)
  return {
    ...(tally.total > MAX_COUNTED ? { totalCount: MAX_COUNTED, isMore: true } : { totalCount: tally.total }),
    goodsOf: own ? 'category' : 'suppliers',
    minPrice: { value: whole.max === 0 ? 0 : Math.floor(toAmd(whole.min)) },
    maxPrice: { value: Math.min(MAX_FILTER_PRICE, Math.ceil(toAmd(whole.max))) },
    properties: groupsOf(ctx, market, whole, tally, t),
    categories: categoriesOf(market, id, list, ctx.locale),
    sortings: productSortings(t)
  }
}

/** Returns the subcategories of a category that have suppliers. */
const categoriesOf = (market: Snapshot, id: number, { suppliers }: ProductRequest, locale: Locale): Filters['categories'] => {
  const kind = SUPPLIER_KINDS.find((candidate) => PARENT_CATEGORY[candidate] === id)
  const below = market.categories.filter((row) =>
    id === PARENT_CATEGORY.root ? row.parentId === null : kind ? row.kind === kind && row.parentId === null : row.parentId === id
  )
  const counts = new Map<number, number>()
  for (const { categories } of suppliers) for (const category of categories) counts.set(category.id, (counts.get(category.id) ?? 0) + 1)
  return below.flatMap((row) => {
    const children = market.categories.filter(({ parentId }) => parentId === row.id)
    const count = [row, ...children].reduce((sum, category) => sum + (counts.get(category.id) ?? 0), 0)
    return count > 0 ? [{ id: row.id, key: row.key, name: row.name[locale], count }] : []
  })
}
