import { eq } from 'drizzle-orm'
import type { Address } from '#contract/profile/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { findOwn, lockOwner, readAddresses } from './address.ts'
import { clearDefaults } from './default-address.ts'

/** Makes an own address the default for delivery, instead of the current one. NOT_FOUND. */
export const makeDefault = (ctx: Context, addressId: number): Promise<Address[]> => {
  const { userId } = requireUser(ctx)
  return withTransaction(ctx, async (tx) => {
    await lockOwner(tx, userId)
    const { id } = findOwn(await readAddresses(tx, userId), addressId)
    await clearDefaults(tx, userId, { defaultShippingAddress: true, defaultBillingAddress: false })
    const { addresses } = schema
    await tx.db.update(addresses).set({ defaultShippingAddress: true }).where(eq(addresses.id, id))
    return readAddresses(tx, userId)
  })
}
