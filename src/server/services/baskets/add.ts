import type { Basket, BasketPlace, NewBasketItem } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { changeBasket } from './change.ts'
import { planAddition } from './rules.ts'
import { heldOf, replaceAll, wantedLines } from './wanted.ts'

/**
 * Puts a product into the caller's basket; the same product with the same options grows its line. With `startAnew` the basket is
 * emptied first, at once with it. A supplier that does not deliver to the place is no reason to refuse: the answer says so. Codes: 428, 430, 422, 456, 438, 470, 700, 483, 403 (adults only), 462.
 */
export const addItem = (ctx: Context, item: NewBasketItem, place: BasketPlace = {}): Promise<Basket> =>
  changeBasket(
    ctx,
    async (tx, state, market) => {
      const wanted = await wantedLines(tx, state, market, [item])
      if (item.startAnew) return replaceAll(state, planAddition(tx, [], wanted))
      return { gone: [], lines: planAddition(tx, heldOf(state), wanted) }
    },
    { create: true, wanted: [item.productId], place }
  )
