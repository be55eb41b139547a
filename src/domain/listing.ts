import { TAKE_CAP } from './constants.ts'
import { SUPPLIER_SORTINGS } from './enums.ts'
import { PAGE } from './limits/page-sizes.ts'

/** Supplier sortings that depend on the location. */
export const BY_PLACE: readonly number[] = [
  SUPPLIER_SORTINGS.distance,
  SUPPLIER_SORTINGS.deliveryTime,
  SUPPLIER_SORTINGS.freeDelivery,
  SUPPLIER_SORTINGS.pickUp
]
/** Rounds a point for the address of a list to about a kilometre: it reveals nobody's home, and one list serves many. */
export const coarsePoint = (lat: number, lng: number): string => `${lat.toFixed(2)},${lng.toFixed(2)}`

/** Selectable page sizes: one, three or five pages (spec section 2, "Pagination"). */
export const PAGE_SIZES: readonly number[] = [1, 3, 5].map((pages) => pages * PAGE.listing)

/**
 * Number of items after "more": pages of 24; above a size of 30, 48 are added at a time (spec section 4).
 * null: the list does not grow further, the pagination continues.
 */
export const nextShown = (size: number): number | null => {
  const next = size + (size > PAGE.restaurantStepOver ? PAGE.restaurantStepLarge : PAGE.restaurantStep)
  return next <= TAKE_CAP ? next : null
}

/** Smallest size reachable by "more" that holds this many items, at most the largest; null on the first page. */
export const grownTo = (requested: number): number | null => {
  if (!(requested > PAGE.listing)) return null
  let size: number = PAGE.listing
  for (let next = nextShown(size); next !== null && size < requested; next = nextShown(next)) size = next
  return size
}

/** The highest price that a filter shows (spec section 9); what costs more passes while no highest price is chosen. */
export const MAX_FILTER_PRICE = 999_999

interface Range {
  min?: number | undefined
  max?: number | undefined
}

/** Normalises a selected price range: clamped to the bounds, inverted ranges swapped (spec section 5). */
export const sentPrice = ({ min = 0, max = 0 }: Range, bounds: { min: number; max: number }): Range => {
  const [low, high] = max > 0 && min > max ? [max, min] : [min, max]
  return {
    ...(low > 0 && low > bounds.min ? { min: low } : {}),
    ...(high > 0 && high < bounds.max ? { max: high } : {})
  }
}

/** True when an end of a selected range is outside the bounds, so that it has no effect or matches nothing; lists then show a note. */
export const isOutside = ({ min = 0, max = 0 }: Range, bounds: { min: number; max: number }): boolean => {
  const beyond = (amount: number): boolean => amount > 0 && (amount < bounds.min || amount > bounds.max)
  return beyond(min) || beyond(max)
}
