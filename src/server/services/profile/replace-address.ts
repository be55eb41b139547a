import type { Address, NewAddress } from '#contract/profile/calls.ts'
import type { Context } from '#server/context.ts'
import { writeAddress, type Saved } from './write-address.ts'

/** Replaces an own address; missing fields get their defaults. NOT_FOUND, INVALID_ADDRESS. */
export const replaceAddress = (ctx: Context, { id, version, ...input }: NewAddress & Saved): Promise<Address> =>
  writeAddress(ctx, { id, version }, () => input)
