import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as products from '#contract/products/calls.ts'
import type { Filters } from '#contract/products/calls.ts'
import { PRODUCT_SORTINGS } from '#domain/enums.ts'
import { isOutside, sentPrice } from '#domain/listing.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'

/** What is chosen in the filter of a list of goods, under the names of its address; amounts as typed. */
export interface ProductFilterDraft {
  values: readonly string[]
  min: string
  max: string
  deals: boolean
  sort: number
}
/** Whose goods: of a category, and of a brand or a catalog. */
export interface ProductFilterScope {
  categoryId: number
  brand?: string | undefined
  catalog?: string | undefined
}
export type ProductFilterState =
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; filters: Filters; wish: ProductFilterDraft; count: { found: number; isMore: boolean } | null }

const $productFilter = atom<ProductFilterState>({ state: 'loading' })
export { $productFilter as $goodsFilter }

const draftIn = (query: string): ProductFilterDraft => {
  const given = new URLSearchParams(query)
  return {
    values: given.get('f')?.split('|').filter(Boolean) ?? [],
    min: given.get('min') ?? '',
    max: given.get('max') ?? '',
    deals: given.get('deals') === '1',
    sort: Number(given.get('sort')) || PRODUCT_SORTINGS.recommended
  }
}

const rangeOf = ({ min, max }: ProductFilterDraft) => ({ min: Number(min) || 0, max: Number(max) || 0 })
const boundsOf = ({ minPrice, maxPrice }: Filters) => ({ min: minPrice.value, max: maxPrice.value })
const priceOf = (wish: ProductFilterDraft, filters: Filters) => sentPrice(rangeOf(wish), boundsOf(filters))

/** Whether an amount that was typed is none of this list's prices. */
export const isPriceOutside = (wish: ProductFilterDraft, filters: Filters): boolean => isOutside(rangeOf(wish), boundsOf(filters))

/** `?f=b-arevak|c-AM&min=500`: a price is sent only inside the bounds, values are joined with a pipe (spec section 5). */
export const draftQuery = (wish: ProductFilterDraft, filters: Filters): string => {
  const query = new URLSearchParams()
  const { min, max } = priceOf(wish, filters)
  if (wish.values.length > 0) query.set('f', wish.values.toSorted().join('|'))
  if (min !== undefined) query.set('min', String(min))
  if (max !== undefined) query.set('max', String(max))
  if (wish.deals) query.set('deals', '1')
  if (wish.sort !== PRODUCT_SORTINGS.recommended) query.set('sort', String(wish.sort))
  return query.size > 0 ? `?${query}` : ''
}

/** The list's filters, with how many goods each value would leave of what is wished for. */
const read = async (
  { categoryId: id, brand, catalog }: ProductFilterScope,
  wish?: { wish: ProductFilterDraft; filters: Filters }
): Promise<Filters> => {
  const chosen = wish && {
    f: wish.wish.values.join('|') || undefined,
    ...priceOf(wish.wish, wish.filters),
    dc: wish.wish.deals || undefined
  }
  const filters = await environment().call(products.filters, { params: { id }, query: { brand, catalog, ...chosen } })
  return { ...filters, properties: filters.properties.filter(({ key }) => brand === undefined || key !== 'brand') }
}

/** Begins with what the page has chosen; a value that the list does not have is forgotten. */
export const openProductFilter = async (where: ProductFilterScope, query: string): Promise<void> => {
  $productFilter.set({ state: 'loading' })
  try {
    const filters = await read(where)
    const offered = new Set(filters.properties.flatMap(({ values }) => values.map(({ id }) => id)))
    const wish = draftIn(query)
    $productFilter.set({ state: 'ready', filters, wish: { ...wish, values: wish.values.filter((id) => offered.has(id)) }, count: null })
    await count(where)
  } catch (cause) {
    $productFilter.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Changes the wish, and asks how many goods it finds. */
export const changeDraft = async (where: ProductFilterScope, change: Partial<ProductFilterDraft>): Promise<void> => {
  const now = $productFilter.get()
  if (now.state !== 'ready') return
  $productFilter.set({ ...now, wish: { ...now.wish, ...change }, count: null })
  await count(where).catch(ifRefused(undefined))
}

/** Only the numbers for the last wish are shown. */
const count = async (where: ProductFilterScope): Promise<void> => {
  const now = $productFilter.get()
  if (now.state !== 'ready') return
  const filters = await read(where, now)
  const then = $productFilter.get()
  if (then.state === 'ready' && then.wish === now.wish)
    $productFilter.set({ ...then, filters, count: { found: filters.totalCount, isMore: filters.isMore ?? false } })
}
