import type { Context } from '#server/context.ts'
import { lockGroup } from '#server/services/baskets/group/lock-group.ts'
import type { Group } from '#server/services/baskets/group/read-group.ts'
import type { OrderRow } from '../order-row.ts'

/** Locks the group order that waits for everybody's share of a locked order; null for every other order. Locked after its order. */
export const collectingGroupOf = async (tx: Context, { groupOrderId }: Pick<OrderRow, 'groupOrderId'>): Promise<Group | null> => {
  const group = groupOrderId === null ? null : await lockGroup(tx, groupOrderId)
  return group?.state === 'collecting' ? group : null
}
