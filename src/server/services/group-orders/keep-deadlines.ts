import { and, eq, gt, isNull, lte, type SQL } from 'drizzle-orm'
import { GROUP_ORDER_STATUS, REMIND_MS } from '#domain/orders/group-order.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { lockGroup, touchGroup } from '#server/services/baskets/group/lock-group.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { notifyDeadline } from '#server/services/notifications/notify-group.ts'
import { closeList } from './close-list.ts'

const MAX_AT_ONCE = 100
const { groupOrders } = schema

const isChoosing = and(eq(groupOrders.status, GROUP_ORDER_STATUS.OPEN), isNull(groupOrders.lockedAt))
const isOver = (ctx: Context): SQL | undefined => and(isChoosing, lte(groupOrders.deadline, new Date(ctx.now())))
const isNear = (ctx: Context): SQL | undefined =>
  and(
    isChoosing,
    isNull(groupOrders.remindedAt),
    gt(groupOrders.deadline, new Date(ctx.now())),
    lte(groupOrders.deadline, new Date(ctx.now() + REMIND_MS))
  )

/**
 * Closes the lists of group orders whose deadline has come, and reminds whoever is not ready ten minutes before. A list on which nobody has
 * chosen anything stays open without a deadline. Each in its own transaction; safe in several processes. Returns how many were closed.
 */
export const keepDeadlines = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const near = await ctx.db.select({ id: groupOrders.id }).from(groupOrders).where(isNear(ctx)).limit(MAX_AT_ONCE)
  for (const { id } of near) if (goesOn()) await withTransaction(ctx, (tx) => remind(tx, id))
  const over = await ctx.db.select({ id: groupOrders.id }).from(groupOrders).where(isOver(ctx)).limit(MAX_AT_ONCE)
  let closed = 0
  for (const { id } of over) if (goesOn()) closed += (await withTransaction(ctx, (tx) => close(tx, id))) ? 1 : 0
  return closed
}

const still = async (tx: Context, id: number, condition: SQL | undefined): Promise<boolean> => {
  const rows = await tx.db
    .select({ id: groupOrders.id })
    .from(groupOrders)
    .where(and(eq(groupOrders.id, id), condition))
  return rows.length > 0
}

const remind = async (tx: Context, id: number): Promise<void> => {
  const group = await lockGroup(tx, id)
  if (!group || !(await still(tx, id, isNear(tx)))) return
  await tx.db
    .update(groupOrders)
    .set({ remindedAt: new Date(tx.now()) })
    .where(eq(groupOrders.id, id))
  await notifyDeadline(tx, group)
}

const close = async (tx: Context, id: number): Promise<boolean> => {
  await lockGroup(tx, id)
  if (!(await still(tx, id, isOver(tx)))) return false
  if (await closeList(tx, id)) return true
  await touchGroup(tx, id, { deadline: null })
  return false
}
