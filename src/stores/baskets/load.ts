import * as baskets from '#contract/baskets/calls.ts'
import type { Basket } from '#contract/baskets/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure } from '#stores/errors.ts'
import { $location } from '#stores/addresses/location.ts'
import { $session } from '#stores/auth/session.ts'
import { clearElsewhere } from './pending.ts'
import { $server, confirmedBasket } from './server.ts'
import { shownChanges } from './shown.ts'
import { $snapshot, snapshotWith } from './snapshot.ts'

/** Saves the shown basket and notifies the page scripts. */
export const saveSnapshot = (): void => {
  $snapshot.set(snapshotWith(confirmedBasket(), $snapshot.get(), shownChanges()))
  environment().emit('basket:change')
}

/** Stores a basket returned by the API, unless a newer version is stored already. */
export const acceptBasket = (basket: Basket): void => {
  const known = confirmedBasket()
  if (known && known.id === basket.id && known.version > basket.version) return
  $server.set({ state: 'ready', basket })
  clearElsewhere()
  saveSnapshot()
}

let latestRequest = 0

/** Fetches the basket, priced for the location. Returns false on failure: the shown basket stays; only a failed first fetch becomes a state. */
export const loadBasket = async (): Promise<boolean> => {
  const request = ++latestRequest
  if ($server.get().state !== 'ready') $server.set({ state: 'loading' })
  try {
    const basket = await fetchBasket()
    if (request === latestRequest) acceptBasket(basket)
    return true
  } catch (cause) {
    const failure = failureOf(cause)
    if (request === latestRequest && $server.get().state !== 'ready') $server.set({ state: 'failed', failure })
    clearElsewhere()
    return false
  }
}

/** The response of a change is priced without a location: where one is known, the basket is fetched for it. */
export const settleBasket = async (reply: Basket): Promise<void> => {
  const { latitude, addressId } = $location.get()
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
    // An address of another account, or one removed elsewhere: a basket without delivery prices is better than none.
    if (!isFailure(cause, 'INVALID_ADDRESS')) throw cause
    return call(baskets.get, { query })
  }
}

const locationQuery = (): { addressId: number } | { lat: number; lng: number } | Record<never, never> => {
  const { addressId, latitude, longitude } = $location.get()
  if (addressId !== null && $session.get().state === 'user') return { addressId }
  return latitude === null || longitude === null ? {} : { lat: latitude, lng: longitude }
}
