import type { Address, NewAddress } from '#contract/profile/calls.ts'
import type { Context } from '#server/context.ts'
import { writeAddress, type Saved } from './write-address.ts'

/** Changes the given fields of an own address. NOT_FOUND, INVALID_ADDRESS. */
export const changeAddress = (ctx: Context, { id, version, ...input }: Partial<NewAddress> & Saved): Promise<Address> =>
  writeAddress(ctx, { id, version }, (old) => ({ ...old, ...input, title: titleOf(old, input) }))

/** A title that was only the street follows a changed street. */
const titleOf = (old: Address, input: Partial<NewAddress>): string =>
  input.title ?? (old.title === old.street ? (input.street ?? old.street) : old.title)
