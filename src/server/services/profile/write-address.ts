import { and, eq } from 'drizzle-orm'
import type { Address, NewAddress } from '#contract/profile/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { completeAddress, findOwn, lockOwner, readAddresses } from './address.ts'
import { clearDefaults, settleDefaults } from './default-address.ts'

/** Writes what `change` makes of an own address. NOT_FOUND, INVALID_ADDRESS. */
export const writeAddress = (ctx: Context, id: number, change: (old: Address) => NewAddress): Promise<Address> => {
  const { userId } = requireUser(ctx)
  return withTransaction(ctx, async (tx) => {
    const owner = await lockOwner(tx, userId)
    const own = await readAddresses(tx, userId)
    const complete = completeAddress(change(findOwn(own, id)), owner)
    const flags = settleDefaults(complete, id, own)
    await clearDefaults(tx, userId, flags)
    const { addresses } = schema
    await tx.db
      .update(addresses)
      .set({ ...complete, ...flags })
      .where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
    return { id, ...complete, ...flags }
  })
}
