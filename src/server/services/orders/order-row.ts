import { and, asc, eq, notInArray, sql, type SQL } from 'drizzle-orm'
import { ORDER_MODE, TIP_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { GROUP_ORDER_TYPE } from '#domain/orders/group-order.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'

export type OrderRow = typeof schema.orders.$inferSelect
export type ItemRow = typeof schema.orderItems.$inferSelect

/** Locks one order for the rest of the transaction; null when it does not exist. Orders are locked before all rows that depend on them. */
export const lockOrder = async (tx: Context, where: SQL, options: { skipLocked?: boolean } = {}): Promise<OrderRow | null> => {
  const query = tx.db.select().from(schema.orders).where(where)
  const [row] = await query.for('update', options.skipLocked ? { skipLocked: true } : {})
  return row ?? null
}

/** Condition for an order of one person; orders of other people count as not found. */
export const ownOrder = (userId: number, query: { id: number } | { number: string }): SQL => {
  const { orders } = schema
  const condition = 'id' in query ? eq(orders.id, query.id) : eq(orders.number, query.number)
  return and(condition, eq(orders.userId, userId)) ?? condition
}

/** CUSTOM with the words of staff while they look into an order: its customer neither pays for it nor cancels it (spec section 8, 999). */
export const requireNotPaused = ({ pausedFor }: Pick<OrderRow, 'pausedFor'>, field?: 'id' | 'orderNumber'): void => {
  if (pausedFor !== null) throw fail('CUSTOM', { ...(field && { field }), vars: { context: 'paused', words: pausedFor } })
}

/** When an order that waits for money is cancelled (ISO +04:00); null for others, and while staff look into it: its clock stands then. */
export const endsAt = ({ payBefore, pausedFor }: Pick<OrderRow, 'payBefore' | 'pausedFor'>): string | null =>
  payBefore && pausedFor === null ? toIso(payBefore.getTime()) : null

/**
 * Condition for orders that a person sees: their own, and those of group orders that they were in, but for orders that were given up before
 * everybody had paid.
 */
export const isVisibleTo = (userId: number): SQL =>
  // Two lookups by index: an `or` of both would read all orders.
  sql`${schema.orders.id} in (
    select own.id from orders own where own.user_id = ${userId}::int
    union
    select o.id from group_members m join orders o on o.group_order_id = m.group_order_id join group_orders g on g.id = m.group_order_id
    where m.user_id = ${userId}::int
      and (g.type <> ${GROUP_ORDER_TYPE.PAID_BY_ALL}::int2 or o.status <> ${ORDER_STATUS.CANCELLED}::int2 or o.paid_at is not null))`

/** Gift cards that were bought have a list of their own (GET /gift-card/orders), and a tip is shown with the order that it is for. */
export const OF_GOODS: SQL = notInArray(schema.orders.orderMode, [ORDER_MODE.ELECTRONIC, TIP_MODE])

/** Returns one order that the caller sees, with its items. ORDER_NOT_FOUND for all others, of gift cards, and tips. */
export const readVisibleOrder = (ctx: Context, number: string) => {
  const { orders } = schema
  return readOrder(ctx, and(OF_GOODS, eq(orders.number, number), isVisibleTo(requireUser(ctx).userId)))
}

/** Returns one order of the caller with its items. Throws ORDER_NOT_FOUND, also for orders of other people. */
export const readOwnOrder = (ctx: Context, number: string) => readOrder(ctx, ownOrder(requireUser(ctx).userId, { number }))

const readOrder = async (ctx: Context, where: SQL | undefined): Promise<{ order: OrderRow; items: ItemRow[] }> => {
  const { orders, orderItems } = schema
  const [order] = await ctx.db.select().from(orders).where(where)
  if (!order) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
  const items = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, order.id)).orderBy(asc(orderItems.id))
  return { order, items }
}
