import { createHash } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Address, NewAddress } from '#contract/profile/calls.ts'
import { isInArmenia } from '#domain/armenia.ts'
import { COUNTRY_ID, DEFAULT_FLOOR, DEFAULT_ZIP, STATE_ID } from '#domain/constants.ts'
import { normalizePhone } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'

const { addresses, users } = schema

/** A person whose addresses are locked until the transaction ends. */
export interface Owner {
  id: number
  firstName: string
  lastName: string
  phone: string | null
}

/** Locks the person, so that parallel changes keep one default and stay within the limit. */
export const lockOwner = async (ctx: Context, userId: number): Promise<Owner> => {
  const { id, firstName, lastName, phone } = users
  const [owner] = await ctx.db.select({ id, firstName, lastName, phone }).from(users).where(eq(id, userId)).for('update')
  if (!owner) throw fail('NO_SUCH_USER')
  return owner
}

/** Returns a person's addresses, the default first, then the newest. */
export const readAddresses = async (ctx: Context, userId: number): Promise<Address[]> => {
  const rows = await ctx.db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.defaultShippingAddress), desc(addresses.id))
  return rows.map(({ userId: _, createdAt: __, ...address }) => versioned(address))
}

/** Adds the version, a hash of all that is stored. */
export const versioned = (address: Omit<Address, 'version'>): Address => {
  const content = JSON.stringify(Object.entries(address).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return { ...address, version: createHash('sha256').update(content).digest('base64url').slice(0, 12) }
}

export const findOwn = (own: Address[], id: number): Address => {
  const address = own.find((candidate) => candidate.id === id)
  if (!address) throw fail('NOT_FOUND', { field: 'id' })
  return address
}

/**
 * Returns all fields with the defaults of spec section 3; country and state are fixed (section 9). INVALID_ADDRESS outside Armenia,
 * BAD_REQUEST for an invalid phone.
 */
export const completeAddress = (input: NewAddress, owner: Owner): Omit<Address, 'id' | 'version'> => {
  const firstName = input.firstName || owner.firstName
  const lastName = input.lastName || owner.lastName
  return {
    firstName,
    lastName,
    salutation: input.salutation ?? '',
    street: input.street,
    province: input.province ?? '',
    zipcode: input.zipcode || DEFAULT_ZIP,
    countryId: COUNTRY_ID,
    stateId: STATE_ID,
    city: input.city,
    phone: input.phone ? readPhone(input.phone) : (owner.phone ?? ''),
    ...readLocation(input),
    title: input.title || input.street || `${firstName} ${lastName}`.trim(),
    addressTitle: input.addressTitle ?? '',
    entrance: input.entrance ?? '',
    floor: input.floor ?? DEFAULT_FLOOR,
    apartment: input.apartment ?? '',
    doorCode: input.doorCode ?? '',
    comment: input.comment ?? '',
    tin: input.tin ?? '',
    defaultBillingAddress: input.defaultBillingAddress ?? true,
    defaultShippingAddress: input.defaultShippingAddress ?? true,
    isTemporary: input.isTemporary ?? false
  }
}

const readPhone = (text: string): string => {
  const phone = normalizePhone(text)
  if (text && !phone) throw fail('BAD_REQUEST', { field: 'phone', allowed: { kind: 'phone' } })
  return phone ?? ''
}

const readLocation = ({ latitude, longitude }: NewAddress): Pick<Address, 'latitude' | 'longitude'> => {
  if (!isInArmenia({ lat: latitude, lng: longitude })) throw fail('INVALID_ADDRESS')
  return { latitude, longitude }
}
