import type { Basket, NewBasketItem } from '#contract/baskets.ts'
import type { Context } from '#server/context.ts'
import { changeBasket } from './change.ts'
import { deleteAllLines, writeLines } from './held.ts'
import { planAddition } from './rules.ts'
import { findWanted } from './wanted.ts'

/** Replaces the whole content at once, or refuses it whole (PUT /baskets). */
export const replaceItems = async (ctx: Context, items: readonly NewBasketItem[]): Promise<Basket> => {
  const wanted = await findWanted(ctx, items)
  return changeBasket(
    ctx,
    async (tx, basket) => {
      await deleteAllLines(tx, basket.id)
      await writeLines(tx, basket.id, basket.userId, planAddition(tx, [], wanted))
    },
    { create: items.length > 0 }
  )
}
