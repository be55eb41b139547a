import { atom, computed } from 'nanostores'
import * as profile from '#contract/profile/calls.ts'
import type { Address, NewAddress } from '#contract/profile/calls.ts'
import { addressTitle, samePlace } from './address-form.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { $place, chooseLocation, clearLocation } from './location.ts'
import { savedStore } from '#stores/saved.ts'
import { isListOf, isNumber, isShape, isText } from '#stores/shape.ts'
import { $session, markSignedOut } from '#stores/auth/session.ts'

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
/** An address nobody has saved to an account yet. */
export const isSavedAddress = (value: unknown): value is NewAddress => hasFields(value)
export const NO_ADDRESSES: NewAddress[] = []
const MAX_CACHED = 5

const $addresses = atom<Addresses>({ state: 'loading' })
/** What a guest chose, newest first; a plain list under this key (spec section 3). Goes to the account at sign-in. */
const $guestAddresses = savedStore<NewAddress[]>('buy-addresses', isListOf(isSavedAddress), NO_ADDRESSES)
export { $addresses, $guestAddresses }

/** Where this order goes. `id` is null until the address belongs to an account. */
export interface Chosen {
  id: number | null
  address: NewAddress
}
export const $chosenAddress = computed(
  [$session, $addresses, $guestAddresses, $place],
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

/** Tells the header and the basket. */
export const chooseAddress = (address: NewAddress & { id?: number }): void =>
  chooseLocation({ title: addressTitle(address), addressId: address.id ?? null, latitude: address.latitude, longitude: address.longitude })

/** A guest's address; the same place is kept once. */
export const saveGuestAddress = (address: NewAddress): void => {
  const others = $guestAddresses.get().filter((one) => !samePlace(one, address))
  $guestAddresses.set([address, ...others].slice(0, MAX_CACHED))
  chooseAddress(address)
}

/** Loads a person's addresses and hands over what was chosen before signing in; a guest's list is in this browser already. */
export const loadAddresses = async (): Promise<void> => {
  if ($session.get().state !== 'user') return
  try {
    const saved = await environment().call(profile.addresses)
    setAddresses(await handOver(saved))
  } catch (cause) {
    // Unauthorized on address calls signs out (spec section 8).
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    else $addresses.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** The default first, as the server sorts them; the chosen one stays chosen, else the first is. */
export const setAddresses = (list: readonly Address[]): void => {
  const sorted = [...list].sort((a, b) => Number(b.defaultShippingAddress) - Number(a.defaultShippingAddress) || b.id - a.id)
  $addresses.set({ state: 'ready', list: sorted })
  const { addressId } = $place.get()
  const [first] = sorted
  if (!first) clearLocation()
  else if (!sorted.some(({ id }) => id === addressId)) chooseAddress(first)
}

let handing: Promise<readonly Address[]> | null = null

/** Each pending address is saved once and then forgotten here; the newest one is where the order goes. */
const handOver = (saved: readonly Address[]): Promise<readonly Address[]> =>
  (handing ??= submitPending(saved).finally(() => {
    handing = null
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

/** What the account does not take, edited storage perhaps, is dropped: it must not stand in the way for ever. */
const submit = (pending: NewAddress): Promise<Address | null> =>
  environment()
    .call(profile.addAddress, { body: pending })
    .catch((cause: unknown) => {
      if (isFailure(cause, 'INVALID_ADDRESS', 'BAD_REQUEST')) return null
      throw cause
    })

let following = false

/** From now on the list keeps in step with who is signed in; once a page, however many ask. */
export const followAddresses = (): void => {
  if (following) return
  following = true
  $session.subscribe((session, before) => {
    if (session.state === 'user' && before?.state !== 'user') void loadAddresses()
  })
}
