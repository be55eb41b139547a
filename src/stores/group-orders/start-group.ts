import * as groupOrders from '#contract/group-orders/calls.ts'
import type { WantedDelivery } from '#contract/group-orders/calls.ts'
import type { GroupOrderType } from '#domain/orders/group-order.ts'
import { loadBasket } from '#stores/baskets/load.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { ask, replaceModal } from '#stores/modals.ts'
import { deliverTo } from './delivery.ts'
import { acceptGroup } from './group-order.ts'

export interface Start extends WantedDelivery {
  supplierId: number
  /** AMD a person; UNLIMITED for none. */
  limit: number
  participantName: string
  groupOrderType: GroupOrderType
  /** Until the list closes by itself. */
  deadlineMinutes?: number
  /** An earlier group order, whose people are invited. */
  againOf?: number
}

/**
 * Starts a group order and goes on to its link. What the basket would lose is asked about first. Returns what refused it; null when it was
 * started or not agreed to.
 */
export const startGroup = async (start: Start, startAnew = false): Promise<Failure | null> => {
  const body = { ...start, ...(startAnew && { startAnew }) }
  try {
    await acceptGroup(await environment().call(groupOrders.create, { body }))
  } catch (cause) {
    if (isFailure(cause, 'CHANGE_MODE_TO_DELIVERY')) return (await ask('groupDelivers')) ? startGroup(start, true) : null
    if (isFailure(cause, 'JOINING_EMPTIES_CART')) return (await ask('startGroup')) ? startGroup(start, true) : null
    return failureOf(cause)
  }
  deliverTo(start)
  replaceModal('share-link-group-order')
  await loadBasket()
  return null
}
