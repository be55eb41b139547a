import { eq } from 'drizzle-orm'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** How the caller can pay. Cash is the default (spec section 9) unless the person's own is the card. */
export const paymentMethods = async (ctx: Context): Promise<PaymentMethod[]> => {
  const preferred = await preferredOf(ctx)
  const card = preferred === PAYMENT_METHOD.ARCA
  return [
    { id: PAYMENT_METHOD.CASH, key: 'cash', isDefault: !card },
    { id: PAYMENT_METHOD.ARCA, key: 'card', isDefault: card }
  ]
}

const preferredOf = async (ctx: Context): Promise<number | undefined> => {
  if (ctx.actor.kind !== 'user') return undefined
  const { users } = schema
  const [row] = await ctx.db.select({ id: users.defaultPaymentMethodId }).from(users).where(eq(users.id, ctx.actor.userId))
  return row?.id
}
