import { endpoint } from '#contract/endpoint.ts'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import type { FullAddress } from '#domain/address.ts'
import type { PaymentMethodId } from '#domain/enums.ts'

/** An address of a person. */
export interface Address extends FullAddress {
  /** Changes with every change. Sent back with a change, it is refused with ADDRESS_UPDATE_IN_PROGRESS when another tab saved meanwhile. */
  version: string
}

export type NewAddress = Pick<Address, 'street' | 'city' | 'latitude' | 'longitude'> & Partial<Omit<Address, 'id' | 'version'>>

interface Saved {
  id: number
  version?: string
}

export const addresses = endpoint<{ reply: Address[] }>()({
  method: 'GET',
  path: '/user/profile/addresses',
  access: 'user',
  codes: [],
  about: 'Saved addresses, the default first.'
})

export const addAddress = endpoint<{ body: NewAddress; reply: Address }>()({
  method: 'POST',
  path: '/user/profile/addresses',
  access: 'user',
  codes: ['INVALID_ADDRESS'],
  about: 'Saves an address.'
})

export const replaceAddress = endpoint<{ body: NewAddress & Saved; reply: Address }>()({
  method: 'PUT',
  path: '/user/profile/addresses',
  access: 'user',
  codes: ['INVALID_ADDRESS', 'NOT_FOUND', 'ADDRESS_UPDATE_IN_PROGRESS'],
  about: 'Writes an address anew; missing fields fall back to their defaults.'
})

export const changeAddress = endpoint<{ body: Partial<NewAddress> & Saved; reply: Address }>()({
  method: 'PATCH',
  path: '/user/profile/addresses',
  access: 'user',
  codes: ['INVALID_ADDRESS', 'NOT_FOUND', 'ADDRESS_UPDATE_IN_PROGRESS'],
  about: 'Changes the named fields of an address.'
})

export const removeAddress = endpoint<{ params: { id: number }; reply: Address[] }>()({
  method: 'DELETE',
  path: '/user/profile/addresses/:id',
  access: 'user',
  codes: ['LAST_DEFAULT_ADDRESS', 'NOT_FOUND'],
  about: 'Removes an address; the last default one stays (450).'
})

export const makeDefault = endpoint<{ body: { addressId: number }; reply: Address[] }>()({
  method: 'PATCH',
  path: '/users/address/shipping/default',
  access: 'user',
  codes: ['NOT_FOUND'],
  about: 'Makes an address the one things are brought to; answers all, the default first.'
})

export const paymentMethod = endpoint<{ body: { paymentMethodId: PaymentMethodId }; reply: PaymentMethod[] }>()({
  method: 'PATCH',
  path: '/user/profile/paymentmethod',
  access: 'user',
  codes: ['PAYMENT_METHOD_UNAVAILABLE'],
  about: 'Makes a way to pay the default; answers how the person can pay, the default marked.'
})
