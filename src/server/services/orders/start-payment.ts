import { and, count, eq } from 'drizzle-orm'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { lockOrder } from './order-row.ts'
import { openPaymentOf, type PaymentRow } from './payment-row.ts'

/** payable: send the buyer to `formUrl`; unavailable: the bank did not answer; settled: there is nothing to pay any more. */
export type StartedPayment = { kind: 'payable'; formUrl: string } | { kind: 'unavailable' } | { kind: 'settled' }

/**
 * Opens a payment of an unpaid order at the bank, or takes up the one that is open: our row first, then the bank, then its answer. A crash
 * between leaves a row that the next call takes up under the same number, for which the bank answers the same again.
 */
export const startPayment = async (ctx: Context, orderId: number): Promise<StartedPayment> => {
  const payment = await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, eq(schema.orders.id, orderId))
    if (order?.status !== ORDER_STATUS.NEW_NOT_PAID) return null
    return (await openPaymentOf(tx, orderId)) ?? insertPayment(tx, order)
  })
  if (!payment) return { kind: 'settled' }
  if (payment.state === 'registered' && payment.formUrl) return { kind: 'payable', formUrl: payment.formUrl }
  try {
    const registered = await ctx.adapters.bank.register({
      number: payment.bankNumber,
      amount: payment.amount,
      returnUrl: `${ctx.config.SITE_URL}/api/payments/return?language=${ctx.locale}`,
      description: payment.bankNumber.split('-')[0] ?? '',
      language: ctx.locale
    })
    return (await keepAnswer(ctx, payment.id, registered)) ? { kind: 'payable', formUrl: registered.formUrl } : { kind: 'settled' }
  } catch (cause) {
    if (cause instanceof BankUnavailable) return { kind: 'unavailable' }
    throw cause
  }
}

const insertPayment = async (tx: Context, order: { id: number; number: string; total: number }): Promise<PaymentRow> => {
  const { payments } = schema
  const [tried] = await tx.db.select({ attempts: count() }).from(payments).where(eq(payments.orderId, order.id))
  const at = new Date(tx.now())
  const [payment] = await tx.db
    .insert(payments)
    .values({
      orderId: order.id,
      provider: tx.adapters.bank.provider,
      bankNumber: `${order.number}-${(tried?.attempts ?? 0) + 1}`,
      amount: order.total,
      state: 'created',
      checkedAt: at,
      createdAt: at
    })
    .returning()
  if (!payment) throw new Error('a payment that was just written is gone')
  return payment
}

/** False when the payment was given up meanwhile (cancelled, or turned into cash): then nobody may be sent to pay it. */
const keepAnswer = async (ctx: Context, paymentId: number, { ref, formUrl }: { ref: string; formUrl: string }): Promise<boolean> => {
  const { payments } = schema
  const kept = await ctx.db
    .update(payments)
    .set({ state: 'registered', bankRef: ref, formUrl, checkedAt: new Date(ctx.now()) })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'created')))
    .returning({ id: payments.id })
  if (kept.length > 0) return true
  const [row] = await ctx.db.select({ state: payments.state }).from(payments).where(eq(payments.id, paymentId))
  return row?.state === 'registered'
}
