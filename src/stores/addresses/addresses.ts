import { atom, computed } from 'nanostores'
import * as profile from '#contract/profile/calls.ts'
import type { Address, NewAddress } from '#contract/profile/calls.ts'
import { addressTitle, samePlace } from './address-form.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { $location, chooseLocation, clearLocation } from './location.ts'
import { savedStore } from '#stores/saved.ts'
import { isListOf, isNumber, isShape, isText } from '#stores/shape.ts'
import { $session } from '#stores/auth/session.ts'

export type Addresses = { state: 'loading' } | { state: 'ready'; list: readonly Address[] } | { state: 'failed'; failure: Failure }

const isTextOrNothing = (value: unknown): value is string | undefined => value === undefined || isText(value)
const hasFields = isShape({
  street: isText,
  city: isText,
  latitude: isNumber,
  longitude: isNumber,
  title: isTextOrNothing,
  addressTitle: isTextOrNothing,
  province: isTextOrNothing,
  zipcode: isTextOrNothing,
  entrance: isTextOrNothing,
  floor: (value): value is number | undefined => value === undefined || isNumber(value),
  apartment: isTextOrNothing,
  doorCode: isTextOrNothing,
  comment: isTextOrNothing
})
/** An address not saved to an account yet. */
export const isSavedAddress = (value: unknown): value is NewAddress => hasFields(value)
export const NO_ADDRESSES: NewAddress[] = []
const MAX_CACHED = 5

const $addresses = atom<Addresses>({ state: 'loading' })
/** Addresses chosen by a guest, newest first; an array without a version under this key (spec section 3). Moved to the account at sign-in. */
const $guestAddresses = savedStore<NewAddress[]>('buy-addresses', isListOf(isSavedAddress), NO_ADDRESSES)
export { $addresses, $guestAddresses }

/** The delivery address of the order. `id` is null until it is saved to an account. */
export interface Chosen {
  id: number | null
  address: NewAddress
}
export const $chosenAddress = computed(
  [$session, $addresses, $guestAddresses, $location],
  (session, addresses, guests, place): Chosen | null => {
    if (session.state !== 'user') {
      const [newest] = guests
      return newest ? { id: null, address: newest } : null
    }
    if (addresses.state !== 'ready') return null
    const address = addresses.list.find(({ id }) => id === place.addressId) ?? addresses.list[0]
    return address ? { id: address.id, address } : null
  }
)

/** Sets the delivery location, which the header and the basket follow. */
export const chooseAddress = (address: NewAddress & { id?: number }): void =>
  chooseLocation({ title: addressTitle(address), addressId: address.id ?? null, latitude: address.latitude, longitude: address.longitude })

/** Saves a guest's address; equal addresses are stored once. */
export const saveGuestAddress = (address: NewAddress): void => {
  const others = $guestAddresses.get().filter((one) => !samePlace(one, address))
  $guestAddresses.set([address, ...others].slice(0, MAX_CACHED))
  chooseAddress(address)
}

/** Forgets the addresses of a guest: the computer may be shared. */
export const forgetGuestAddresses = (): void => {
  $guestAddresses.set(NO_ADDRESSES)
  clearLocation()
}

/** Loads the user's addresses and moves those chosen before signing in to the account. Does nothing for guests. */
export const loadAddresses = async (): Promise<void> => {
  if ($session.get().state !== 'user') return
  try {
    const saved = await environment().call(profile.addresses)
    setAddresses(await handOver(saved))
  } catch (cause) {
    const failure = failureOf(cause, 'address')
    if (failure.type !== 'UNAUTHORIZED') $addresses.set({ state: 'failed', failure })
  }
}

/** Stores the list, default first, as the server sorts it. The chosen address stays chosen, else the first is. */
export const setAddresses = (list: readonly Address[]): void => {
  const sorted = [...list].sort((a, b) => Number(b.defaultShippingAddress) - Number(a.defaultShippingAddress) || b.id - a.id)
  $addresses.set({ state: 'ready', list: sorted })
  const { addressId } = $location.get()
  const [first] = sorted
  if (!first) clearLocation()
  else if (!sorted.some(({ id }) => id === addressId)) chooseAddress(first)
}

let handOverRequest: Promise<readonly Address[]> | null = null

/** Submits each guest address once and removes it here; the newest becomes the delivery address. Concurrent calls share one run. */
const handOver = (saved: readonly Address[]): Promise<readonly Address[]> =>
  (handOverRequest ??= submitPending(saved).finally(() => {
    handOverRequest = null
  }))

const submitPending = async (saved: readonly Address[]): Promise<readonly Address[]> => {
  let list = [...saved]
  let chosen: Address | undefined
  for (const pending of $guestAddresses.get().toReversed()) {
    const known = list.find((one) => samePlace(one, pending))
    const added = known ? null : await submit(pending)
    if (added) list = [added, ...list.map((one) => ({ ...one, defaultShippingAddress: false, defaultBillingAddress: false }))]
    chosen = known ?? added ?? chosen
    $guestAddresses.set($guestAddresses.get().filter((one) => !samePlace(one, pending)))
  }
  if (chosen) chooseAddress(chosen)
  return list
}

/** An address the API refuses, for example after edited storage, is dropped, or it would block the handover for ever. */
const submit = (pending: NewAddress): Promise<Address | null> =>
  environment()
    .call(profile.addAddress, { body: pending })
    .catch((cause: unknown) => {
      if (isFailure(cause, 'INVALID_ADDRESS', 'BAD_REQUEST')) return null
      throw cause
    })

let following = false

/** Reloads the list whenever a user signs in. Subscribes once per page. */
export const followAddresses = (): void => {
  if (following) return
  following = true
  $session.subscribe((session, before) => {
    if (session.state === 'user' && before?.state !== 'user') void loadAddresses()
  })
}
