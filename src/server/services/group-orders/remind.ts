import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Group } from '#server/services/baskets/group/read-group.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { notifyReminded } from '#server/services/notifications/notify-group.ts'
import { collectingOrderId } from '#server/services/orders/shares/shared-order.ts'
import { ownGroup } from './info.ts'

/**
 * The initiator reminds the members whom everybody waits for: who are not ready, or have not paid (POST /orders/group/remind). Returns how
 * many they are. GROUP_ORDER_NOT_FOUND, GROUP_ORDER_ACTION_FORBIDDEN for a member and while nobody is waited for.
 */
export const remindMembers = async (ctx: Context): Promise<{ reminded: number }> => {
  const { userId } = requireUser(ctx)
  const group = await ownGroup(ctx)
  if (!group) throw fail('GROUP_ORDER_NOT_FOUND')
  if (group.initiatorId !== userId) throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
  const ids = group.state === 'collecting' ? await owing(ctx, group) : group.state === 'open' ? notReady(group) : []
  if (ids.length === 0) throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
  const name = group.members.find((member) => member.userId === userId)?.name ?? ''
  await withTransaction(ctx, (tx) => notifyReminded(tx, ids, { group, name }))
  return { reminded: ids.length }
}

const notReady = ({ members, initiatorId }: Group): number[] =>
  members.filter(({ ready, userId }) => !ready && userId !== initiatorId).map(({ userId }) => userId)

/** Who still has to pay a share of its order; nobody while staff look into it. */
const owing = async (ctx: Context, { id, initiatorId }: Group): Promise<number[]> => {
  const { orders, orderTenders } = schema
  const orderId = await collectingOrderId(ctx, id)
  if (orderId === null) return []
  const rows = await ctx.db
    .selectDistinct({ userId: orderTenders.payerId })
    .from(orderTenders)
    .innerJoin(orders, and(eq(orders.id, orderTenders.orderId), isNull(orders.pausedFor)))
    .where(and(eq(orders.id, orderId), eq(orderTenders.state, 'held'), ne(orderTenders.payerId, initiatorId)))
  return rows.map(({ userId }) => userId)
}
