import { eq } from 'drizzle-orm'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { offeredMethods, showMethod } from './methods.ts'

/** Returns the payment methods offered to the caller. The default is the person's own if it is offered, otherwise the first (spec section 9). */
export const paymentMethods = async (ctx: Context): Promise<PaymentMethod[]> => {
  const offered = offeredMethods(ctx)
  const preferred = await preferredOf(ctx)
  const defaultMethod = offered.find(({ id }) => id === preferred) ?? offered[0]
  return offered.map((method) => ({ ...showMethod(method), isDefault: method === defaultMethod }))
}

const preferredOf = async (ctx: Context): Promise<number | undefined> => {
  if (ctx.actor.kind !== 'user') return undefined
  const { users } = schema
  const [row] = await ctx.db.select({ id: users.defaultPaymentMethodId }).from(users).where(eq(users.id, ctx.actor.userId))
  return row?.id
}
