import * as geo from '#contract/geo/calls.ts'
import type { Suggestion, Town } from '#contract/geo/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import type { Address } from '#contract/profile/calls.ts'
import { fromSuggestion, isMarked, searchTerm, stillChosen, toNewAddress, type AddressFields, type ChosenPoint } from './address-form.ts'
import { $addresses, chooseAddress, saveGuestAddress, setAddresses } from './addresses.ts'
import { environment } from '#stores/environment.ts'
import { markSignedOut, $session } from '#stores/auth/session.ts'
import { isFailure } from '#stores/errors.ts'

let towns: Promise<readonly Town[]> | null = null
/** All towns of the country, served or not; requested once per page. */
export const loadTowns = (): Promise<readonly Town[]> =>
  (towns ??= environment()
    .call(geo.towns)
    .catch((cause: unknown) => {
      towns = null
      throw cause
    }))

/** Finds the point of an address; null when the geocoder does not know it and the user has not insisted (`anyway`). */
const findPlace = async (fields: AddressFields, picked: ChosenPoint | null, anyway: boolean): Promise<ChosenPoint | null> => {
  if (picked && (isMarked(fields, picked) || (stillChosen(fields, picked) && picked.exact))) return picked
  const { call } = environment()
  const term = searchTerm(fields)
  const inTown = (found: readonly Suggestion[]) => found.find(({ city, type }) => city === fields.city && type !== 'district')
  const known = inTown(await call(geo.search, { query: { term } }))
  const town = known ? undefined : (await loadTowns()).find(({ name }) => name === fields.city)
  // Many towns may have a street of this name, more than a result list holds: search near the town.
  const match = known ?? (town && inTown(await call(geo.suggest, { query: { term, lat: town.lat, lng: town.lng } })))
  if (match) return { ...fromSuggestion(match).picked, line: '' }
  const place = anyway && town && { street: '', city: town.name, latitude: town.lat, longitude: town.lng }
  return place ? { place, exact: false, line: '' } : null
}

export interface AddressToSave {
  fields: AddressFields
  picked: ChosenPoint | null
  /** The address being edited. */
  id?: number
  /** Save an address unknown to the geocoder: distances count from the centre of the town. */
  anyway?: boolean
}

/** Saves an address. `unknown`: nothing was saved, the geocoder does not know it. Rejects with the API's error. */
export const saveAddress = async ({ fields, picked, id, anyway = false }: AddressToSave): Promise<'saved' | 'unknown'> => {
  const found = await findPlace(fields, picked, anyway)
  if (!found) return 'unknown'
  const address = toNewAddress(fields, found)
  if ($session.get().state !== 'user') saveGuestAddress(address)
  else await saveToAccount(address, id)
  return 'saved'
}

const saveToAccount = async (address: ReturnType<typeof toNewAddress>, id?: number): Promise<void> => {
  const old = loadedAddresses()
  const before = old.find((one) => one.id === id)
  // An edited address retains its default flags; a new one becomes the default (spec section 3).
  const flags = before ? { defaultShippingAddress: before.defaultShippingAddress, defaultBillingAddress: before.defaultBillingAddress } : {}
  const body = { ...address, ...flags }
  const saved = await signOutIfUnauthorized(() =>
    id === undefined
      ? environment().call(profile.addAddress, { body })
      : environment().call(profile.replaceAddress, { body: { ...body, id, ...(before ? { version: before.version } : {}) } })
  )
  putAddress(saved)
  chooseAddress(saved)
}

const loadedAddresses = (): readonly Address[] => {
  const addresses = $addresses.get()
  return addresses.state === 'ready' ? addresses.list : []
}

const putAddress = (saved: Address): void => {
  const others = loadedAddresses().filter(({ id }) => id !== saved.id)
  setAddresses([saved, ...(saved.defaultShippingAddress ? others.map((one) => ({ ...one, defaultShippingAddress: false })) : others)])
}

/** Unauthorized on address calls signs the user out (spec section 8). */
const signOutIfUnauthorized = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    throw cause
  }
}

/** Rejects with LAST_DEFAULT_ADDRESS (450) for the only default address. */
export const removeAddress = async (id: number): Promise<void> =>
  setAddresses(await signOutIfUnauthorized(() => environment().call(profile.removeAddress, { params: { id } })))

export const makeDefault = async (id: number): Promise<void> => {
  const list = await signOutIfUnauthorized(() => environment().call(profile.makeDefault, { body: { addressId: id } }))
  setAddresses(list)
}
