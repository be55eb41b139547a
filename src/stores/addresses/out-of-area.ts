import type { BasketEntry } from '#contract/baskets/calls.ts'
import { announce } from '#stores/announce.ts'
import { setItemQuantity } from '#stores/baskets/actions.ts'
import { shownBasket } from '#stores/baskets/shown.ts'
import { entriesOf } from '#stores/baskets/lines.ts'

/** Ids of suppliers already announced on this page. */
const announced = new Set<number>()

/** Returns true, and announces it, when an added product cannot be delivered to the location; once per page and supplier. */
export const isNewlyOutOfArea = (productId: number): boolean => {
  const basket = shownBasket()
  const entry = basket && entriesOf(basket).find(({ outOfArea, items }) => outOfArea && items.some((item) => item.productId === productId))
  if (!entry || announced.has(entry.supplier.id)) return false
  announced.add(entry.supplier.id)
  void announce('basket:said.outOfArea', { supplier: entry.supplier.name })
  return true
}

/** Removes all items of one supplier. */
export const removeEntry = ({ items }: BasketEntry): void => items.forEach((item) => setItemQuantity(item, 0))
