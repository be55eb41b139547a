import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import type { LockOrder } from '../locked-order.ts'
import { REFUND_DUE } from '../payment-row.ts'
import { refundPayment } from '../refund-payment.ts'
import { moveRefund } from '../refund-rows.ts'

const { payments, paymentRefunds } = schema

/** Tries a refund that was given up again. Returns whether its provider gave it back; null when no refund of that id was given up. */
export const retryRefund = async (ctx: Context, refundId: number, lockOrder: LockOrder): Promise<boolean | null> => {
  const paymentId = await withTransaction(ctx, async (tx) => {
    const [refund] = await tx.db.select().from(paymentRefunds).where(eq(paymentRefunds.id, refundId))
    if (refund?.paymentId == null || refund.state !== 'dead' || !(await moveRefund(tx, refundId, 'requested'))) return null
    await tx.db
      .update(paymentRefunds)
      .set({ requestedAt: new Date(tx.now()) })
      .where(eq(paymentRefunds.id, refundId))
    await tx.db.update(payments).set(REFUND_DUE).where(eq(payments.id, refund.paymentId))
    return refund.paymentId
  })
  return paymentId === null ? null : refundPayment(ctx, paymentId, lockOrder)
}
