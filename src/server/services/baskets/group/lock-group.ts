import { eq, sql } from 'drizzle-orm'
import { GROUP_ORDER_STATUS } from '#domain/orders/group-order.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { announceGroupChange } from './announce-change.ts'
import { groupOf, type Group } from './read-group.ts'

const { groupMembers, groupOrders } = schema

/** Locks a group order for the rest of the transaction. Lock order, as in checkout: the initiator's basket, the group order, other baskets. */
export const lockGroup = async (tx: Context, id: number): Promise<Group | null> => {
  await tx.db.execute(sql`select 1 from baskets where group_order_id = ${id}::int and type = 'initiator' for update`)
  const [row] = await tx.db.select().from(groupOrders).where(eq(groupOrders.id, id)).for('update')
  return row ? groupOf(tx.db, row) : null
}

/** Marks a change of a locked group order, and what it sets, and tells its streams. */
export const touchGroup = async (tx: Context, id: number, values: Partial<typeof groupOrders.$inferInsert> = {}): Promise<void> => {
  await tx.db
    .update(groupOrders)
    .set({ ...values, updatedAt: new Date(tx.now()) })
    .where(eq(groupOrders.id, id))
  await announceGroupChange(tx)
}

/** Ends a locked group order without an order. Everybody's basket becomes a personal one, with what they chose. */
export const endGroup = async (tx: Context, id: number, { expired }: { expired: boolean }): Promise<void> => {
  // The initiator's basket was shown with the sum of all versions, so its own goes on from there.
  await tx.db.execute(sql`update baskets b set group_order_id = null, type = 'user',
    version = case when b.type = 'initiator' then (select sum(o.version)::int from baskets o where o.group_order_id = ${id}::int) else b.version end + 1
    where b.group_order_id = ${id}::int`)
  await touchGroup(tx, id, { status: GROUP_ORDER_STATUS.CANCELED, collectingSince: null, expired })
}

/** Ends a locked group order whose order everybody has paid: all baskets are emptied, and personal again. */
export const finishGroup = async (tx: Context, id: number): Promise<void> => {
  await tx.db.execute(sql`delete from basket_items where basket_id in (select id from baskets where group_order_id = ${id}::int)`)
  await tx.db
    .execute(sql`update baskets b set group_order_id = null, type = 'user', voucher_code = null, order_mode = ${ORDER_MODE.DELIVERY}::int2,
    version = case when b.type = 'initiator' then (select sum(o.version)::int from baskets o where o.group_order_id = ${id}::int) else b.version end + 1
    where b.group_order_id = ${id}::int`)
  await touchGroup(tx, id, { status: GROUP_ORDER_STATUS.FINISHED, collectingSince: null })
}

/** Takes a member out of a locked group order: their lines are removed, and their basket is a personal one. */
export const takeOut = async (tx: Context, group: Group, userId: number): Promise<void> => {
  const { id } = group
  const version = group.members.find((member) => member.userId === userId)?.version ?? 0
  await tx.db.execute(sql`delete from basket_items i using baskets b
    where b.id = i.basket_id and b.group_order_id = ${id}::int and b.user_id = ${userId}::int`)
  await tx.db.execute(sql`update baskets set group_order_id = null, type = 'user', version = version + 1
    where group_order_id = ${id}::int and user_id = ${userId}::int`)
  // The sum of the versions must not fall.
  await tx.db.execute(
    sql`update baskets set version = version + ${version + 1}::int where group_order_id = ${id}::int and type = 'initiator'`
  )
  await tx.db.delete(groupMembers).where(sql`${groupMembers.groupOrderId} = ${id}::int and ${groupMembers.userId} = ${userId}::int`)
  await touchGroup(tx, id)
}
