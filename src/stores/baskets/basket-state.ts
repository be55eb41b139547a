import { atom, computed, map } from 'nanostores'
import * as baskets from '#contract/baskets/calls.ts'
import type { Basket } from '#contract/baskets/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { $mirror, mirrorOf, mirrorWith } from './snapshot.ts'
import { $passing, addedNow, forgetGranted, showGranted } from './basket-passing.ts'
import { itemsOf, keyOfItem, shortItems, withWishes } from './basket-view.ts'
import { $wishes, wishesNow } from './basket-wishes.ts'
import { $place } from '#stores/addresses/location.ts'
import { $session } from '#stores/auth/session.ts'

/** initial: never fetched. `settling`: changes are shown that the server has not priced yet. */
export type BasketState =
  | { state: 'initial' }
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; basket: Basket; settling: boolean }
export const INITIAL: BasketState = { state: 'initial' }

type Fetched = { state: 'initial' } | { state: 'loading' } | { state: 'failed'; failure: Failure } | { state: 'ready'; basket: Basket }
const $fetched = atom<Fetched>({ state: 'initial' })

/** Spec section 3: flags for double add, limit error, after-done error. `offline`: changes wait for the connection. */
export const $basketFlags = map({ adding: false, overloaded: false, doneOverloaded: false, limitError: false, offline: false })

/** The basket as the person made it: the last one fetched with the wishes laid over. */
export const $basket = computed([$fetched, $wishes, $passing], (fetched, { lines }, { added, granted }): BasketState => {
  if (fetched.state !== 'ready') return fetched
  const changes = { ...granted, ...added, ...lines }
  return { state: 'ready', basket: withWishes(fetched.basket, changes), settling: Object.keys(changes).length > 0 }
})
/** Spec section 4: initial, then fill or empty after each fetch. */
export const $basketStatus = computed($basket, (state) => (state.state === 'ready' ? state.basket.status : 'initial'))
export const $shortItems = computed($basket, (state) => (state.state === 'ready' ? shortItems(state.basket) : []))

/** What the server said last, without wishes. */
export const fetchedBasket = (): Basket | null => {
  const fetched = $fetched.get()
  return fetched.state === 'ready' ? fetched.basket : null
}
/** What is shown. */
export const shownBasket = (): Basket | null => {
  const shown = $basket.get()
  return shown.state === 'ready' ? shown.basket : null
}

/** Writes the mirror anew and wakes the plain script. */
export const paintMirror = (): void => {
  const basket = fetchedBasket()
  const changes = { ...addedNow(), ...wishesNow() }
  $mirror.set(mirrorWith(basket ? mirrorOf(withWishes(basket, changes)) : $mirror.get(), changes))
  environment().emit('basket:change')
}

/** A wish that goes although the basket fetched here does not show it was granted in another tab: it stays in sight until this one has fetched. */
export const followOtherTabs = (): void =>
  void $wishes.listen(({ lines }, before) => {
    const basket = fetchedBasket()
    const held = new Map(basket ? itemsOf(basket).map((item) => [keyOfItem(item), item.quantity]) : [])
    const gone = Object.entries(before?.lines ?? {}).filter(([key, { quantity }]) => !lines[key] && (held.get(key) ?? 0) !== quantity)
    if (gone.length > 0) showGranted(Object.fromEntries(gone))
  })

/** An answer of the API becomes the basket, unless a newer one came first. */
export const acceptBasket = (basket: Basket): void => {
  const known = fetchedBasket()
  if (known && known.id === basket.id && known.version > basket.version) return
  $fetched.set({ state: 'ready', basket })
  forgetGranted()
  paintMirror()
}

let asked = 0

/** Fetches the basket, priced for where it goes; false when that failed. What is shown stays then; a first fetch that fails says so. */
export const loadBasket = async (): Promise<boolean> => {
  const own = ++asked
  if ($fetched.get().state !== 'ready') $fetched.set({ state: 'loading' })
  try {
    const basket = await fetchBasket()
    if (own === asked) acceptBasket(basket)
    return true
  } catch (cause) {
    const failure = failureOf(cause)
    if (own === asked && $fetched.get().state !== 'ready') $fetched.set({ state: 'failed', failure })
    forgetGranted()
    return false
  }
}

/** The answer of a change is priced for nowhere in particular: where a place is known, the basket is fetched for it. */
export const settleBasket = async (reply: Basket): Promise<void> => {
  const somewhere = $place.get().latitude !== null || $place.get().addressId !== null
  if (!somewhere || !(await loadBasket())) acceptBasket(reply)
}

const fetchBasket = async (): Promise<Basket> => {
  const { call, anonymousId } = environment()
  const session = $session.get()
  const query = {
    sessionId: anonymousId(),
    ...(session.state === 'user' ? { paymentId: session.user.defaultPaymentMethodId, walletType: 0 } : {})
  }
  try {
    return await call(baskets.get, { query: { ...query, ...placeQuery() } })
  } catch (cause) {
    // An address of another account, or one removed elsewhere: priced for nowhere is better than no basket.
    if (!isFailure(cause, 'INVALID_ADDRESS')) throw cause
    return call(baskets.get, { query })
  }
}

const placeQuery = (): { addressId: number } | { lat: number; lng: number } | Record<never, never> => {
  const { addressId, latitude, longitude } = $place.get()
  if (addressId !== null && $session.get().state === 'user') return { addressId }
  return latitude === null || longitude === null ? {} : { lat: latitude, lng: longitude }
}
