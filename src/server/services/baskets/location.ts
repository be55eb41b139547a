import type { BasketLocation } from '#contract/baskets/calls.ts'
import type { Point } from '#domain/delivery.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import type { AddressQuery, StoredAddress } from './state.ts'

const refused = (): never => {
  throw fail('INVALID_ADDRESS', { field: 'addressId' })
}

/** The address to look for: the one that is named, else where a person usually has things brought. INVALID_ADDRESS for who can have none. */
export const requestedAddress = ({ actor }: Context, { addressId, lat, lng }: BasketLocation): AddressQuery | undefined => {
  if (addressId !== undefined) return actor.kind === 'user' ? { id: addressId, userId: actor.userId } : refused()
  const isPoint = lat !== undefined && lng !== undefined
  return actor.kind === 'user' && !isPoint ? { id: null, userId: actor.userId } : undefined
}

/** Where the basket goes; null: nobody knows. INVALID_ADDRESS when a named address is not the person's own. */
export const deliveryPoint = ({ addressId, lat, lng }: BasketLocation, address: StoredAddress | null): Point | null => {
  if (address) return { lat: address.latitude, lng: address.longitude }
  if (addressId !== undefined) return refused()
  return lat === undefined || lng === undefined ? null : { lat, lng }
}
