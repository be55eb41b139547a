import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { LockOrder } from './locked-order.ts'
import { settlePayment } from './settle-payment.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'

/** Settles a payment when the buyer returns from the bank. Returns the number of the order to show; null when the bank's reference is unknown. */
export const settleReturn = async (ctx: Context, bankRef: string, lockOrder: LockOrder): Promise<string | null> => {
  const { orders, payments } = schema
  const [found] = await ctx.db
    .select({ paymentId: payments.id, number: orders.number })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.bankRef, bankRef))
  if (!found) return null
  try {
    await settlePayment(ctx, found.paymentId, lockOrder)
  } catch (cause) {
    // The reconciling job asks again; until then the order's page shows the stored state.
    if (!(cause instanceof BankUnavailable)) throw cause
  }
  return found.number
}
