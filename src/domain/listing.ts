import { PAGE, TAKE_CAP } from './constants.ts'
import { SUPPLIER_SORTINGS } from './enums.ts'

/** Orders of suppliers that a place makes more of. */
export const BY_PLACE: readonly number[] = [
  SUPPLIER_SORTINGS.distance,
  SUPPLIER_SORTINGS.deliveryTime,
  SUPPLIER_SORTINGS.freeDelivery,
  SUPPLIER_SORTINGS.pickUp
]
/** A point as the address of a list carries it: about a kilometre, so that it is nobody's address and one list serves many. */
export const coarsePoint = (lat: number, lng: number): string => `${lat.toFixed(2)},${lng.toFixed(2)}`

/** Sizes of a page that people may choose: one page, three, five (spec section 2, "Pagination"). */
export const PAGE_SIZES: readonly number[] = [1, 3, 5].map((pages) => pages * PAGE.listing)

/**
 * How many a list shows after "more": the first page is 24 and the next adds 24; once the size exceeds 30, 48 are added at a time (spec section 4).
 * null: no more at once, pages lead on.
 */
export const nextShown = (shown: number): number | null => {
  const next = shown + (shown > PAGE.restaurantStepOver ? PAGE.restaurantStepLarge : PAGE.restaurantStep)
  return next <= TAKE_CAP ? next : null
}

/** The list that has grown so far that it holds this many: a size that "more" leads to, the largest of them at most; null on the first page. */
export const grownTo = (asked: number): number | null => {
  if (!(asked > PAGE.listing)) return null
  let size: number = PAGE.listing
  for (let next = nextShown(size); next !== null && size < asked; next = nextShown(next)) size = next
  return size
}

interface Range {
  min?: number | undefined
  max?: number | undefined
}

/** What of a chosen range of prices is sent: the ends inside the bounds, and of a range upside down the same range (spec section 5). */
export const sentPrice = ({ min = 0, max = 0 }: Range, bounds: { min: number; max: number }): Range => {
  const [low, high] = max > 0 && min > max ? [max, min] : [min, max]
  return {
    ...(low > 0 && low > bounds.min ? { min: low } : {}),
    ...(high > 0 && high < bounds.max ? { max: high } : {})
  }
}

/** Whether an end of a chosen range lies outside the bounds: one that narrows nothing, or one that leaves nothing. Lists say so. */
export const isOutside = ({ min = 0, max = 0 }: Range, bounds: { min: number; max: number }): boolean => {
  const beyond = (amount: number): boolean => amount > 0 && (amount < bounds.min || amount > bounds.max)
  return beyond(min) || beyond(max)
}
