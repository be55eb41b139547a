import type { Basket, NewBasketItem } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { changeBasket, type NewBasket } from './change.ts'
import { planAddition } from './rules.ts'
import { checkRequested } from './requested.ts'
import { replaceAll } from './write-change.ts'

/** Replaces all lines of the basket; refuses the whole call when one line is invalid (PUT /baskets). */
export const replaceItems = (ctx: Context, items: readonly NewBasketItem[], onCreate?: NewBasket): Promise<Basket> =>
  changeBasket(ctx, async (tx, state, market) => replaceAll(state, planAddition(tx, [], await checkRequested(tx, state, market, items))), {
    create: items.length > 0,
    onCreate,
    requested: [...new Set(items.map(({ productId }) => productId))]
  })
