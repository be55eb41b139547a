import { atom } from 'nanostores'
import * as groupOrders from '#contract/group-orders/calls.ts'
import type { GroupOrderInfo } from '#contract/group-orders/calls.ts'
import { $session } from '#stores/auth/session.ts'
import { isPickup } from '#stores/baskets/mode.ts'
import { loadBasket } from '#stores/baskets/load.ts'
import { shownBasket } from '#stores/baskets/shown.ts'
import { startBasket } from '#stores/baskets/start.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure } from '#stores/errors.ts'
import { ask, replaceModal, closeAllModals } from '#stores/modals.ts'
import { $savedGroup, acceptGroup } from './group-order.ts'

/** The link that was opened. */
export type Invitation =
  | { state: 'loading' }
  /** `loses`: what joining costs, which is said beforehand. */
  | { state: 'ready'; info: GroupOrderInfo; isGuest: boolean; loses: 'nothing' | 'basket' | 'group' }

const LOADING: Invitation = { state: 'loading' }
const $invitation = atom<Invitation>(LOADING)
export { $invitation }

const PARAMETER = 'groupHash'

/** The current path without the link's parameter. */
const pathWithoutHash = (): string => {
  const [path = '/', query = ''] = environment().path().split('?')
  const rest = new URLSearchParams(query)
  rest.delete(PARAMETER)
  return rest.size > 0 ? `${path}?${rest.toString()}` : path
}

/** The path that leads back to the link after a sign-in. */
export const pathWithHash = (hash: string): string => {
  const path = pathWithoutHash()
  return `${path}${path.includes('?') ? '&' : '?'}${PARAMETER}=${hash}`
}

const refuse = (problem: string): void => {
  environment().replacePath(pathWithoutHash())
  replaceModal('group-order', { problem })
}

const losesOf = (): 'nothing' | 'basket' | 'group' => {
  const basket = shownBasket()
  if (basket && basket.type !== 'user') return 'group'
  return basket?.status === 'fill' || (basket && isPickup(basket)) ? 'basket' : 'nothing'
}

/**
 * Opens the invitation of a link (spec section 4, "Join flow"): whoever is in that group order already sees it; one that cannot be joined, or
 * a shop that takes no orders, is explained, and the parameter leaves the address.
 */
export const openInvitation = async (hash: string): Promise<void> => {
  $invitation.set(LOADING)
  await startBasket()
  try {
    const info = await environment().call(groupOrders.info, { query: { hash } })
    if (!info) return
    if (info.role !== 'outsider') {
      environment().replacePath(pathWithoutHash())
      await acceptGroup(info)
      return replaceModal('group-order')
    }
    $invitation.set({ state: 'ready', info, isGuest: $session.get().state !== 'user', loses: losesOf() })
  } catch (cause) {
    refuse(failureOf(cause).message)
  }
}

/** Looks around without joining. */
export const declineInvitation = (): void => {
  environment().replacePath(pathWithoutHash())
  closeAllModals()
}

/** A question for each thing that joining loses; the delivery mode first. */
const agrees = async (loses: 'basket' | 'group'): Promise<boolean> => {
  const basket = shownBasket()
  if (basket && isPickup(basket)) return ask('groupDelivers')
  return ask(loses === 'group' ? 'leaveForGroup' : 'joinGroup')
}

/** Goes on from the invitation: asks about what is lost and joins, or to the dialog with the name. */
export const acceptInvitation = async (): Promise<void> => {
  const invitation = $invitation.get()
  if (invitation.state !== 'ready') return
  const { info, loses } = invitation
  if (loses === 'nothing') return replaceModal('join-group-order-conf', { hash: info.hash })
  if (await agrees(loses)) await joinGroup(info, '', true)
}

/** Joins; then the page reloads without the parameter. A refusal is explained. */
export const joinGroup = async (info: GroupOrderInfo, participantName: string, startAnew = false): Promise<void> => {
  const session = $session.get()
  if (session.state !== 'user') return
  const body = {
    userId: session.user.id,
    groupOrderId: info.id,
    ...(participantName && { participantName }),
    ...(startAnew && { startAnew })
  }
  try {
    await environment().call(groupOrders.join, { query: { hash: info.hash }, body })
  } catch (cause) {
    if (isFailure(cause, 'BAD_REQUEST') && startAnew && !participantName) return replaceModal('join-group-order-conf', { hash: info.hash })
    if (isFailure(cause, 'JOINING_EMPTIES_CART', 'CHANGE_MODE_TO_DELIVERY')) {
      const question = isFailure(cause, 'JOINING_EMPTIES_CART') ? 'joinGroup' : 'groupDelivers'
      if (await ask(question)) return joinGroup(info, participantName, true)
      return
    }
    return refuse(failureOf(cause).message)
  }
  $savedGroup.set({ version: 1, hash: info.hash })
  // What joining emptied is not painted on the page that comes.
  await loadBasket()
  environment().navigate(pathWithoutHash())
}
