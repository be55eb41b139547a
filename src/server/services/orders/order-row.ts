import { and, eq, type SQL } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

export type OrderRow = typeof schema.orders.$inferSelect

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
