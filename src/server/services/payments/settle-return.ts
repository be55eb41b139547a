import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { LockOrder } from './locked-order.ts'
import { settlePayment } from './settle-payment.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'

/** A buyer is back from the bank: what the bank says is settled. Number of the order to show; null when the bank's reference is unknown. */
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
    // The reconciling job asks again; the order's page says what is known.
    if (!(cause instanceof BankUnavailable)) throw cause
  }
  return found.number
}
