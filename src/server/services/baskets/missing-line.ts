import { and, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail, type ServiceError } from '#server/services/core/fail.ts'
import { hasPaidShare } from './group/paid-share.ts'
import { readGroup } from './group/read-group.ts'
import type { BasketState } from './state.ts'

/**
 * The refusal for a line that is not in the caller's basket: ONLY_YOUR_ORDER for another member's of the same group order, or
 * GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER for the initiator when that member has paid, else ARTICLE_NOT_FOUND.
 */
export const missingLine = async (ctx: Context, { basket }: BasketState, lineId: number): Promise<ServiceError> => {
  const { basketItems, baskets } = schema
  const group = basket?.groupOrderId ? await readGroup(ctx.db, basket.groupOrderId) : null
  const [others] = group
    ? await ctx.db
        .select({ userId: baskets.userId })
        .from(basketItems)
        .innerJoin(baskets, eq(baskets.id, basketItems.basketId))
        .where(and(eq(basketItems.id, lineId), eq(baskets.groupOrderId, group.id)))
    : []
  if (!group || !others) return fail('ARTICLE_NOT_FOUND', { field: 'id' })
  const isFrozen = basket?.type === 'initiator' && (await hasPaidShare(ctx, group, others.userId ?? 0))
  return fail(isFrozen ? 'GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER' : 'ONLY_YOUR_ORDER', { field: 'id' })
}
