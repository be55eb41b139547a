import type { Address, NewAddress } from '#contract/profile/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { completeAddress, lockOwner, readAddresses, versioned } from './address.ts'
import { clearDefaults, settleDefaults } from './default-address.ts'

const MAX_ADDRESSES = 50

/** Saves an address; a new default replaces the old one. INVALID_ADDRESS; BAD_REQUEST (addresses) beyond 50. */
export const addAddress = (ctx: Context, input: NewAddress): Promise<Address> => {
  const { userId } = requireUser(ctx)
  return withTransaction(ctx, async (tx) => {
    const owner = await lockOwner(tx, userId)
    const complete = completeAddress(input, owner)
    const own = await readAddresses(tx, userId)
    if (own.length >= MAX_ADDRESSES) throw fail('BAD_REQUEST', { field: 'addresses', allowed: { kind: 'full', max: MAX_ADDRESSES } })
    const flags = settleDefaults(complete, null, own)
    await clearDefaults(tx, userId, flags)
    const values = { ...complete, ...flags, userId, createdAt: new Date(tx.now()) }
    const [inserted] = await tx.db.insert(schema.addresses).values(values).returning({ id: schema.addresses.id })
    if (!inserted) throw new Error('the address was not written')
    return versioned({ id: inserted.id, ...complete, ...flags })
  })
}
