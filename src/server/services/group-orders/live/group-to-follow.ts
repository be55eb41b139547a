import { and, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'

/** Returns the id of the group order of a link that the caller is in, else of their own. GROUP_ORDER_NOT_FOUND for every other one. */
export const groupToFollow = async (ctx: Context, hash: string | undefined): Promise<number> => {
  const { userId } = requireUser(ctx)
  const { baskets, groupMembers, groupOrders } = schema
  const [found] =
    hash === undefined
      ? await ctx.db.select({ id: baskets.groupOrderId }).from(baskets).where(eq(baskets.userId, userId))
      : await ctx.db
          .select({ id: groupOrders.id })
          .from(groupOrders)
          .innerJoin(groupMembers, and(eq(groupMembers.groupOrderId, groupOrders.id), eq(groupMembers.userId, userId)))
          .where(eq(groupOrders.hash, hash))
  if (!found?.id) throw fail('GROUP_ORDER_NOT_FOUND', hash === undefined ? {} : { field: 'hash' })
  return found.id
}
