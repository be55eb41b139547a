import * as baskets from '#contract/baskets/calls.ts'
import type { Basket } from '#contract/baskets/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure } from '#stores/errors.ts'
import { $place } from '#stores/addresses/location.ts'
import { $session } from '#stores/auth/session.ts'
import { forgetElsewhere } from './pending.ts'
import { $server, confirmedBasket } from './server.ts'
import { shownChanges } from './shown.ts'
import { $snapshot, snapshotWith } from './snapshot.ts'

/** Saves what is shown and wakes the page scripts. */
export const saveSnapshot = (): void => {
  $snapshot.set(snapshotWith(confirmedBasket(), $snapshot.get(), shownChanges()))
  environment().emit('basket:change')
}

/** An answer of the API becomes the basket, unless a newer one came first. */
export const acceptBasket = (basket: Basket): void => {
  const known = confirmedBasket()
  if (known && known.id === basket.id && known.version > basket.version) return
  $server.set({ state: 'ready', basket })
  forgetElsewhere()
  saveSnapshot()
}

let asked = 0

/** Fetches the basket, priced for where it goes; false when that failed. What is shown stays then; a first fetch that fails says so. */
export const loadBasket = async (): Promise<boolean> => {
  const own = ++asked
  if ($server.get().state !== 'ready') $server.set({ state: 'loading' })
  try {
    const basket = await fetchBasket()
    if (own === asked) acceptBasket(basket)
    return true
  } catch (cause) {
    const failure = failureOf(cause)
    if (own === asked && $server.get().state !== 'ready') $server.set({ state: 'failed', failure })
    forgetElsewhere()
    return false
  }
}

/** The answer of a change is priced for nowhere in particular: where a location is known, the basket is fetched for it. */
export const settleBasket = async (reply: Basket): Promise<void> => {
  const { latitude, addressId } = $place.get()
  const isSomewhere = latitude !== null || addressId !== null
  if (!isSomewhere || !(await loadBasket())) acceptBasket(reply)
}

const fetchBasket = async (): Promise<Basket> => {
  const { call, anonymousId } = environment()
  const session = $session.get()
  const query = {
    sessionId: anonymousId(),
    ...(session.state === 'user' ? { paymentId: session.user.defaultPaymentMethodId, walletType: 0 } : {})
  }
  try {
    return await call(baskets.get, { query: { ...query, ...locationQuery() } })
  } catch (cause) {
    // An address of another account, or one removed elsewhere: priced for nowhere is better than no basket.
    if (!isFailure(cause, 'INVALID_ADDRESS')) throw cause
    return call(baskets.get, { query })
  }
}

const locationQuery = (): { addressId: number } | { lat: number; lng: number } | Record<never, never> => {
  const { addressId, latitude, longitude } = $place.get()
  if (addressId !== null && $session.get().state === 'user') return { addressId }
  return latitude === null || longitude === null ? {} : { lat: latitude, lng: longitude }
}
