import { and, eq, sql } from 'drizzle-orm'
import type { GroupOrderInfo } from '#contract/group-orders/calls.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import type { Group } from '#server/services/baskets/group/read-group.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { groupInfo } from './info.ts'
import { endGroup, lockInitiatedGroup, lockOwnGroup, takeOut, touchGroup } from './lock-group.ts'

const { groupMembers } = schema

/** The initiator ends the group order (DELETE /orders/group/cancel). */
export const cancelGroupOrder = async (ctx: Context): Promise<GroupOrderInfo> => {
  const hash = await withTransaction(ctx, async (tx) => {
    const group = await lockInitiatedGroup(tx)
    await endGroup(tx, group.id, { expired: false })
    return group.hash
  })
  return groupInfo(ctx, { hash })
}

/** A member leaves (DELETE /orders/group/leave). GROUP_ORDER_LEAVE_FAILED without a group order, GROUP_ORDER_ACTION_FORBIDDEN for the initiator. */
export const leaveGroupOrder = async (ctx: Context): Promise<{ left: true }> => {
  const { userId } = requireUser(ctx)
  await withTransaction(ctx, async (tx) => {
    const group = await lockOwnGroup(tx)
    if (!group) throw fail('GROUP_ORDER_LEAVE_FAILED')
    if (group.initiatorId === userId) throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
    await takeOut(tx, group, userId)
  })
  return { left: true }
}

/** The initiator takes a member out (DELETE /orders/group/members/{id}). */
export const removeMember = async (ctx: Context, memberId: number): Promise<GroupOrderInfo> => {
  const hash = await withTransaction(ctx, async (tx) => {
    const group = await lockInitiatedGroup(tx)
    const member = group.members.find(({ id }) => id === memberId)
    if (!member) throw fail('NOT_FOUND', { field: 'id' })
    if (member.userId === group.initiatorId) throw fail('GROUP_ORDER_ACTION_FORBIDDEN', { field: 'id' })
    await takeOut(tx, group, member.userId)
    return group.hash
  })
  return groupInfo(ctx, { hash })
}

/** A member is ready or chooses again; the initiator locks or opens the group order (PUT /orders/group/complete). */
export const completeGroupOrder = async (ctx: Context, complete: boolean): Promise<GroupOrderInfo> => {
  const { userId } = requireUser(ctx)
  const hash = await withTransaction(ctx, async (tx) => {
    const group = await lockOwnGroup(tx)
    if (!group) throw fail('GROUP_ORDER_NOT_FOUND')
    if (group.initiatorId === userId) await setLocked(tx, group, complete)
    else await setReady(tx, group, userId, complete)
    return group.hash
  })
  return groupInfo(ctx, { hash })
}

const setReady = async (tx: Context, group: Group, userId: number, ready: boolean): Promise<void> => {
  if (group.state === 'locked') throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
  await tx.db
    .update(groupMembers)
    .set({ ready })
    .where(and(eq(groupMembers.groupOrderId, group.id), eq(groupMembers.userId, userId)))
  await touchGroup(tx, group.id)
}

/** Locking changes the version of each basket, so that no addition that was computed before is written after it. */
const setLocked = async (tx: Context, group: Group, locked: boolean): Promise<void> => {
  if (locked === (group.state === 'locked')) return
  if (locked) {
    await tx.db.execute(sql`update baskets set version = version + 1 where group_order_id = ${group.id}::int and type = 'member'`)
    const [chosen] = await rowsOf<{ lines: number }>(
      tx.db,
      sql`select count(*)::int as lines from basket_items i join baskets b on b.id = i.basket_id where b.group_order_id = ${group.id}::int`
    )
    if (!chosen?.lines) throw fail('BASKET_EMPTY')
  }
  await touchGroup(tx, group.id, { lockedAt: locked ? new Date(tx.now()) : null })
}
