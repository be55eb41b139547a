import { and, eq } from 'drizzle-orm'
import type { Address } from '#contract/profile/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { findOwn, lockOwner, readAddresses } from './address.ts'

/** Removes an own address; the newest remaining one inherits its default roles. LAST_DEFAULT_ADDRESS, NOT_FOUND. */
export const removeAddress = (ctx: Context, id: number): Promise<Address[]> => {
  const { userId } = requireUser(ctx)
  return withTransaction(ctx, async (tx) => {
    await lockOwner(tx, userId)
    const own = await readAddresses(tx, userId)
    const { defaultBillingAddress, defaultShippingAddress } = findOwn(own, id)
    const [heir] = own.filter((one) => one.id !== id).sort((a, b) => b.id - a.id)
    if (!heir && (defaultBillingAddress || defaultShippingAddress)) throw fail('LAST_DEFAULT_ADDRESS')
    const { addresses } = schema
    await tx.db.delete(addresses).where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
    if (heir && (defaultBillingAddress || defaultShippingAddress))
      await tx.db
        .update(addresses)
        .set({
          defaultBillingAddress: heir.defaultBillingAddress || defaultBillingAddress,
          defaultShippingAddress: heir.defaultShippingAddress || defaultShippingAddress
        })
        .where(eq(addresses.id, heir.id))
    return readAddresses(tx, userId)
  })
}
