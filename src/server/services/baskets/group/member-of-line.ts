import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Owner } from '../owner.ts'
import type { BasketState } from '../state.ts'
import { hasPaidShare } from './paid-share.ts'
import type { Group } from './read-group.ts'

/**
 * Whose basket an initiator changes with a line that is not their own; null for the own one, and for every other caller. Throws
 * GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER.
 */
export const memberOfLine = async (ctx: Context, { basket, lines }: BasketState, group: Group, lineId: number): Promise<Owner | null> => {
  if (basket?.type !== 'initiator' || lines.some(({ id }) => id === lineId)) return null
  const { basketItems, baskets } = schema
  const [member] = await ctx.db
    .select({ userId: baskets.userId })
    .from(basketItems)
    .innerJoin(baskets, eq(baskets.id, basketItems.basketId))
    .where(and(eq(basketItems.id, lineId), eq(baskets.groupOrderId, group.id), ne(baskets.id, basket.id)))
  if (!member?.userId) return null
  if (await hasPaidShare(ctx, group, member.userId)) throw fail('GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER', { field: 'id' })
  return { userId: member.userId }
}
