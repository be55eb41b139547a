import type { Basket, BasketLocation, NewBasketItem } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { changeBasket, type NewBasket } from './change.ts'
import { planAddition } from './rules.ts'
import { currentLines } from './lines.ts'
import { checkRequested } from './requested.ts'
import { replaceAll } from './write-change.ts'

/**
 * Adds a product to the caller's basket; the same product with the same options increases its line. With `startAnew` the basket is emptied
 * in the same write. A supplier that does not deliver to the location is reported in the reply, not refused.
 * Codes: 428, 430, 422, 456, 438, 470, 700, 483, 403 (adults only), 462.
 */
export const addItem = (ctx: Context, item: NewBasketItem, location: BasketLocation = {}, onCreate?: NewBasket): Promise<Basket> =>
  changeBasket(
    ctx,
    async (tx, state, market) => {
      const requested = await checkRequested(tx, state, market, [item])
      if (item.startAnew) return replaceAll(state, planAddition(tx, [], requested))
      return { removedIds: [], lines: planAddition(tx, currentLines(state), requested) }
    },
    { create: true, onCreate, requested: [item.productId], location }
  )
