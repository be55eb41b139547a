import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { GROUP_ORDER_STATUS, GROUP_ORDER_TYPE } from '#domain/orders/group-order.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Group } from '#server/services/baskets/group/read-group.ts'
import { fail } from '#server/services/core/fail.ts'
import { lockOrder, requireNotPaused, type OrderRow } from '../order-row.ts'
import { collectingGroupOf } from './collecting-group.ts'

const { groupOrders, orders, orderTenders } = schema

/**
 * The order of a group order for which everybody pays, if a person has or had a share to pay of it, or started it; null for every other
 * order. Whoever was left out before paying has none.
 */
export const sharedOrderOf = async (ctx: Context, userId: number, number: string): Promise<OrderRow | null> => {
  const payers = ctx.db
    .select({ orderId: orderTenders.orderId })
    .from(orderTenders)
    .where(and(eq(orderTenders.payerId, userId), sql`${orderTenders.state} <> 'released'`, gt(orderTenders.amount, 0)))
  const [row] = await ctx.db
    .select({ order: orders })
    .from(orders)
    .innerJoin(groupOrders, eq(groupOrders.id, orders.groupOrderId))
    .where(
      and(
        eq(orders.number, number),
        eq(groupOrders.type, GROUP_ORDER_TYPE.PAID_BY_ALL),
        or(eq(orders.userId, userId), inArray(orders.id, payers))
      )
    )
  return row?.order ?? null
}

/** The id of the order for whose shares a group order waits; null when it waits for none. */
export const collectingOrderId = async (ctx: Context, groupOrderId: number): Promise<number | null> => {
  const [row] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(groupOrders, eq(groupOrders.id, orders.groupOrderId))
    .where(
      and(
        eq(orders.groupOrderId, groupOrderId),
        eq(orders.status, ORDER_STATUS.NEW_NOT_PAID),
        eq(groupOrders.status, GROUP_ORDER_STATUS.OPEN),
        sql`${groupOrders.collectingSince} is not null`
      )
    )
    .orderBy(desc(orders.id))
    .limit(1)
  return row?.id ?? null
}

/** Locks an order, then the group order that waits for its shares. GROUP_ORDER_ACTION_FORBIDDEN when it does no more, CUSTOM while staff look into it. */
export const lockCollecting = async (tx: Context, orderId: number): Promise<{ order: OrderRow; group: Group }> => {
  const order = await lockOrder(tx, eq(orders.id, orderId))
  const group = order?.status === ORDER_STATUS.NEW_NOT_PAID ? await collectingGroupOf(tx, order) : null
  if (!order || !group) throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
  requireNotPaused(order)
  return { order, group }
}
