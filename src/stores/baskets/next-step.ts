import type { Basket, BasketEntry } from '#contract/baskets/calls.ts'
import { entriesOf, shortItems } from './lines.ts'

/** What the basket's button does: mends the first thing that keeps the basket from the checkout, else goes there. */
export type BasketStep =
  | { kind: 'stock' }
  | { kind: 'tooFar'; entry: BasketEntry }
  | { kind: 'minimum'; entry: BasketEntry; missing: number }
  | { kind: 'checkout' }

export const basketStep = (basket: Basket): BasketStep => {
  if (shortItems(basket).length > 0) return { kind: 'stock' }
  const entries = entriesOf(basket)
  const far = entries.find(({ outOfArea }) => outOfArea)
  if (far) return { kind: 'tooFar', entry: far }
  const low = entries.find(({ missingToMinimum }) => missingToMinimum > 0)
  return low ? { kind: 'minimum', entry: low, missing: low.missingToMinimum } : { kind: 'checkout' }
}

/** With several suppliers one that keeps the others from the checkout can be taken out. */
export const canLeaveOut = (basket: Basket, { outOfArea, missingToMinimum }: BasketEntry): boolean =>
  outOfArea || (missingToMinimum > 0 && entriesOf(basket).length > 1)
