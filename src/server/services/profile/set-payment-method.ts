import { eq } from 'drizzle-orm'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import type { PaymentMethodId } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { paymentMethods } from '#server/services/payments/list-methods.ts'

/** Sets the caller's default payment method, one of those offered. PAYMENT_METHOD_UNAVAILABLE. */
export const setPaymentMethod = async (ctx: Context, paymentMethodId: PaymentMethodId): Promise<PaymentMethod[]> => {
  const { userId } = requireUser(ctx)
  const offered = await paymentMethods(ctx)
  if (!offered.some(({ id, available }) => available && id === paymentMethodId)) throw fail('PAYMENT_METHOD_UNAVAILABLE')
  await ctx.db.update(schema.users).set({ defaultPaymentMethodId: paymentMethodId }).where(eq(schema.users.id, userId))
  return paymentMethods(ctx)
}
