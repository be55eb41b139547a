import { eq } from 'drizzle-orm'
import type { GroupOrderInfo } from '#contract/group-orders/calls.ts'
import { MAX_MEMBERS } from '#domain/orders/group-order.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Group } from '#server/services/baskets/group/read-group.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { enterGroup, lockOwnBasket, makeRoom, nameOf, requireFirstToday, requireSignedIn, type OwnBasket } from './enter.ts'
import { groupInfo } from './info.ts'
import { lockGroup, takeOut, touchGroup } from '#server/services/baskets/group/lock-group.ts'

interface Asked {
  hash: string
  userId: number
  groupOrderId: number
  participantName?: string | undefined
  startAnew?: boolean | undefined
}

/**
 * Joins the group order of a link (POST /orders/group/join; spec section 4, "Join flow"). Refusals in the order in which a person would meet
 * them: 431, 403 (another person's id), 425, 426 (in it already, or in another one without `startAnew`), 475, 427 (locked, closed, full), 432,
 * 462, 468.
 */
export const joinGroupOrder = async (ctx: Context, asked: Asked): Promise<GroupOrderInfo> => {
  const userId = requireSignedIn(ctx)
  if (asked.userId !== userId) throw fail('FORBIDDEN', { field: 'userId' })
  const agreed = asked.startAnew === true
  const { baskets, groupOrders } = schema
  await withTransaction(ctx, async (tx) => {
    const [named] = await tx.db.select({ id: groupOrders.id }).from(groupOrders).where(eq(groupOrders.hash, asked.hash))
    if (!named || named.id !== asked.groupOrderId) throw fail('GROUP_ORDER_NOT_FOUND', { field: 'hash' })
    const [before] = await tx.db.select({ id: baskets.groupOrderId }).from(baskets).where(eq(baskets.userId, userId))
    const left = before?.id && before.id !== named.id ? await lockGroup(tx, before.id) : null
    const group = await lockGroup(tx, named.id)
    const basket = await lockOwnBasket(tx, userId)
    if (!group) throw fail('GROUP_ORDER_NOT_FOUND', { field: 'hash' })
    requireFree(basket, group, agreed)
    requireOpen(group)
    await requireFirstToday(tx, userId)
    const name = await nameOf(tx, userId, asked.participantName)
    await makeRoom(tx, basket, null, agreed)
    if (left && basket.groupOrderId === left.id) await takeOut(tx, left, userId)
    await enterGroup(tx, basket, { groupOrderId: group.id, type: 'member', userId, name })
    await touchGroup(tx, group.id)
  })
  return groupInfo(ctx, { hash: asked.hash })
}

const requireFree = (basket: OwnBasket, group: Group, agreed: boolean): void => {
  if (basket.groupOrderId === null) return
  if (basket.groupOrderId === group.id) throw fail('GROUP_ORDER_EXISTS', { vars: { context: 'same' }, data: { same: true } })
  if (basket.type === 'initiator') throw fail('GROUP_ORDER_OWNER_MUST_FINISH_FIRST')
  if (!agreed) throw fail('GROUP_ORDER_EXISTS', { data: { same: false } })
}

const requireOpen = ({ state, members }: Group): void => {
  if (state === 'locked') throw fail('GROUP_ORDER_IMPOSSIBLE_TO_JOIN', { vars: { context: 'locked' }, data: { state } })
  if (state !== 'open') throw fail('GROUP_ORDER_IMPOSSIBLE_TO_JOIN', { vars: { context: 'closed' }, data: { state } })
  if (members.length >= MAX_MEMBERS)
    throw fail('GROUP_ORDER_IMPOSSIBLE_TO_JOIN', { vars: { context: 'full', most: MAX_MEMBERS }, data: { state: 'full' } })
}
