import type { GoodsFilter, ListingQuery } from '#contract/goods.ts'
import { PARENT_CATEGORY, PRODUCT_SORTINGS, SUPPLIER_KINDS, type ProductSorting, type SupplierKind } from '#domain/enums.ts'
import { fromAmd } from '#domain/money.ts'
import { fail } from '#server/services/core/fail.ts'
import { COUNTRIES } from '#server/services/market/countries.ts'
import { brandBy, catalogBy } from './by-key.ts'
import { belowCategory } from './category-tree.ts'
import type { DirectorySupplier, Snapshot } from './directory.ts'
import { countryBits, propertyBits } from './shelf.ts'

/** Goods of these suppliers for which all of it is true. Amounts in hundredths; 0 asks for no property and no department. */
export interface Wanted {
  /** Says which suppliers, for the memory of answers. */
  scope: string
  suppliers: readonly DirectorySupplier[]
  sorting: ProductSorting
  min: number
  max: number
  discounted: boolean
  brands: ReadonlySet<number> | null
  countries: ReadonlySet<number> | null
  /** Bits of properties that must all be there. */
  all: number
  /** Bits of properties of which one must be there. */
  any: number
  department: number
  ids: ReadonlySet<number> | null
}

/** Goods of a kind, or of all. */
export const goodsOf = (market: Snapshot, kind: SupplierKind | 'all'): Wanted => ({
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
  department: 0,
  ids: null
})

const partsOf = (text: string | undefined): string[] => text?.split('|').filter(Boolean) ?? []

const refuse = (field: string) => fail('BAD_REQUEST', { field })

/** Suppliers of a category and those below it, of a kind by its parent category, or all of them by the root; NOT_FOUND otherwise. */
export const inCategory = (market: Snapshot, id: number): readonly DirectorySupplier[] => {
  if (id === PARENT_CATEGORY.root) return market.suppliers
  const kind = SUPPLIER_KINDS.find((one) => PARENT_CATEGORY[one] === id)
  if (kind) return market.byKind.get(kind) ?? []
  const ids = belowCategory(market, id)
  return market.suppliers.filter(({ categories }) => categories.some((category) => ids.has(category.id)))
}

/** Narrows goods to a catalog: everything its rule names must be so, of several keys of a list one. */
export const inCatalog = (market: Snapshot, wanted: Wanted, key: string): Wanted => {
  const { kind, rule } = catalogBy(market, key)
  const categories = market.categories.filter((category) => rule.categories.includes(category.key)).map(({ id }) => id)
  const ids = new Set(categories.flatMap((id) => [...belowCategory(market, id)]))
  const bits = propertyBits(market)
  return {
    ...wanted,
    scope: `${wanted.scope} catalog ${key}`,
    suppliers: wanted.suppliers.filter(
      (supplier) => (!kind || supplier.kind === kind) && (ids.size === 0 || supplier.categories.some(({ id }) => ids.has(id)))
    ),
    brands: rule.brands.length > 0 ? new Set(rule.brands.map((brand) => brandBy(market, brand).id)) : wanted.brands,
    countries: rule.countries.length > 0 ? new Set(rule.countries.map(countryBits)) : wanted.countries,
    any: rule.properties.reduce((sum, property) => sum | (bits.get(property) ?? 0), 0),
    discounted: wanted.discounted || rule.discounted
  }
}

/** Values of `f`, `pi` and `pc`, sorted into what they are; an unknown one is refused. */
const chosenOf = (market: Snapshot, { f, pi, pc }: GoodsFilter) => {
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
  return { brands, countries, all }
}

const both = (one: ReadonlySet<number> | null, other: ReadonlySet<number>): ReadonlySet<number> | null =>
  other.size === 0 ? one : one ? new Set([...other].filter((value) => one.has(value))) : other

/** Narrows goods by everything a query names. */
export const narrowed = (market: Snapshot, from: Wanted, query: ListingQuery): Wanted => {
  const { o, s, sa, c, min, max, dc, isShop, isStore, catalog } = query
  if (min !== undefined && max !== undefined && min > max) throw refuse('min')
  const own = [s ?? sa, c, isShop && 'shop', isStore && 'store'].join(' ')
  let wanted = catalog === undefined ? from : inCatalog(market, from, catalog)
  const supplier = s === undefined ? sa && market.byAlias.get(sa) : market.byId.get(s)
  if (!supplier && (s !== undefined || sa)) throw fail('SUPPLIER_NOT_FOUND')
  let { suppliers } = wanted
  if (supplier) suppliers = suppliers.includes(supplier) ? [supplier] : []
  else if (c !== undefined) {
    const within = new Set(inCategory(market, c))
    suppliers = suppliers.filter((one) => within.has(one))
  }
  if (isShop || isStore) suppliers = suppliers.filter(({ kind }) => (isShop && kind === 'shop') || (isStore && kind === 'store'))
  const { brands, countries, all } = chosenOf(market, query)
  const scope = `${wanted.scope} ${own}`
  wanted = { ...wanted, scope, suppliers, brands: both(wanted.brands, brands), countries: both(wanted.countries, countries), all }
  return {
    ...wanted,
    sorting: (o as ProductSorting | undefined) ?? wanted.sorting,
    min: min === undefined ? 0 : fromAmd(min),
    max: max === undefined ? Infinity : fromAmd(max),
    discounted: wanted.discounted || (dc ?? false),
    department: supplier && c !== undefined ? c : 0
  }
}
