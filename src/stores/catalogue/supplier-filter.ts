import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { CategoryNode } from '#contract/catalogue/calls.ts'
import * as info from '#contract/info/calls.ts'
import * as products from '#contract/products/calls.ts'
import type { Filters } from '#contract/products/calls.ts'
import { CITY_COOKIE } from '#domain/constants.ts'
import { PARENT_CATEGORY, SUPPLIER_KINDS, SUPPLIER_SORTINGS, SUPPLIER_TYPE } from '#domain/enums.ts'
import { BY_PLACE, coarsePoint, sentPrice } from '#domain/listing.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { $location } from '#stores/addresses/location.ts'

/** Values chosen in the filter of a supplier list, named like its URL parameters. */
export interface SupplierChoice {
  category: string
  city: string
  open: boolean
  deals: boolean
  free: boolean
  /** Of something the supplier sells; amounts as typed, values such as `b-arevak` and `c-AM`. */
  min: string
  max: string
  brand: string
  country: string
  sort: number
  near: string
}
export type SupplierFilter =
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure }
  | {
      state: 'ready'
      categories: readonly CategoryNode[]
      cities: readonly { key: string; name: string }[]
      /** What is sold: prices, brands and countries. */
      filters: Filters
      choice: SupplierChoice
      count: number | null
    }

const $supplierFilter = atom<SupplierFilter>({ state: 'loading' })
export { $supplierFilter }

/** Parses the choice from a URL query. */
const read = (query: string): SupplierChoice => {
  const parameters = new URLSearchParams(query)
  const values = parameters.get('f')?.split('|') ?? []
  return {
    category: parameters.get('category') ?? '',
    city: parameters.get('city') ?? '',
    open: parameters.get('open') === '1',
    deals: parameters.get('deals') === '1',
    free: parameters.get('free') === '1',
    min: parameters.get('min') ?? '',
    max: parameters.get('max') ?? '',
    brand: values.find((value) => value.startsWith('b-')) ?? '',
    country: values.find((value) => value.startsWith('c-')) ?? '',
    sort: Number(parameters.get('sort')) || SUPPLIER_SORTINGS.recommended,
    near: parameters.get('near') ?? ''
  }
}

/** Prices only inside the bounds, values joined with a pipe (spec section 5). */
const soldQuery = ({ min, max, brand, country }: SupplierChoice, { minPrice, maxPrice }: Filters) => ({
  f: [brand, country].filter(Boolean).join('|') || undefined,
  ...sentPrice({ min: Number(min) || 0, max: Number(max) || 0 }, { min: minPrice.value, max: maxPrice.value })
})

/** Returns `?category=pizza&open=1`, as in the list's own links. */
export const supplierQuery = (choice: SupplierChoice, filters: Filters): string => {
  const { category, city, open, deals, free, sort, near } = choice
  const { f, min, max } = soldQuery(choice, filters)
  const query = new URLSearchParams()
  if (category) query.set('category', category)
  if (city) query.set('city', city)
  for (const [name, value] of Object.entries({ f, min, max })) if (value !== undefined) query.set(name, String(value))
  for (const [name, on] of Object.entries({ open, deals, free })) if (on) query.set(name, '1')
  if (sort !== SUPPLIER_SORTINGS.recommended) query.set('sort', String(sort))
  if (near) query.set('near', near)
  return query.size > 0 ? `?${query}` : ''
}

const flat = (nodes: readonly CategoryNode[]): CategoryNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

/** Opens the filter with the page's query. */
export const openSupplierFilter = async (type: number, query: string): Promise<void> => {
  $supplierFilter.set({ state: 'loading' })
  const kind = SUPPLIER_KINDS.find((one) => SUPPLIER_TYPE[one] === type) ?? 'restaurant'
  const { call } = environment()
  try {
    const [tree, { cities }, filters] = await Promise.all([
      call(catalogue.categories, { query: { type: kind } }),
      call(info.info),
      call(products.filters, { params: { id: PARENT_CATEGORY[kind] }, query: {} })
    ])
    $supplierFilter.set({ state: 'ready', categories: flat(tree), cities, filters, choice: read(query), count: null })
    await count(type)
  } catch (cause) {
    $supplierFilter.set({ state: 'failed', failure: failureOf(cause) })
  }
}

const YEAR = 365 * 24 * 3600

/** Opens the list of the choice. Its city becomes that of all pages, as by the chip. */
export const showSuppliers = (path: string): void => {
  const now = $supplierFilter.get()
  if (now.state !== 'ready') return
  const { cookies, navigate } = environment()
  if (now.choice.city) cookies.write(CITY_COOKIE, now.choice.city, YEAR)
  navigate(path + supplierQuery(now.choice, now.filters))
}

/** Changes the choice and loads the number of suppliers found. */
export const chooseSuppliers = async (type: number, change: Partial<SupplierChoice>): Promise<void> => {
  const now = $supplierFilter.get()
  if (now.state !== 'ready') return
  $supplierFilter.set({ ...now, choice: withPlace({ ...now.choice, ...change }), count: null })
  await count(type).catch(ifRefused(undefined))
}

/** Sortings by distance use the delivery location. */
const withPlace = (choice: SupplierChoice): SupplierChoice => {
  const { latitude, longitude } = $location.get()
  const isKnown = BY_PLACE.includes(choice.sort) && latitude !== null && longitude !== null
  return { ...choice, near: isKnown ? coarsePoint(latitude, longitude) : '' }
}

/** Loads the number; only the one for the last choice is shown. */
const count = async (type: number): Promise<void> => {
  const now = $supplierFilter.get()
  if (now.state !== 'ready') return
  const { category, city, open, deals, free } = now.choice
  const query = {
    type,
    categoryIds: category,
    city,
    openNow: open || undefined,
    deals: deals || undefined,
    freeDelivery: free || undefined
  }
  const found = await environment().call(catalogue.count, {
    query: { ...query, ...soldQuery(now.choice, now.filters), categoryIds: category || undefined, city: city || undefined }
  })
  const then = $supplierFilter.get()
  if (then.state === 'ready' && then.choice === now.choice) $supplierFilter.set({ ...then, count: found.count })
}
