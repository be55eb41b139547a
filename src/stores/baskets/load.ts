import * as baskets from '#contract/baskets/calls.ts'
import type { Basket, BasketLocation } from '#contract/baskets/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure } from '#stores/errors.ts'
import { $location } from '#stores/addresses/location.ts'
import { $session } from '#stores/auth/session.ts'
import { clearElsewhere } from './pending.ts'
import { $repricing, $server, confirmedBasket } from './server.ts'
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
let latestLoad = Promise.resolve(true)
/** Replies of changes so far. */
let changes = 0

const acceptChange = (reply: Basket): void => {
  changes += 1
  acceptBasket(reply)
}

/**
 * Fetches the basket, priced for the location. Returns false on failure: the shown basket stays; only a failed first fetch becomes a state.
 * A fetch that was overtaken by another one ends with that: whoever waited for it reads what is shown.
 */
export const loadBasket = (): Promise<boolean> => (latestLoad = fetchLatest(++latestRequest))

const fetchLatest = async (request: number): Promise<boolean> => {
  if ($server.get().state !== 'ready') $server.set({ state: 'loading' })
  const before = changes
  try {
    const basket = await fetchBasket()
    if (request !== latestRequest) return await latestLoad
    // Another basket than a change has answered meanwhile: it may have been read before that, and have no version to tell.
    if (changes !== before && confirmedBasket()?.id !== basket.id) return await loadBasket()
    acceptBasket(basket)
    $repricing.set(false)
    return true
  } catch (cause) {
    if (request !== latestRequest) return latestLoad
    $repricing.set(false)
    const failure = failureOf(cause)
    if ($server.get().state !== 'ready') $server.set({ state: 'failed', failure })
    clearElsewhere()
    return false
  }
}

/** Fetches the basket for another place or person; until then the shown one counts as not priced. */
export const repriceBasket = (): Promise<boolean> => {
  $repricing.set(true)
  return loadBasket()
}

/** The response of a change is priced without a location: where one is known, the basket is fetched for it. */
export const settleBasket = async (reply: Basket): Promise<void> => {
  const { latitude, addressId } = $location.get()
  const isSomewhere = latitude !== null || addressId !== null
  if (!isSomewhere || !(await loadBasket())) acceptChange(reply)
}

const fetchBasket = (): Promise<Basket> => {
  const { call, anonymousId } = environment()
  const session = $session.get()
  const query = {
    sessionId: anonymousId(),
    ...(session.state === 'user' ? { paymentId: session.user.defaultPaymentMethodId, walletType: 0 } : {})
  }
  return pricedHere((location) => call(baskets.get, { query: { ...query, ...location } }))
}

/** Calls for a basket priced for the location; for one that the server does not know the basket comes without prices of delivery. */
const pricedHere = async (send: (location: BasketLocation) => Promise<Basket>): Promise<Basket> => {
  try {
    return await send(locationQuery())
  } catch (cause) {
    // An address of another account, or one removed elsewhere.
    if (!isFailure(cause, 'INVALID_ADDRESS')) throw cause
    return send({})
  }
}

/** Sends a change of the basket. Its reply is the basket as it is now, so nothing is fetched again unless the location or the person changed meanwhile. */
export const sendChange = async (send: (location: BasketLocation) => Promise<Basket>): Promise<void> => {
  const circumstances = (): string => JSON.stringify([$session.get().state, locationQuery()])
  const before = circumstances()
  acceptChange(await pricedHere(send))
  if (circumstances() !== before) await loadBasket()
}

/** Where the basket is priced for. */
export const locationQuery = (): BasketLocation => {
  const { addressId, latitude, longitude } = $location.get()
  if (addressId !== null && $session.get().state === 'user') return { addressId }
  return latitude === null || longitude === null ? {} : { lat: latitude, lng: longitude }
}
