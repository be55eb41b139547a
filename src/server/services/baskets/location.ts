import type { BasketLocation } from '#contract/baskets/calls.ts'
import type { Point } from '#domain/delivery.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import type { AddressQuery, StoredAddress } from './state.ts'

const refuseAddress = (): never => {
  throw fail('INVALID_ADDRESS', { field: 'addressId' })
}

/** Returns the address to look up: the requested one, otherwise the person's default. INVALID_ADDRESS when a guest names an address. */
export const requestedAddress = ({ actor }: Context, { addressId, lat, lng }: BasketLocation): AddressQuery | undefined => {
  if (addressId !== undefined) return actor.kind === 'user' ? { id: addressId, userId: actor.userId } : refuseAddress()
  const isPoint = lat !== undefined && lng !== undefined
  return actor.kind === 'user' && !isPoint ? { id: null, userId: actor.userId } : undefined
}

/** Returns the delivery point of a basket; null when unknown. INVALID_ADDRESS when the requested address is not the person's. */
export const deliveryPoint = ({ addressId, lat, lng }: BasketLocation, address: StoredAddress | null): Point | null => {
  if (address) return { lat: address.latitude, lng: address.longitude }
  if (addressId !== undefined) return refuseAddress()
  return lat === undefined || lng === undefined ? null : { lat, lng }
}
