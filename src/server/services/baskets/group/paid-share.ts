import { and, eq } from 'drizzle-orm'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Group } from './read-group.ts'

const { orders, orderTenders } = schema

/** Whether somebody has paid the own share of the order for which a group order collects. */
export const hasPaidShare = async (ctx: Context, group: Group, userId: number): Promise<boolean> => {
  if (group.state !== 'collecting') return false
  const [paid] = await ctx.db
    .select({ id: orderTenders.id })
    .from(orderTenders)
    .innerJoin(orders, eq(orders.id, orderTenders.orderId))
    .where(
      and(
        eq(orders.groupOrderId, group.id),
        eq(orders.status, ORDER_STATUS.NEW_NOT_PAID),
        eq(orderTenders.payerId, userId),
        eq(orderTenders.state, 'captured')
      )
    )
    .limit(1)
  return paid !== undefined
}
