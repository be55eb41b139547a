import { and, eq, lt } from 'drizzle-orm'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { askProvider } from './ask-provider.ts'
import type { LockOrder } from './locked-order.ts'
import { lockPayment, movePayment, type PaymentRow } from './payment-row.ts'
import { moveTenders, tendersOf } from './tender-rows.ts'

/** Nobody else tries the same refund for so long. */
const REFUND_LEASE_MS = 30_000

/**
 * Gives the money of a `refunding` payment back. The bank is asked first whether it already did (a lost answer), and one process at a time
 * holds the attempt. What fails stays `refunding`: the reconciling job comes back to it. True when the money is on its way.
 */
export const refundPayment = async (ctx: Context, paymentId: number, lockOrder: LockOrder): Promise<boolean> => {
  const payment = await claim(ctx, paymentId)
  if (!payment?.bankRef) return false
  try {
    const { bankRef } = payment
    await askProvider(ctx, payment, async (provider) => {
      const truth = await provider.status(bankRef)
      if (truth.state === 'deposited') await provider.refund(bankRef, truth.amount)
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
    // An order that stands (another method, or paid by another attempt) is not refunded; only this payment of it is.
    if (!order.isCancelled) return
    const paid = (await tendersOf(tx, order.id)).filter(({ id, state }) => id === payment.tenderId && state === 'captured')
    await moveTenders(tx, paid, 'refunded')
    await order.announceRefund()
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
