import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { CategoryNode } from '#contract/catalogue/calls.ts'
import * as info from '#contract/info/calls.ts'
import { SUPPLIER_KINDS, SUPPLIER_SORTINGS, SUPPLIER_TYPE } from '#domain/enums.ts'
import { BY_PLACE, coarsePoint } from '#domain/listing.ts'
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
      choice: SupplierChoice
      count: number | null
    }

const $supplierFilter = atom<SupplierFilter>({ state: 'loading' })
export { $supplierFilter }

/** Parses the choice from a URL query. */
const read = (query: string): SupplierChoice => {
  const parameters = new URLSearchParams(query)
  return {
    category: parameters.get('category') ?? '',
    city: parameters.get('city') ?? '',
    open: parameters.get('open') === '1',
    deals: parameters.get('deals') === '1',
    free: parameters.get('free') === '1',
    sort: Number(parameters.get('sort')) || SUPPLIER_SORTINGS.recommended,
    near: parameters.get('near') ?? ''
  }
}

/** Returns `?category=pizza&open=1`, as in the list's own links. */
export const supplierQuery = ({ category, city, open, deals, free, sort, near }: SupplierChoice): string => {
  const query = new URLSearchParams()
  if (category) query.set('category', category)
  if (city) query.set('city', city)
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
    const [tree, { cities }] = await Promise.all([call(catalogue.categories, { query: { type: kind } }), call(info.info)])
    $supplierFilter.set({ state: 'ready', categories: flat(tree), cities, choice: read(query), count: null })
    await count(type)
  } catch (cause) {
    $supplierFilter.set({ state: 'failed', failure: failureOf(cause) })
  }
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
    query: { ...query, categoryIds: category || undefined, city: city || undefined }
  })
  const then = $supplierFilter.get()
  if (then.state === 'ready' && then.choice === now.choice) $supplierFilter.set({ ...then, count: found.count })
}
