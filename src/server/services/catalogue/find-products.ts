import { MAX_COUNTED } from '#domain/constants.ts'
import { PRODUCT_SORTINGS, type ProductSorting } from '#domain/enums.ts'
import type { ProductRequest } from './product-filter.ts'
import {
  BRAND,
  countryOf,
  DEPARTMENT,
  discountOf,
  ID,
  isAdultOnly,
  isNew,
  MARKS,
  PRICE,
  PROPERTIES,
  TURN,
  wasSoldOut,
  WIDTH,
  type ProductList
} from '#server/catalogue-memory/product-lists.ts'

export interface Found {
  /** The first products in their order, as many as requested. */
  ids: number[]
  totalCount: number
  isMore?: true
}

/** Sort key: lower first; equal ones by id. */
type Rank = (shelf: ProductList, at: number) => number
const RANKS: Record<ProductSorting, Rank> = {
  // The best discount of every supplier first, then the second best of each.
  [PRODUCT_SORTINGS.recommended]: (shelf, at) => (shelf[at + TURN] ?? 0) * 128 + 127 - discountOf(shelf[at + MARKS] ?? 0),
  [PRODUCT_SORTINGS.priceUp]: (shelf, at) => shelf[at + PRICE] ?? 0,
  [PRODUCT_SORTINGS.priceDown]: (shelf, at) => -(shelf[at + PRICE] ?? 0),
  [PRODUCT_SORTINGS.discount]: (shelf, at) => -discountOf(shelf[at + MARKS] ?? 0) * 1_000_000 + (shelf[at + TURN] ?? 0),
  [PRODUCT_SORTINGS.newest]: (shelf, at) => (isNew(shelf[at + MARKS] ?? 0) ? 0 : 4_294_967_296) - (shelf[at + ID] ?? 0)
}

/** Returns whether the product at this index of a shelf matches. */
export const fits = (shelf: ProductList, at: number, request: ProductRequest): boolean => {
  const price = shelf[at + PRICE] ?? 0
  if (price < request.min || price > request.max) return false
  const marks = shelf[at + MARKS] ?? 0
  if (request.discounted && (discountOf(marks) === 0 || isAdultOnly(marks) || wasSoldOut(marks))) return false
  if (request.brands && !request.brands.has(shelf[at + BRAND] ?? 0)) return false
  if (request.countries && !request.countries.has(countryOf(marks))) return false
  const properties = shelf[at + PROPERTIES] ?? 0
  if ((properties & request.all) !== request.all) return false
  if (request.any !== 0 && (properties & request.any) === 0) return false
  if (request.departments && !request.departments.has(shelf[at + DEPARTMENT] ?? 0)) return false
  return !request.ids || request.ids.has(shelf[at + ID] ?? 0)
}

/** Added to the rank of products of closed suppliers and of sold-out ones: more than any rank. */
const CLOSED = 2 ** 48
const SOLD_OUT = 2 ** 49

interface Candidate {
  rank: number
  id: number
}
const inOrder = (a: Candidate, b: Candidate): number => a.rank - b.rank || a.id - b.id

/** `shelves`: those of the request's suppliers, in their order. Returns the first `limit` matching products and their total number. Products that cannot be among the first are only counted. */
export const findProducts = (shelves: readonly ProductList[], request: ProductRequest, limit: number): Found => {
  const { ids: relevance, serving } = request
  // Products found by a term are ordered by relevance, unless another order was requested.
  const rank: Rank =
    relevance && request.sorting === PRODUCT_SORTINGS.recommended
      ? (shelf, at) => relevance.get(shelf[at + ID] ?? 0) ?? relevance.size
      : RANKS[request.sorting]
  const isUsual = request.sorting === PRODUCT_SORTINGS.recommended && !relevance
  const capacity = limit * 2 + 512
  let best: Candidate[] = []
  let last: Candidate | null = null
  let count = 0
  for (const [index, shelf] of shelves.entries()) {
    const supplier = request.suppliers[index]
    // In the usual order open suppliers come first.
    const closed = serving && isUsual && supplier && !serving.isOpen(supplier) ? CLOSED : 0
    for (let at = 0; at < shelf.length; at += WIDTH) {
      if (!fits(shelf, at, request)) continue
      count += 1
      const soldOut = serving && wasSoldOut(shelf[at + MARKS] ?? 0) ? SOLD_OUT : 0
      const productRank = rank(shelf, at) + closed + soldOut
      const id = shelf[at + ID] ?? 0
      if (last && (productRank > last.rank || (productRank === last.rank && id > last.id))) continue
      best.push({ rank: productRank, id })
      if (best.length < capacity) continue
      best = best.sort(inOrder).slice(0, limit)
      last = best.at(-1) ?? null
    }
  }
  const ids = best
    .sort(inOrder)
    .slice(0, limit)
    .map(({ id }) => id)
  return count > MAX_COUNTED ? { ids, totalCount: MAX_COUNTED, isMore: true } : { ids, totalCount: count }
}
