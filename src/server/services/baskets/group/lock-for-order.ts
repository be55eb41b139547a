import { eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import type { BasketRow } from '../owner.ts'
import { groupOf, type Group } from './read-group.ts'

/**
 * Locks the group order of a basket that is ordered, and everybody's basket by changing its version; the basket itself is locked already.
 * null for a personal basket. GROUP_ORDER_ACTION_FORBIDDEN for a member, GROUP_ORDER_NOT_COMPLETED before it was locked for everybody,
 * ORDER_BEING_PROCESSED while everybody pays the order that it was made.
 */
export const lockGroupToOrder = async (tx: Context, basket: Pick<BasketRow, 'id' | 'groupOrderId' | 'type'>): Promise<Group | null> => {
  if (basket.groupOrderId === null) return null
  if (basket.type !== 'initiator') throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
  const { groupOrders } = schema
  const [row] = await tx.db.select().from(groupOrders).where(eq(groupOrders.id, basket.groupOrderId)).for('update')
  if (!row) return null
  if (row.lockedAt === null) throw fail('GROUP_ORDER_NOT_COMPLETED')
  if (row.collectingSince !== null) throw fail('ORDER_BEING_PROCESSED')
  await tx.db.execute(sql`update baskets set version = version + 1 where group_order_id = ${row.id}::int and id <> ${basket.id}::int`)
  return groupOf(tx.db, row)
}
