import type { BasketEntry } from '#contract/baskets/calls.ts'
import { announce } from '#stores/announce.ts'
import { setItemQuantity } from '#stores/baskets/actions.ts'
import { shownBasket } from '#stores/baskets/shown.ts'
import { entriesOf } from '#stores/baskets/lines.ts'

/** Suppliers that were told of on this page. */
const announced = new Set<number>()

/** True when what was just added cannot be brought to the place of delivery, once a page for each supplier; it is said aloud. */
export const isNewlyOutOfArea = (productId: number): boolean => {
  const basket = shownBasket()
  const entry = basket && entriesOf(basket).find(({ outOfArea, items }) => outOfArea && items.some((item) => item.productId === productId))
  if (!entry || announced.has(entry.supplier.id)) return false
  announced.add(entry.supplier.id)
  void announce('basket:said.outOfArea', { supplier: entry.supplier.name })
  return true
}

/** Everything of one supplier goes. */
export const removeEntry = ({ items }: BasketEntry): void => items.forEach((item) => setItemQuantity(item, 0))
