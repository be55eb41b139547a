import type { Basket, NewBasketItem } from '#contract/baskets.ts'
import type { Context } from '#server/context.ts'
import { changeBasket } from './change.ts'
import { deleteAllLines, heldLines, writeLines } from './held.ts'
import { planAddition } from './rules.ts'
import { findWanted } from './wanted.ts'

/**
 * Puts a product into the caller's basket; the same product with the same options grows its line. With `startAnew` the basket is
 * emptied first, in the same transaction. Codes: 428, 430, 422, 456, 438, 470, 700, 483, 403 (adults only).
 */
export const addItem = async (ctx: Context, item: NewBasketItem): Promise<Basket> => {
  const wanted = await findWanted(ctx, [item])
  return changeBasket(
    ctx,
    async (tx, basket) => {
      if (item.startAnew) await deleteAllLines(tx, basket.id)
      const held = item.startAnew ? [] : await heldLines(tx, basket.id)
      await writeLines(tx, basket.id, basket.userId, planAddition(tx, held, wanted))
    },
    { create: true }
  )
}
