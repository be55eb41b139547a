import type { Address } from '#contract/profile/calls.ts'
import type { Context } from '#server/context.ts'
import { requireUser } from '#server/services/core/access.ts'
import { readAddresses } from './address.ts'

/** Returns the caller's saved addresses, the default first, then the newest. */
export const listAddresses = (ctx: Context): Promise<Address[]> => readAddresses(ctx, requireUser(ctx).userId)
