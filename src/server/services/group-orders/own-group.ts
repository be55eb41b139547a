import { eq } from 'drizzle-orm'
import { isEnded } from '#domain/orders/group-order.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { lockGroup } from '#server/services/baskets/group/lock-group.ts'
import type { Group } from '#server/services/baskets/group/read-group.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'

const { baskets } = schema

/** Locks the group order that the caller's basket is in; null when it is in none. */
export const lockOwnGroup = async (tx: Context): Promise<Group | null> => {
  const { userId } = requireUser(tx)
  const [basket] = await tx.db.select({ id: baskets.groupOrderId }).from(baskets).where(eq(baskets.userId, userId))
  if (!basket?.id) return null
  const group = await lockGroup(tx, basket.id)
  // It may have ended, or the caller been removed, while this waited.
  return group && !isEnded(group.state) && group.members.some((member) => member.userId === userId) ? group : null
}

/** The same for calls of the initiator alone. GROUP_ORDER_NOT_FOUND, GROUP_ORDER_ACTION_FORBIDDEN for a member. */
export const lockInitiatedGroup = async (tx: Context): Promise<Group> => {
  const group = await lockOwnGroup(tx)
  if (!group) throw fail('GROUP_ORDER_NOT_FOUND')
  if (group.initiatorId !== requireUser(tx).userId) throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
  return group
}

/** It was ordered while this waited: the order and what is paid of it are locked first, so the caller has to try again. */
export const requireNotCollecting = ({ state }: Group): void => {
  if (state === 'collecting') throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
}
