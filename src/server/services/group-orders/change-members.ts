import { and, eq } from 'drizzle-orm'
import type { CompletedGroup, GroupOrderInfo } from '#contract/group-orders/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { hasPaidShare } from '#server/services/baskets/group/paid-share.ts'
import { endGroup, takeOut, touchGroup } from '#server/services/baskets/group/lock-group.ts'
import type { Group } from '#server/services/baskets/group/read-group.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { endCollecting } from '#server/services/orders/shares/end-collecting.ts'
import { goOnWithoutUnpaid } from '#server/services/orders/shares/leave-out.ts'
import { collectingOrderId } from '#server/services/orders/shares/shared-order.ts'
import { closeList } from './close-list.ts'
import { groupInfo, ownGroup } from './info.ts'
import { lockInitiatedGroup, lockOwnGroup, requireNotCollecting } from './own-group.ts'

const { groupMembers } = schema

/** The caller's group order, and the order for whose shares it waits; null for none. */
const collectingOf = async (ctx: Context): Promise<{ group: Group; orderId: number } | null> => {
  const group = await ownGroup(ctx)
  const orderId = group?.state === 'collecting' ? await collectingOrderId(ctx, group.id) : null
  return group && orderId !== null ? { group, orderId } : null
}

const requireInitiator = (ctx: Context, { initiatorId }: Group): void => {
  if (initiatorId !== requireUser(ctx).userId) throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
}

/** The initiator ends the group order (DELETE /orders/group/cancel). Shares that are paid go back. */
export const cancelGroupOrder = async (ctx: Context): Promise<GroupOrderInfo> => {
  const collecting = await collectingOf(ctx)
  if (collecting) {
    requireInitiator(ctx, collecting.group)
    await endCollecting(ctx, collecting.orderId, 'cancelled')
    return groupInfo(ctx, collecting.group)
  }
  const hash = await withTransaction(ctx, async (tx) => {
    const group = await lockInitiatedGroup(tx)
    requireNotCollecting(group)
    await endGroup(tx, group.id, { expired: false })
    return group.hash
  })
  return groupInfo(ctx, { hash })
}

/**
 * A member leaves (DELETE /orders/group/leave). GROUP_ORDER_LEAVE_FAILED without a group order, GROUP_ORDER_ACTION_FORBIDDEN for the initiator,
 * and while everybody pays, GROUP_ORDER_PAID_MEMBER_CANNOT_LEAVE.
 */
export const leaveGroupOrder = async (ctx: Context): Promise<{ left: true }> => {
  const { userId } = requireUser(ctx)
  await withTransaction(ctx, async (tx) => {
    const group = await lockOwnGroup(tx)
    if (!group) throw fail('GROUP_ORDER_LEAVE_FAILED')
    if (group.initiatorId === userId) throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
    if (await hasPaidShare(tx, group, userId)) throw fail('GROUP_ORDER_PAID_MEMBER_CANNOT_LEAVE')
    requireNotCollecting(group)
    await takeOut(tx, group, userId)
  })
  return { left: true }
}

/** The initiator takes a member out (DELETE /orders/group/members/{id}), but not while everybody pays. */
export const removeMember = async (ctx: Context, memberId: number): Promise<GroupOrderInfo> => {
  const hash = await withTransaction(ctx, async (tx) => {
    const group = await lockInitiatedGroup(tx)
    const member = group.members.find(({ id }) => id === memberId)
    if (!member) throw fail('NOT_FOUND', { field: 'id' })
    if (member.userId === group.initiatorId) throw fail('GROUP_ORDER_ACTION_FORBIDDEN', { field: 'id' })
    if (await hasPaidShare(tx, group, member.userId)) throw fail('GROUP_ORDER_OWNER_CANNOT_REMOVE_PAID_MEMBER', { field: 'id' })
    requireNotCollecting(group)
    await takeOut(tx, group, member.userId)
    return group.hash
  })
  return groupInfo(ctx, { hash })
}

/**
 * A member is ready or chooses again; the initiator locks or opens the group order (PUT /orders/group/complete). While everybody pays, the
 * initiator goes on without whoever has not paid, or opens it while nobody has (GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER).
 */
export const completeGroupOrder = async (ctx: Context, { complete = true, agreed }: CompletedGroup): Promise<GroupOrderInfo> => {
  const { userId } = requireUser(ctx)
  const collecting = await collectingOf(ctx)
  if (collecting) {
    requireInitiator(ctx, collecting.group)
    await (complete ? goOnWithoutUnpaid(ctx, collecting.orderId, agreed) : endCollecting(ctx, collecting.orderId, 'opened'))
    return groupInfo(ctx, collecting.group)
  }
  const hash = await withTransaction(ctx, async (tx) => {
    const group = await lockOwnGroup(tx)
    if (!group) throw fail('GROUP_ORDER_NOT_FOUND')
    requireNotCollecting(group)
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

const setLocked = async (tx: Context, group: Group, locked: boolean): Promise<void> => {
  if (locked === (group.state === 'locked')) return
  // Whoever opens the list closes it.
  if (!locked) await touchGroup(tx, group.id, { lockedAt: null, deadline: null })
  else if (!(await closeList(tx, group.id))) throw fail('BASKET_EMPTY')
}
