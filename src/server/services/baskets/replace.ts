import type { Basket, NewBasketItem } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { changeBasket } from './change.ts'
import { planAddition } from './rules.ts'
import { replaceAll, wantedLines } from './wanted.ts'

/** Replaces the whole content at once, or refuses it whole (PUT /baskets). */
export const replaceItems = (ctx: Context, items: readonly NewBasketItem[]): Promise<Basket> =>
  changeBasket(ctx, async (tx, state, market) => replaceAll(state, planAddition(tx, [], await wantedLines(tx, state, market, items))), {
    create: items.length > 0,
    wanted: [...new Set(items.map(({ productId }) => productId))]
  })
