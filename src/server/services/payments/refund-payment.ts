import { and, eq, lt } from 'drizzle-orm'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { askProvider } from './ask-provider.ts'
import type { LockOrder } from './locked-order.ts'
import { lockPayment, movePayment, type PaymentRow } from './payment-row.ts'
import { completeRefund } from './refund-rows.ts'
import { moveTenders, tendersOf } from './tender-rows.ts'

/** Lease beyond the time limit of both calls to the bank: no other process tries the same refund for that long. */
const LEASE_MARGIN_MS = 14_000

/**
 * Refunds a payment in state `refunding`. The bank is asked first whether it has refunded already (its answer may have been lost), and only
 * one process at a time makes the attempt. A failed attempt stays `refunding` for the reconciling job. Returns true when the refund was
 * accepted.
 */
export const refundPayment = async (ctx: Context, paymentId: number, lockOrder: LockOrder): Promise<boolean> => {
  const payment = await claim(ctx, paymentId)
  if (!payment?.bankRef) return false
  let amount: number
  try {
    const { bankRef } = payment
    amount = await askProvider(ctx, payment, async (provider) => {
      const reported = await provider.status(bankRef)
      if (reported.state === 'deposited') await provider.refund(bankRef, reported.amount)
      else if (reported.state !== 'refunded') throw new BankUnavailable(`a captured payment is ${reported.state} at the bank`)
      return reported.amount
    })
  } catch (cause) {
    if (cause instanceof BankUnavailable) return false
    throw cause
  }
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    const locked = await lockPayment(tx, paymentId)
    if (!order || locked?.state !== 'refunding') return
    await movePayment(tx, locked, ['refunded'])
    await completeRefund(tx, locked, amount, order.isCancelled ? 'cancelled' : 'method')
    // An active order (other method, or paid by another attempt) keeps its tenders; only this payment is refunded.
    const paid = (await tendersOf(tx, order.id)).filter(({ id, state }) => id === payment.tenderId && state === 'captured')
    if (order.isCancelled) await moveTenders(tx, paid, 'refunded')
    await order.announceRefund()
  })
  return true
}

/** Claims the attempt for the length of the lease. Returns null when no refund is due or another process is at it. */
const claim = async (ctx: Context, paymentId: number): Promise<PaymentRow | null> => {
  const { payments } = schema
  const leaseExpired = new Date(ctx.now() - 2 * ctx.config.PAYMENT_TIMEOUT_SECONDS * 1_000 - LEASE_MARGIN_MS)
  const [row] = await ctx.db
    .update(payments)
    .set({ checkedAt: new Date(ctx.now()) })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'refunding'), lt(payments.checkedAt, leaseExpired)))
    .returning()
  return row ?? null
}
