import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const { fiscalReceipts, orderItems } = schema

/**
 * Whether a gift card was sold by the receipt of a prepayment, so that receipts name what it pays as one. One that was given for nothing,
 * or sold as goods before physical cards had such a receipt, is a discount.
 */
export const isPrepaid = async (
  { db }: Pick<Context, 'db'>,
  { orderId, itemId }: { orderId: number | null; itemId: number | null }
): Promise<boolean> => {
  if (orderId !== null) return true
  if (itemId === null) return false
  const rows = await db
    .select({ one: sql`1` })
    .from(orderItems)
    .innerJoin(fiscalReceipts, and(eq(fiscalReceipts.orderId, orderItems.orderId), eq(fiscalReceipts.prepayment, true)))
    .where(eq(orderItems.id, itemId))
    .limit(1)
  return rows.length > 0
}
