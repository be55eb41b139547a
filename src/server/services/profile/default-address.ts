import { and, eq } from 'drizzle-orm'
import type { Address } from '#contract/profile/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** The two roles that one address of a person has. */
type Flags = Pick<Address, 'defaultBillingAddress' | 'defaultShippingAddress'>
const ROLES = ['defaultBillingAddress', 'defaultShippingAddress'] as const

/** Takes the roles a new holder asks for from whoever has them; call it before the holder is written. */
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

/** Somebody always has each role: a holder keeps it until another takes it, and where nobody has it the asker gets it. */
export const settleDefaults = (wanted: Flags, id: number | null, own: Address[]): Flags => {
  const others = own.filter((one) => one.id !== id)
  const settle = (role: (typeof ROLES)[number]) => wanted[role] || !others.some((one) => one[role])
  return { defaultBillingAddress: settle('defaultBillingAddress'), defaultShippingAddress: settle('defaultShippingAddress') }
}
