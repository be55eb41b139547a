import { and, eq, lt } from 'drizzle-orm'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { askBank } from './ask-bank.ts'
import { lockOrder } from './order-row.ts'
import { lockPayment, updatePayment, type PaymentRow } from './payment-row.ts'

/** Nobody else tries the same refund for so long. */
const REFUND_LEASE_MS = 30_000

/**
 * Gives the money of a `refunding` payment back. The bank is asked first whether it already did (a lost answer), and one process at a time
 * holds the attempt. What fails stays `refunding`: the reconciling job comes back to it. True when the money is on its way.
 */
export const refundPayment = async (ctx: Context, paymentId: number): Promise<boolean> => {
  const payment = await claim(ctx, paymentId)
  if (!payment?.bankRef) return false
  try {
    const { bankRef } = payment
    await askBank(ctx, paymentId, async (bank) => {
      const truth = await bank.status(bankRef)
      if (truth.state === 'deposited') await bank.refund(bankRef, truth.amount)
    })
  } catch (cause) {
    if (cause instanceof BankUnavailable) return false
    throw cause
  }
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, eq(schema.orders.id, payment.orderId))
    const locked = await lockPayment(tx, paymentId)
    if (!order || locked?.state !== 'refunding') return
    await updatePayment(tx, paymentId, { state: 'refunded' })
    // An order that stands (cash, or paid by another attempt) is not refunded; only this payment of it is.
    if (order.status !== ORDER_STATUS.CANCELLED) return
    const { orders } = schema
    const [refunded] = await tx.db
      .update(orders)
      .set({ refundedAt: new Date(tx.now()) })
      .where(eq(orders.id, order.id))
      .returning()
    if (refunded) await recordOrderEvent(tx, 'order.payment', refunded)
  })
  return true
}

/** Takes the attempt for the length of the lease; null when it is not to be refunded, or somebody is at it. */
const claim = async (ctx: Context, paymentId: number): Promise<PaymentRow | null> => {
  const { payments } = schema
  const free = new Date(ctx.now() - REFUND_LEASE_MS)
  const [row] = await ctx.db
    .update(payments)
    .set({ checkedAt: new Date(ctx.now()) })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'refunding'), lt(payments.checkedAt, free)))
    .returning()
  return row ?? null
}
