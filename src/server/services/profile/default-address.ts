import { and, eq } from 'drizzle-orm'
import type { Address } from '#contract/profile/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** The two default roles an address of a person can have. */
type Flags = Pick<Address, 'defaultBillingAddress' | 'defaultShippingAddress'>
const ROLES = ['defaultBillingAddress', 'defaultShippingAddress'] as const

/** Removes the requested roles from their current addresses. Call it before the new one is written. */
export const clearDefaults = async (ctx: Context, userId: number, flags: Flags): Promise<void> => {
  const { addresses } = schema
  for (const role of ROLES) {
    if (!flags[role]) continue
    await ctx.db
      .update(addresses)
      .set({ [role]: false })
      .where(and(eq(addresses.userId, userId), eq(addresses[role], true)))
  }
}

/** Each role always has an address: it keeps the role until another takes it, and a missing role goes to the address being written. */
export const settleDefaults = (requested: Flags, id: number | null, own: Address[]): Flags => {
  const others = own.filter((address) => address.id !== id)
  const settle = (role: (typeof ROLES)[number]) => requested[role] || !others.some((address) => address[role])
  return { defaultBillingAddress: settle('defaultBillingAddress'), defaultShippingAddress: settle('defaultShippingAddress') }
}
