import { and, asc, eq, type SQL } from 'drizzle-orm'
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

/** Returns one order of the caller with its items. Throws ORDER_NOT_FOUND, also for orders of other people. */
export const readOwnOrder = async (ctx: Context, number: string): Promise<{ order: OrderRow; items: ItemRow[] }> => {
  const { userId } = requireUser(ctx)
  const { orders, orderItems } = schema
  const [order] = await ctx.db.select().from(orders).where(ownOrder(userId, { number }))
  if (!order) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
  const items = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, order.id)).orderBy(asc(orderItems.id))
  return { order, items }
}
