import { atom } from 'nanostores'
import type { Basket } from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { NewOrder } from '#contract/orders/calls.ts'
import { beginAttempt, endAttempt, isAnswered, waitingAttempt, type Attempt } from './attempt.ts'
import { loadAddresses } from '#stores/addresses/addresses.ts'
import { acceptBasket, loadBasket } from '#stores/baskets/load.ts'
import { confirmedBasket } from '#stores/baskets/server.ts'
import { fitToStock } from '#stores/baskets/actions.ts'
import { shortItems } from '#stores/baskets/lines.ts'
import { choose, type When } from './choices.ts'
import { basketDifference, type Change } from './difference.ts'
import { $draft } from './draft.ts'
import { nearestSlot, orderOf } from './place-order.ts'
import { writeComment } from '#stores/baskets/comment.ts'
import { $times, loadSlots, reloadTimes } from './delivery-time.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { openModal } from '#stores/modals.ts'
import { placeAfter } from '#stores/orders/order-actions.ts'
import { loadMethods } from './payment-methods.ts'
import { $session, markSignedOut } from '#stores/auth/session.ts'
import { ApiError } from '#client/call.ts'

/**
 * Where the order stands. asking: an answer was lost before a reload and is fetched; leaving: the order is made;
 * refused: nothing was ordered, and these are the differences (byAddress: to what was shown before the address was known); unanswered: nobody knows, the same key goes out again.
 */
export type Placing =
  | { state: 'idle' }
  | { state: 'asking' }
  | { state: 'sending' }
  | { state: 'leaving'; toBank: boolean }
  | { state: 'refused'; failure: Failure; changes: readonly Change[]; byAddress?: true }
  | { state: 'unanswered'; failure: Failure }

const PURPOSE = 'checkout'
const IDLE: Placing = { state: 'idle' }

const $placing = atom<Placing>(IDLE)
export { $placing }

const isBusy = (): boolean => ['asking', 'sending', 'leaving'].includes($placing.get().state)

/** Orders what is shown, once: a second tap does nothing, a retry goes out under the same key. False: something is still missing. */
export const placeOrder = async (): Promise<boolean> => {
  const draft = $draft.get()
  const body = draft && orderOf(draft)
  if (isBusy()) return true
  if (!body || !draft) return false
  $placing.set({ state: 'sending' })
  await send(beginAttempt(PURPOSE, body, environment().newKey), draft.basket, draft.when)
  return true
}

const send = async ({ key, body }: Attempt<NewOrder>, shown: Basket, when: When | null): Promise<void> => {
  try {
    const placed = await environment().call(orders.checkout, { body }, { idempotencyKey: key })
    endAttempt(PURPOSE)
    writeComment('')
    choose({ when: null })
    $placing.set({ state: 'leaving', toBank: placed.redirectUrl !== null })
    // The badge of the next page is painted from what this page knows.
    await loadBasket()
    environment().navigate(placeAfter(placed))
  } catch (cause) {
    $placing.set(IDLE)
    const failure = failureOf(cause)
    if (isAnswered(failure.type)) endAttempt(PURPOSE)
    $placing.set(await refuse(cause, failure, shown, when))
  }
}

/** The basket that came with a refusal, else the one fetched anew. */
const currentBasket = async (cause: unknown): Promise<Basket | null> => {
  const data = cause instanceof ApiError ? cause.data : null
  const given = typeof data === 'object' && data !== null && 'basket' in data ? (data.basket as Basket) : null
  if (given) acceptBasket(given)
  else await loadBasket()
  return given ?? confirmedBasket()
}

/** What a refusal means for the page: what is shown is brought up to date, what was typed stays. */
const refuse = async (cause: unknown, failure: Failure, shown: Basket, when: When | null): Promise<Placing> => {
  if (failure.type === 'UNAUTHORIZED') {
    markSignedOut()
    return IDLE
  }
  if (!isAnswered(failure.type)) return { state: 'unanswered', failure }
  if (failure.type === 'DELIVERY_TIME_UNAVAILABLE' || failure.type === 'SUPPLIER_CLOSED')
    return { state: 'refused', failure, changes: await otherTime(when) }
  if (failure.type === 'INVALID_ADDRESS') await loadAddresses()
  if (failure.type === 'PAYMENT_METHOD_UNAVAILABLE') await loadMethods()
  const now = await currentBasket(cause)
  if (failure.type === 'MORE_THAN_IN_STOCK' || failure.type === 'OUT_OF_STOCK') openModal('out-of-stock-info')
  return { state: 'refused', failure, changes: now ? basketDifference(shown, now) : [] }
}

/** Chooses the nearest time that is left; the page says which one and asks. */
const otherTime = async (when: When | null): Promise<Change[]> => {
  const before = when?.kind === 'slot' ? when.slot : null
  await reloadTimes()
  if (before) await loadSlots(before.date)
  const after = nearestSlot($times.get(), before)
  choose({ when: after ? { kind: 'slot', slot: after } : null })
  return [{ kind: 'time', before, after }]
}

/** The one button under a difference: stock is put right first and shown, everything else is ordered as it now is. */
export const acceptChanges = async (): Promise<void> => {
  const basket = confirmedBasket()
  if (!basket || shortItems(basket).length === 0) return void (await placeOrder())
  await fitToStock()
  $placing.set(IDLE)
}

/**
 * After the order button took over an address that stood written on the page: true when the price shown before still holds. Otherwise the
 * differences are shown, and nothing is ordered before somebody agreed. A guest signs in first and presses again, at the new price.
 */
export const priceStands = async (shown: Basket): Promise<boolean> => {
  await loadBasket()
  if ($session.get().state !== 'user') return true
  await reloadTimes()
  const now = confirmedBasket()
  const changes = now ? basketDifference(shown, now) : []
  if (changes.length === 0) return true
  $placing.set({ state: 'refused', failure: { type: 'CHECKOUT_OUTDATED', message: '' }, changes, byAddress: true })
  return false
}

/** A change by hand answers a refusal too. */
export const clearRefusal = (): void => {
  if ($placing.get().state === 'refused') $placing.set(IDLE)
}

/**
 * After a reload: a try without an answer is asked about, unless the basket is still as it was then, which says that it never arrived.
 * Asking cannot order anything new: the server refuses an older basket.
 */
export const askForLostAnswer = async (): Promise<void> => {
  const attempt = waitingAttempt<NewOrder>(PURPOSE)
  const basket = confirmedBasket()
  if (!attempt || !basket || isBusy()) return
  if (basket.status === 'fill' && basket.version === attempt.body.basketVersion) return
  $placing.set({ state: 'asking' })
  await send(attempt, basket, null)
  const { state } = $placing.get()
  if (state === 'refused') $placing.set(IDLE)
}
