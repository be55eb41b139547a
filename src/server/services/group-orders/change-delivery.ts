import type { GroupOrderInfo, WantedDelivery } from '#contract/group-orders/calls.ts'
import type { Context } from '#server/context.ts'
import { touchGroup } from '#server/services/baskets/group/lock-group.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { planDelivery } from './delivery.ts'
import { groupInfo } from './info.ts'
import { lockInitiatedGroup, requireNotCollecting } from './own-group.ts'

/** The initiator says where and when it is to come (PUT /orders/group/delivery); not once it is ordered. Codes: see the contract. */
export const changeGroupDelivery = async (ctx: Context, wanted: WantedDelivery): Promise<GroupOrderInfo> => {
  const { byId } = await ctx.directory.read()
  const hash = await withTransaction(ctx, async (tx) => {
    const group = await lockInitiatedGroup(tx)
    requireNotCollecting(group)
    const supplier = byId.get(group.supplierId)
    if (!supplier) throw fail('GROUP_ORDER_NOT_FOUND')
    const closesAt = Math.max(tx.now(), group.deadline?.getTime() ?? 0)
    await touchGroup(tx, group.id, await planDelivery(tx, supplier, group.initiatorId, wanted, closesAt))
    return group.hash
  })
  return groupInfo(ctx, { hash })
}
