import { and, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail, type ServiceError } from '#server/services/core/fail.ts'
import type { BasketState } from './state.ts'

/** The refusal for a line that is not in the caller's basket: ONLY_YOUR_ORDER for another member's of the same group order, else ARTICLE_NOT_FOUND. */
export const missingLine = async (ctx: Context, { basket }: BasketState, lineId: number): Promise<ServiceError> => {
  const { basketItems, baskets } = schema
  const [others] = basket?.groupOrderId
    ? await ctx.db
        .select({ id: baskets.id })
        .from(basketItems)
        .innerJoin(baskets, eq(baskets.id, basketItems.basketId))
        .where(and(eq(basketItems.id, lineId), eq(baskets.groupOrderId, basket.groupOrderId)))
    : []
  return fail(others ? 'ONLY_YOUR_ORDER' : 'ARTICLE_NOT_FOUND', { field: 'id' })
}
