import * as baskets from '#contract/baskets/calls.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import type { GroupItem, GroupMember, GroupOrderInfo } from '#contract/group-orders/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { announce } from '#stores/announce.ts'
import { loadBasket } from '#stores/baskets/load.ts'
import { environment } from '#stores/environment.ts'
import { reportOrShow } from '#stores/errors.ts'
import { ask, closeAllModals } from '#stores/modals.ts'
import { acceptGroup, forgetGroup, loadGroup } from './group-order.ts'

/** Sends a change and shows its reply; a refusal is shown and the group order is read again. */
const change = async (send: () => Promise<GroupOrderInfo>): Promise<void> => {
  try {
    await acceptGroup(await send())
  } catch (cause) {
    await loadGroup()
    reportOrShow(cause)
  }
}

/** A member is ready or chooses again; the initiator closes the list or opens it. */
export const completeGroup = (complete: boolean): Promise<void> =>
  change(() => environment().call(groupOrders.complete, { body: { complete } }))

/** While everybody pays, the initiator goes on without whoever has not, and agrees to what it costs more (AMD). */
export const goOnWithout = async (extra: number): Promise<void> => {
  if (!(await ask('goOnWithout', { amount: formatAmd(extra, environment().locale) }))) return
  await change(() => environment().call(groupOrders.complete, { body: { complete: true, agreed: extra } }))
}

/** `isPaid`: some shares are paid already, and go back. */
export const cancelGroup = async (isPaid: boolean): Promise<void> => {
  if (!(await ask(isPaid ? 'cancelGroupPaid' : 'cancelGroup'))) return
  await change(() => environment().call(groupOrders.cancel))
}

export const removeFromGroup = async ({ id, name }: GroupMember): Promise<void> => {
  if (!(await ask('removeFromGroup', { name }))) return
  await change(() => environment().call(groupOrders.removeMember, { params: { id } }))
}

/** Takes off what somebody chose, for the initiator. What is there still is asked about first. */
export const removeLine = async ({ id, name, availability }: GroupItem): Promise<void> => {
  if (availability === 'ok' && !(await ask('removeLine', { name }))) return
  try {
    await environment().call(baskets.remove, { params: { id }, query: {} })
    await loadGroup()
  } catch (cause) {
    await loadGroup()
    reportOrShow(cause)
  }
}

export const leaveGroup = async (): Promise<void> => {
  if (!(await ask('leaveGroup'))) return
  try {
    await environment().call(groupOrders.leave, { query: {} })
  } catch (cause) {
    reportOrShow(cause)
    return
  }
  forgetGroup()
  closeAllModals()
  await loadBasket()
}

/** Reminds the members whom everybody waits for. Whether they were. */
export const remindMembers = async (): Promise<boolean> => {
  try {
    await environment().call(groupOrders.remind)
    await announce('group:readiness.reminded')
    return true
  } catch (cause) {
    await loadGroup()
    reportOrShow(cause)
    return false
  }
}
