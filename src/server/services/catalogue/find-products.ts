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
  /** The first of them in their order, as many as were asked for. */
  ids: number[]
  totalCount: number
  isMore?: true
}

/** Lower comes first; equal ones by id. */
type Rank = (shelf: ProductList, at: number) => number
const RANKS: Record<ProductSorting, Rank> = {
  // The best discount of every supplier, then the second best of each.
  [PRODUCT_SORTINGS.recommended]: (shelf, at) => (shelf[at + TURN] ?? 0) * 128 + 127 - discountOf(shelf[at + MARKS] ?? 0),
  [PRODUCT_SORTINGS.priceUp]: (shelf, at) => shelf[at + PRICE] ?? 0,
  [PRODUCT_SORTINGS.priceDown]: (shelf, at) => -(shelf[at + PRICE] ?? 0),
  [PRODUCT_SORTINGS.discount]: (shelf, at) => -discountOf(shelf[at + MARKS] ?? 0) * 1_000_000 + (shelf[at + TURN] ?? 0),
  [PRODUCT_SORTINGS.newest]: (shelf, at) => (isNew(shelf[at + MARKS] ?? 0) ? 0 : 4_294_967_296) - (shelf[at + ID] ?? 0)
}

/** Whether the product at this place of a shelf is wanted. */
export const fits = (shelf: ProductList, at: number, wanted: ProductRequest): boolean => {
  const price = shelf[at + PRICE] ?? 0
  if (price < wanted.min || price > wanted.max) return false
  const marks = shelf[at + MARKS] ?? 0
  if (wanted.discounted && (discountOf(marks) === 0 || isAdultOnly(marks) || wasSoldOut(marks))) return false
  if (wanted.brands && !wanted.brands.has(shelf[at + BRAND] ?? 0)) return false
  if (wanted.countries && !wanted.countries.has(countryOf(marks))) return false
  const properties = shelf[at + PROPERTIES] ?? 0
  if ((properties & wanted.all) !== wanted.all) return false
  if (wanted.any !== 0 && (properties & wanted.any) === 0) return false
  if (wanted.departments && !wanted.departments.has(shelf[at + DEPARTMENT] ?? 0)) return false
  return !wanted.ids || wanted.ids.has(shelf[at + ID] ?? 0)
}

interface Candidate {
  rank: number
  id: number
}
const inOrder = (a: Candidate, b: Candidate): number => a.rank - b.rank || a.id - b.id

/** The first `most` goods that fit, and how many there are; what cannot be among the first is only counted. */
export const findProducts = (shelves: readonly ProductList[], wanted: ProductRequest, most: number): Found => {
  const { ids: fit } = wanted
  // Goods found by a term stand as well as they fit it, unless another order was asked for.
  const rank: Rank =
    fit && wanted.sorting === PRODUCT_SORTINGS.recommended ? (shelf, at) => fit.get(shelf[at + ID] ?? 0) ?? fit.size : RANKS[wanted.sorting]
  const room = most * 2 + 512
  let best: Candidate[] = []
  let last: Candidate | null = null
  let count = 0
  for (const shelf of shelves) {
    for (let at = 0; at < shelf.length; at += WIDTH) {
      if (!fits(shelf, at, wanted)) continue
      count += 1
      const own = rank(shelf, at)
      const id = shelf[at + ID] ?? 0
      if (last && (own > last.rank || (own === last.rank && id > last.id))) continue
      best.push({ rank: own, id })
      if (best.length < room) continue
      best = best.sort(inOrder).slice(0, most)
      last = best.at(-1) ?? null
    }
  }
  const ids = best
    .sort(inOrder)
    .slice(0, most)
    .map(({ id }) => id)
  return count > MAX_COUNTED ? { ids, totalCount: MAX_COUNTED, isMore: true } : { ids, totalCount: count }
}
