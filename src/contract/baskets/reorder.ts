import type { UnitId } from '#domain/enums.ts'

/** What differs from the order: a line that is left out, is less, lost options or has another price. Quantities as in BasketItem, amounts in AMD. */
export interface ReorderChange {
  productId: number
  name: string
  picture: string
  unitId: UnitId
  ordered: number
  /** How much of it the basket has now; 0: it is left out. */
  inBasket: number
  /** Chosen options that are no longer offered. Left out with it, where something must be chosen in their place. */
  lostOptions: string[]
  /** Price of one unit, options included; null when it is the same. */
  price: { before: number; now: number } | null
}

/** What came of an order that was ordered again. */
export interface Reordered {
  /** Number of the order's lines that the basket has now. */
  linesInBasket: number
  /** Empty when all is there as it was. */
  changes: ReorderChange[]
}
