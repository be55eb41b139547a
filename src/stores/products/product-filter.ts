import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as products from '#contract/products/calls.ts'
import type { Filters } from '#contract/products/calls.ts'
import { PRODUCT_SORTINGS } from '#domain/enums.ts'
import { isOutside, sentPrice } from '#domain/listing.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'

/** Values chosen in the filter of a product list, named like its URL parameters; amounts as typed. */
export interface ProductFilterDraft {
  values: readonly string[]
  min: string
  max: string
  deals: boolean
  sort: number
}
/** The filtered list: of a category, optionally of a brand or a catalog. */
export interface ProductFilterScope {
  categoryId: number
  brand?: string | undefined
  catalog?: string | undefined
}
export type ProductFilterState =
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; filters: Filters; draft: ProductFilterDraft; count: { found: number; isMore: boolean } | null }

const $productFilter = atom<ProductFilterState>({ state: 'loading' })
export { $productFilter }

const draftIn = (query: string): ProductFilterDraft => {
  const parameters = new URLSearchParams(query)
  return {
    values: parameters.get('f')?.split('|').filter(Boolean) ?? [],
    min: parameters.get('min') ?? '',
    max: parameters.get('max') ?? '',
    deals: parameters.get('deals') === '1',
    sort: Number(parameters.get('sort')) || PRODUCT_SORTINGS.recommended
  }
}

const rangeOf = ({ min, max }: ProductFilterDraft) => ({ min: Number(min) || 0, max: Number(max) || 0 })
const boundsOf = ({ minPrice, maxPrice }: Filters) => ({ min: minPrice.value, max: maxPrice.value })
const priceOf = (draft: ProductFilterDraft, filters: Filters) => sentPrice(rangeOf(draft), boundsOf(filters))

/** Whether a typed amount is outside the prices of this list. */
export const isPriceOutside = (draft: ProductFilterDraft, filters: Filters): boolean => isOutside(rangeOf(draft), boundsOf(filters))

/** Returns `?f=b-arevak|c-AM&min=500`: prices only inside the bounds, values joined with a pipe (spec section 5). */
export const draftQuery = (draft: ProductFilterDraft, filters: Filters): string => {
  const query = new URLSearchParams()
  const { min, max } = priceOf(draft, filters)
  if (draft.values.length > 0) query.set('f', draft.values.toSorted().join('|'))
  if (min !== undefined) query.set('min', String(min))
  if (max !== undefined) query.set('max', String(max))
  if (draft.deals) query.set('deals', '1')
  if (draft.sort !== PRODUCT_SORTINGS.recommended) query.set('sort', String(draft.sort))
  return query.size > 0 ? `?${query}` : ''
}

/** Loads the list's filters, with the number of products for each value under the draft. */
const read = async (
  { categoryId: id, brand, catalog }: ProductFilterScope,
  draft?: { draft: ProductFilterDraft; filters: Filters }
): Promise<Filters> => {
  const chosen = draft && {
    f: draft.draft.values.join('|') || undefined,
    ...priceOf(draft.draft, draft.filters),
    dc: draft.draft.deals || undefined
  }
  const filters = await environment().call(products.filters, { params: { id }, query: { brand, catalog, ...chosen } })
  return { ...filters, properties: filters.properties.filter(({ key }) => brand === undefined || key !== 'brand') }
}

/** Opens the filter with the page's query; values the list does not offer are dropped. */
export const openProductFilter = async (scope: ProductFilterScope, query: string): Promise<void> => {
  $productFilter.set({ state: 'loading' })
  try {
    const filters = await read(scope)
    const offered = new Set(filters.properties.flatMap(({ values }) => values.map(({ id }) => id)))
    const draft = draftIn(query)
    $productFilter.set({ state: 'ready', filters, draft: { ...draft, values: draft.values.filter((id) => offered.has(id)) }, count: null })
    await count(scope)
  } catch (cause) {
    $productFilter.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Changes the draft and loads the number of products found. */
export const changeDraft = async (scope: ProductFilterScope, change: Partial<ProductFilterDraft>): Promise<void> => {
  const now = $productFilter.get()
  if (now.state !== 'ready') return
  $productFilter.set({ ...now, draft: { ...now.draft, ...change }, count: null })
  await count(scope).catch(ifRefused(undefined))
}

/** Loads the numbers; only those for the last draft are shown. */
const count = async (scope: ProductFilterScope): Promise<void> => {
  const now = $productFilter.get()
  if (now.state !== 'ready') return
  const filters = await read(scope, now)
  const then = $productFilter.get()
  if (then.state === 'ready' && then.draft === now.draft)
    $productFilter.set({ ...then, filters, count: { found: filters.totalCount, isMore: filters.isMore ?? false } })
}
