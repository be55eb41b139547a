import type { GoodsFilter, ListingQuery } from '#contract/products/calls.ts'
import { PRODUCT_SORTINGS, type ProductSorting, type SupplierKind } from '#domain/enums.ts'
import { fromAmd } from '#domain/money.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'
import type { ReadDb } from '#server/db/reader.ts'
import { fail } from '#server/services/core/fail.ts'
import { COUNTRIES } from '#domain/country-codes.ts'
import { brandBy, catalogBy } from './by-key.ts'
import { categoryProducts } from './category-products.ts'
import { servingNow, type ServingNow } from './serving-now.ts'
import { belowCategory } from './category-tree.ts'
import type { DirectorySupplier, Snapshot } from '#server/catalogue-memory/directory.ts'
import { countryBits, propertyBits } from '#server/catalogue-memory/product-lists.ts'

/** Filter for products of these suppliers; all conditions must hold. Amounts in hundredths; 0 requires no property. */
export interface ProductRequest {
  /** Identifies suppliers and departments in the cache key. */
  scope: string
  suppliers: readonly DirectorySupplier[]
  sorting: ProductSorting
  min: number
  max: number
  discounted: boolean
  brands: ReadonlySet<number> | null
  countries: ReadonlySet<number> | null
  /** Bits of properties of which all are required. */
  all: number
  /** Bits of properties of which one is required. */
  any: number
  departments: ReadonlySet<number> | null
  /** Relevance of products found by a term, the best first. */
  ids: ReadonlyMap<number, number> | null
  /** Who delivers to the city and is open; null for the whole market. */
  serving: ServingNow | null
}

/** Cache key, the same for equal filters; suppliers and departments are identified by the scope. */
export const filterKey = ({
  suppliers: _,
  ids: __,
  departments: ___,
  serving,
  brands,
  countries,
  ...simpleFields
}: ProductRequest): string => JSON.stringify([simpleFields, serving?.city, brands && [...brands], countries && [...countries]])

/** Filter for all products of a kind, or of the market. */
export const productsOf = (market: Snapshot, kind: SupplierKind | 'all'): ProductRequest => ({
  scope: kind,
  suppliers: kind === 'all' ? market.suppliers : (market.byKind.get(kind) ?? []),
  sorting: PRODUCT_SORTINGS.recommended,
  min: 0,
  max: Infinity,
  discounted: false,
  brands: null,
  countries: null,
  all: 0,
  any: 0,
  departments: null,
  ids: null,
  serving: null
})

/** Restricts a filter to suppliers that deliver to a city; without one it stays that of the whole market. */
export const deliveredTo = (market: Snapshot, request: ProductRequest, city: string | undefined, now: Instant): ProductRequest => {
  if (!city) return request
  const serving = servingNow(market, city, now)
  return { ...request, suppliers: request.suppliers.filter(serving.delivers), serving }
}

const partsOf = (text: string | undefined): string[] => text?.split('|').filter(Boolean) ?? []

/** A value that no product has. */
const refuse = (field: string) => fail('BAD_REQUEST', { field, allowed: { kind: 'offered' } })

/** Intersection of two lists; null means all. */
const both = (first: ReadonlySet<number> | null, other: ReadonlySet<number> | null): ReadonlySet<number> | null =>
  !other ? first : first ? new Set([...other].filter((value) => first.has(value))) : other

/** Restricts a filter to a category (see categoryGoods); NOT_FOUND. */
export const inCategory = async (db: ReadDb, market: Snapshot, request: ProductRequest, id: number): Promise<ProductRequest> => {
  const { suppliers, departments } = await categoryProducts(db, market, id)
  const within = new Set(suppliers)
  return {
    ...request,
    scope: `${request.scope} in ${id}`,
    suppliers: request.suppliers.filter((supplier) => within.has(supplier)),
    departments: both(request.departments, departments)
  }
}

/** Restricts a filter to a catalog: all conditions of its rule must hold, one of several keys of a list. */
export const inCatalog = (market: Snapshot, request: ProductRequest, key: string): ProductRequest => {
  const { kind, rule } = catalogBy(market, key)
  const categories = market.categories.filter((category) => rule.categories.includes(category.key)).map(({ id }) => id)
  const ids = new Set(categories.flatMap((id) => [...belowCategory(market, id)]))
  const bits = propertyBits(market)
  return {
    ...request,
    scope: `${request.scope} catalog ${key}`,
    suppliers: request.suppliers.filter(
      (supplier) => (!kind || supplier.kind === kind) && (ids.size === 0 || supplier.categories.some(({ id }) => ids.has(id)))
    ),
    brands: rule.brands.length > 0 ? new Set(rule.brands.map((brand) => brandBy(market, brand).id)) : request.brands,
    countries: rule.countries.length > 0 ? new Set(rule.countries.map(countryBits)) : request.countries,
    any: rule.properties.reduce((sum, property) => sum | (bits.get(property) ?? 0), 0),
    discounted: request.discounted || rule.discounted
  }
}

/** Splits the values of `f`, `pi` and `pc` by type; refuses unknown ones. */
const selectedValues = (market: Snapshot, { f, pi, pc }: GoodsFilter) => {
  const brands = new Set<number>()
  const countries = new Set<number>()
  let all = 0
  const bits = propertyBits(market)
  const property = (field: string, key: string): void => {
    const bit = bits.get(key) ?? bits.get(market.properties.find(({ id }) => String(id) === key)?.key ?? '')
    if (bit === undefined) throw refuse(field)
    all |= bit
  }
  const country = (field: string, code: string): void => {
    if (!COUNTRIES.has(code)) throw refuse(field)
    countries.add(countryBits(code))
  }
  for (const part of partsOf(f)) {
    const [sign, key] = [part.slice(0, 2), part.slice(2)]
    if (sign === 'b-') brands.add(brandBy(market, key).id)
    else if (sign === 'c-') country('f', key)
    else if (sign === 'p-') property('f', key)
    else throw refuse('f')
  }
  for (const key of partsOf(pi)) property('pi', key)
  for (const code of partsOf(pc)) country('pc', code)
  const orNull = (set: Set<number>): Set<number> | null => (set.size > 0 ? set : null)
  return { brands: orNull(brands), countries: orNull(countries), all }
}

/** Restricts a filter by all parameters of a query. */
export const narrowed = async (db: ReadDb, market: Snapshot, from: ProductRequest, query: ListingQuery): Promise<ProductRequest> => {
  const { o, s, sa, c, min, max, dc, isShop, isStore, catalog } = query
  if (min !== undefined && max !== undefined && min > max)
    throw fail('BAD_REQUEST', { field: 'min', allowed: { kind: 'numbers', min: null, max, whole: false } })
  let request = catalog === undefined ? from : inCatalog(market, from, catalog)
  const supplier = s === undefined ? sa && market.byAlias.get(sa) : market.byId.get(s)
  if (!supplier && (s !== undefined || sa)) throw fail('SUPPLIER_NOT_FOUND')
  if (supplier) {
    const suppliers = request.suppliers.includes(supplier) ? [supplier] : []
    const departments = both(request.departments, c === undefined ? null : new Set([c]))
    request = { ...request, scope: `${request.scope} of ${supplier.id} ${c ?? ''}`, suppliers, departments }
  } else if (c !== undefined) request = await inCategory(db, market, request, c)
  if (isShop || isStore)
    request = {
      ...request,
      scope: `${request.scope} ${isShop ? 'shop' : ''} ${isStore ? 'store' : ''}`,
      suppliers: request.suppliers.filter(({ kind }) => (isShop && kind === 'shop') || (isStore && kind === 'store'))
    }
  const { brands, countries, all } = selectedValues(market, query)
  return {
    ...request,
    brands: both(request.brands, brands),
    countries: both(request.countries, countries),
    all,
    sorting: (o as ProductSorting | undefined) ?? request.sorting,
    min: min === undefined ? 0 : fromAmd(min),
    max: max === undefined ? Infinity : fromAmd(max),
    discounted: request.discounted || (dc ?? false)
  }
}
