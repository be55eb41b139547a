import { and, eq } from 'drizzle-orm'
import type { Address, NewAddress } from '#contract/profile/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { completeAddress, findOwn, lockOwner, readAddresses, versioned } from './address.ts'
import { clearDefaults, settleDefaults } from './default-address.ts'

/** Which address is changed; `version`: as the caller knows it. */
export interface Saved {
  id: number
  version?: string | undefined
}

/** Writes what `change` makes of an own address. NOT_FOUND, INVALID_ADDRESS, ADDRESS_UPDATE_IN_PROGRESS. */
export const writeAddress = (ctx: Context, { id, version }: Saved, change: (old: Address) => NewAddress): Promise<Address> => {
  const { userId } = requireUser(ctx)
  return withTransaction(ctx, async (tx) => {
    const owner = await lockOwner(tx, userId)
    const own = await readAddresses(tx, userId)
    const old = findOwn(own, id)
    if (version !== undefined && version !== old.version) throw fail('ADDRESS_UPDATE_IN_PROGRESS')
    const complete = completeAddress(change(old), owner)
    const flags = settleDefaults(complete, id, own)
    await clearDefaults(tx, userId, flags)
    const { addresses } = schema
    await tx.db
      .update(addresses)
      .set({ ...complete, ...flags })
      .where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
    return versioned({ id, ...complete, ...flags })
  })
}
