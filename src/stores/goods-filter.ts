import { atom } from 'nanostores'
import { catalogue } from '#contract/catalogue.ts'
import { goods, type Filters } from '#contract/goods.ts'
import { PRODUCT_SORTINGS } from '#domain/enums.ts'
import { sentPrice } from '#domain/listing.ts'
import { environment } from './environment.ts'
import { failureOf, type Failure } from './errors.ts'

/** What is chosen in the filter of a list of goods, under the names of its address; amounts as typed. */
export interface GoodsWish {
  values: readonly string[]
  min: string
  max: string
  deals: boolean
  sort: number
}
/** Whose goods: of a category, and of a brand or a catalog. */
export interface GoodsWhere {
  categoryId: number
  brand?: string | undefined
  catalog?: string | undefined
}
export type GoodsFilter =
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; filters: Filters; wish: GoodsWish; count: { found: number; isMore: boolean } | null }

const $goodsFilter = atom<GoodsFilter>({ state: 'loading' })
export { $goodsFilter }

const read = (query: string): GoodsWish => {
  const given = new URLSearchParams(query)
  return {
    values: given.get('f')?.split('|').filter(Boolean) ?? [],
    min: given.get('min') ?? '',
    max: given.get('max') ?? '',
    deals: given.get('deals') === '1',
    sort: Number(given.get('sort')) || PRODUCT_SORTINGS.recommended
  }
}

const priceOf = ({ min, max }: GoodsWish, { minPrice, maxPrice }: Filters) =>
  sentPrice({ min: Number(min) || 0, max: Number(max) || 0 }, { min: minPrice.value, max: maxPrice.value })

/** `?f=b-arevak|c-AM&min=500`: a price is sent only inside the bounds, values are joined with a pipe (spec section 5). */
export const goodsWishQuery = (wish: GoodsWish, filters: Filters): string => {
  const query = new URLSearchParams()
  const { min, max } = priceOf(wish, filters)
  if (wish.values.length > 0) query.set('f', wish.values.toSorted().join('|'))
  if (min !== undefined) query.set('min', String(min))
  if (max !== undefined) query.set('max', String(max))
  if (wish.deals) query.set('deals', '1')
  if (wish.sort !== PRODUCT_SORTINGS.recommended) query.set('sort', String(wish.sort))
  return query.size > 0 ? `?${query}` : ''
}

/** Begins with what the page has chosen. */
export const openGoodsFilter = async (where: GoodsWhere, query: string): Promise<void> => {
  $goodsFilter.set({ state: 'loading' })
  const { categoryId: id, brand, catalog } = where
  try {
    const filters = await environment().call(goods.filters, { params: { id }, query: { brand, catalog } })
    const properties = filters.properties.filter(({ key }) => brand === undefined || key !== 'brand')
    $goodsFilter.set({ state: 'ready', filters: { ...filters, properties }, wish: read(query), count: null })
    await count(where)
  } catch (cause) {
    $goodsFilter.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Changes the wish, and asks how many goods it finds. */
export const wishGoods = async (where: GoodsWhere, change: Partial<GoodsWish>): Promise<void> => {
  const now = $goodsFilter.get()
  if (now.state !== 'ready') return
  $goodsFilter.set({ ...now, wish: { ...now.wish, ...change }, count: null })
  await count(where).catch(() => undefined)
}

/** Only the number for the last wish is shown. */
const count = async ({ categoryId, brand, catalog }: GoodsWhere): Promise<void> => {
  const now = $goodsFilter.get()
  if (now.state !== 'ready') return
  const { values, deals } = now.wish
  const f = [...(brand === undefined ? [] : [`b-${brand}`]), ...values].join('|')
  const found = await environment().call(catalogue.listing, {
    query: { c: categoryId, catalog, f: f || undefined, ...priceOf(now.wish, now.filters), dc: deals || undefined, take: 0 }
  })
  const then = $goodsFilter.get()
  if (then.state === 'ready' && then.wish === now.wish)
    $goodsFilter.set({ ...then, count: { found: found.totalCount, isMore: found.isMore ?? false } })
}
