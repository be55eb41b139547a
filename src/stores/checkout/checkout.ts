import { atom } from 'nanostores'
import type { Basket } from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { NewOrder } from '#contract/orders/calls.ts'
import { beginAttempt, endAttempt, isAnswered, pendingAttempt, type Attempt } from './attempt.ts'
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
import { saveActiveOrder } from '#stores/orders/active-orders.ts'
import { pathAfterPayment } from '#stores/orders/order-actions.ts'
import { loadOwnMoney } from './own-money.ts'
import { loadMethods } from './payment-methods.ts'
import { $session, markSignedOut } from '#stores/auth/session.ts'
import { ApiError } from '#client/call.ts'

/**
 * State of placing the order. asking: a response was lost before a reload and is requested again; leaving: the order is placed;
 * refused: nothing was ordered, `changes` are the differences (byAddress: against the price shown before the address was known);
 * unanswered: the outcome is unknown, a retry uses the same key.
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

/** What was to pay, and is not there any more. */
const OWN_MONEY_FIELDS = new Set(['walletAmount', 'giftCardAmount', 'cards', 'corporateWalletAmount', 'useCorporateWallet'])

const isBusy = (): boolean => ['asking', 'sending', 'leaving'].includes($placing.get().state)

/** Places the shown order once: a second tap is ignored, a retry uses the same idempotency key. Returns false while something is missing. */
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
    choose({ when: null, usePoints: false, useGiftCards: false, giftCards: null, useCorporateWallet: false, tip: 0 })
    // The bank's page may be left: the home page leads back to the order.
    const { orderNumber, status, redirectUrl } = placed
    saveActiveOrder({ orderNumber, status, trackingStatus: 1, payment: redirectUrl ? 'awaiting' : 'none' })
    $placing.set({ state: 'leaving', toBank: placed.redirectUrl !== null })
    // The next page renders its basket badge from this page's snapshot.
    await loadBasket()
    environment().navigate(pathAfterPayment(placed))
  } catch (cause) {
    $placing.set(IDLE)
    const failure = failureOf(cause)
    if (isAnswered(failure.type)) endAttempt(PURPOSE)
    $placing.set(await refuse(cause, failure, shown, when))
  }
}

/** The basket attached to the error, else a freshly loaded one. */
const currentBasket = async (cause: unknown): Promise<Basket | null> => {
  const data = cause instanceof ApiError ? cause.data : null
  const attached = typeof data === 'object' && data !== null && 'basket' in data ? (data.basket as Basket) : null
  if (attached) acceptBasket(attached)
  else await loadBasket()
  return attached ?? confirmedBasket()
}

/** Maps a refusal to a state and reloads the affected data; the user's inputs stay. */
const refuse = async (cause: unknown, failure: Failure, shown: Basket, when: When | null): Promise<Placing> => {
  if (failure.type === 'UNAUTHORIZED') {
    markSignedOut()
    return IDLE
  }
  if (!isAnswered(failure.type)) return { state: 'unanswered', failure }
  if (failure.type === 'DELIVERY_TIME_UNAVAILABLE' || failure.type === 'SUPPLIER_CLOSED')
    return { state: 'refused', failure, changes: await chooseNearestTime(when) }
  if (failure.type === 'INVALID_ADDRESS') await loadAddresses()
  if (failure.type === 'PAYMENT_METHOD_UNAVAILABLE') await loadMethods()
  if (OWN_MONEY_FIELDS.has(failure.field ?? '')) await loadOwnMoney()
  const now = await currentBasket(cause)
  if (failure.field === 'isAdult') openModal('age-confirmation')
  if (failure.type === 'MORE_THAN_IN_STOCK' || failure.type === 'OUT_OF_STOCK') openModal('out-of-stock-info')
  return { state: 'refused', failure, changes: now ? basketDifference(shown, now) : [] }
}

/** Chooses the nearest available time and returns it as a change to be accepted. */
const chooseNearestTime = async (when: When | null): Promise<Change[]> => {
  const before = when?.kind === 'slot' ? when.slot : null
  await reloadTimes()
  if (before) await loadSlots(before.date)
  const after = nearestSlot($times.get(), before)
  choose({ when: after ? { kind: 'slot', slot: after } : null })
  return [{ kind: 'time', before, after }]
}

/** Accepts the differences: lines above the stock are corrected and shown first, otherwise the order is placed as it is now. */
export const acceptChanges = async (): Promise<void> => {
  const basket = confirmedBasket()
  if (!basket || shortItems(basket).length === 0) return void (await placeOrder())
  await fitToStock()
  $placing.set(IDLE)
}

/**
 * After the order button saved an address typed on the page: returns whether the shown price is unchanged. Otherwise shows the differences,
 * and the user has to accept them. Returns true for guests: they sign in first and press again at the new price.
 */
export const isPriceUnchanged = async (shown: Basket): Promise<boolean> => {
  await loadBasket()
  if ($session.get().state !== 'user') return true
  await reloadTimes()
  const now = confirmedBasket()
  const changes = now ? basketDifference(shown, now) : []
  if (changes.length === 0) return true
  $placing.set({ state: 'refused', failure: { type: 'CHECKOUT_OUTDATED', message: '' }, changes, byAddress: true })
  return false
}

/** Clears a refusal after the user changed something. */
export const clearRefusal = (): void => {
  if ($placing.get().state === 'refused') $placing.set(IDLE)
}

/**
 * After a reload repeats an attempt without a response, unless the basket is unchanged, which means that it never arrived.
 * Repeating cannot place a second order: the server refuses an outdated basket.
 */
export const recoverLostAnswer = async (): Promise<void> => {
  const attempt = pendingAttempt<NewOrder>(PURPOSE)
  const basket = confirmedBasket()
  if (!attempt || !basket || isBusy()) return
  if (basket.status === 'fill' && basket.version === attempt.body.basketVersion) return
  $placing.set({ state: 'asking' })
  await send(attempt, basket, null)
  const { state } = $placing.get()
  if (state === 'refused') $placing.set(IDLE)
}
