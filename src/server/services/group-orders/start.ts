import { and, eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import type { GroupOrderInfo, NewGroupOrder } from '#contract/group-orders/calls.ts'
import { GROUP_ORDER_STATUS, IDLE_MS } from '#domain/orders/group-order.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { notifyInvited } from '#server/services/notifications/notify-group.ts'
import { planDelivery } from './delivery.ts'
import { enterGroup, lockOwnBasket, makeRoom, nameOf, requireFewStarts, requireFirstToday, requireSignedIn } from './enter.ts'
import { groupInfo } from './info.ts'

const HASH_BYTES = 16

/**
 * Starts a group order (POST /orders/group; spec section 4). What the basket holds of the restaurant stays the initiator's choice; the rest
 * is lost once that is agreed to. Codes: see the contract.
 */
export const startGroupOrder = async (ctx: Context, asked: NewGroupOrder): Promise<GroupOrderInfo> => {
  const userId = requireSignedIn(ctx)
  const supplier = (await ctx.directory.read()).byId.get(asked.supplierId)
  if (!supplier) throw fail('SUPPLIER_NOT_FOUND', { field: 'supplierId' })
  if (supplier.kind !== 'restaurant') throw fail('GROUP_ORDER_RESTAURANTS_ONLY', { field: 'supplierId' })
  const hash = randomBytes(HASH_BYTES).toString('base64url')
  await withTransaction(ctx, async (tx) => {
    const basket = await lockOwnBasket(tx, userId)
    if (basket.groupOrderId !== null) throw fail('GROUP_ORDER_EXISTS')
    await requireFirstToday(tx, userId)
    await requireFewStarts(tx, userId)
    const invited = asked.againOf === undefined ? [] : await othersOf(tx, asked.againOf, userId)
    const name = await nameOf(tx, userId, asked.participantName)
    await makeRoom(tx, basket, supplier.id, asked.startAnew === true)
    const now = new Date(tx.now())
    const deadline = asked.deadlineMinutes === undefined ? null : new Date(now.getTime() + asked.deadlineMinutes * MINUTE)
    const planned = await planDelivery(tx, supplier, userId, asked, (deadline ?? now).getTime())
    const [group] = await tx.db
      .insert(schema.groupOrders)
      .values({
        hash,
        initiatorId: userId,
        supplierId: supplier.id,
        limit: asked.limit,
        type: asked.groupOrderType,
        deadline,
        ...planned,
        updatedAt: now,
        createdAt: now
      })
      .returning({ id: schema.groupOrders.id })
    if (!group) throw new Error('the inserted group order was not found')
    await enterGroup(tx, basket, { groupOrderId: group.id, type: 'initiator', userId, name })
    const expiresAt = new Date(now.getTime() + IDLE_MS)
    await notifyInvited(tx, invited, { name, hash, alias: supplier.alias, expiresAt })
  })
  return groupInfo(ctx, { hash })
}

/** The others of an earlier group order that was placed. GROUP_ORDER_NOT_FOUND unless the caller was in it. */
const othersOf = async (tx: Context, groupOrderId: number, userId: number): Promise<number[]> => {
  const { groupMembers, groupOrders } = schema
  const members = await tx.db
    .select({ userId: groupMembers.userId })
    .from(groupMembers)
    .innerJoin(groupOrders, eq(groupOrders.id, groupMembers.groupOrderId))
    .where(and(eq(groupOrders.id, groupOrderId), eq(groupOrders.status, GROUP_ORDER_STATUS.FINISHED)))
  if (!members.some((member) => member.userId === userId)) throw fail('GROUP_ORDER_NOT_FOUND', { field: 'againOf' })
  return members.map((member) => member.userId).filter((id) => id !== userId)
}
