import { eq } from 'drizzle-orm'
import type { PaymentMethodId } from '#domain/enums.ts'
import { BankUnavailable, type PaymentProvider } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { PaymentRow } from '../payment-row.ts'
import { providerNamed } from '../provider-of.ts'

export interface PaymentFound {
  payment: PaymentRow
  /** Of its order. */
  number: string
  methodId: PaymentMethodId
  /** Null when it is not configured any more. */
  provider: PaymentProvider | null
}

/** Returns the payment with a provider's reference, its order and method; null for an unknown reference. */
export const paymentByRef = async (ctx: Context, bankRef: string): Promise<PaymentFound | null> => {
  const { orders, orderTenders, payments } = schema
  const [found] = await ctx.db
    .select({ payment: payments, number: orders.number, methodId: orderTenders.methodId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(orderTenders, eq(orderTenders.id, payments.tenderId))
    .where(eq(payments.bankRef, bankRef))
  return found ? { ...found, provider: configured(ctx, found.payment.provider) } : null
}

const configured = (ctx: Context, name: string): PaymentProvider | null => {
  try {
    return providerNamed(ctx, name)
  } catch (cause) {
    if (cause instanceof BankUnavailable) return null
    throw cause
  }
}
