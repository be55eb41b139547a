import { asc, eq } from 'drizzle-orm'
import type { RefundReason } from '#domain/payment.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { PaymentRow } from './payment-row.ts'

const { paymentRefunds, payments } = schema
export type RefundRow = typeof paymentRefunds.$inferSelect

/** Records that a locked payment has to be given back, and why. */
export const requestRefund = async (tx: Context, { id }: Pick<PaymentRow, 'id'>, amount: number, reason: RefundReason): Promise<void> => {
  await tx.db
    .insert(paymentRefunds)
    .values({ paymentId: id, amount, reason, requestedAt: new Date(tx.now()) })
    .onConflictDoNothing()
}

/** Records that the bank has given back `amount`. The reason counts only for refunds that an earlier version requested. */
export const completeRefund = async (tx: Context, { id }: Pick<PaymentRow, 'id'>, amount: number, reason: RefundReason): Promise<void> => {
  const now = new Date(tx.now())
  await tx.db
    .insert(paymentRefunds)
    .values({ paymentId: id, amount, reason, requestedAt: now, refundedAt: now })
    .onConflictDoUpdate({ target: paymentRefunds.paymentId, set: { amount, refundedAt: now } })
}

/** Returns the refunds of an order, the oldest first, each with the number of its payment at the bank. */
export const refundsOf = async (ctx: Pick<Context, 'db'>, orderId: number): Promise<(RefundRow & { bankNumber: string })[]> => {
  const rows = await ctx.db
    .select({ refund: paymentRefunds, bankNumber: payments.bankNumber })
    .from(payments)
    .innerJoin(paymentRefunds, eq(paymentRefunds.paymentId, payments.id))
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(paymentRefunds.id))
  return rows.map(({ refund, bankNumber }) => ({ ...refund, bankNumber }))
}
