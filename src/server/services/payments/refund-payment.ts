import { and, eq, lt } from 'drizzle-orm'
import type { Amount } from '#domain/money.ts'
import { OPEN_REFUND_STATES } from '#domain/payment.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { askProvider } from './ask-provider.ts'
import type { LockOrder } from './locked-order.ts'
import { lockPayment, movePayment, updatePayment, type PaymentRow } from './payment-row.ts'
import { asPointsOfTender, completeRefund, moveRefund, refundsOfPayment, type RefundRow } from './refund-rows.ts'
import { moveTenders, tendersOf } from './tender-rows.ts'

/** Lease beyond the time limit of both calls to the bank: no other process tries the same refund for that long. */
const LEASE_MARGIN_MS = 14_000

/** A refund that its bank refuses or does not answer for so long is given up; people are told a day earlier. */
const MAX_TRYING_MS = 2 * DAY_MINUTES * MINUTE

const sum = (rows: readonly RefundRow[]): Amount => rows.reduce((total, { amount }) => total + amount, 0)

/**
 * Gives back what is due of a payment in state `refunding`, one refund after the other. The bank is asked first what it has given back
 * already (its answer may have been lost), and only one process at a time makes the attempt. A failed attempt stays `refunding` for the
 * reconciling job. Returns true when all of them were accepted.
 */
export const refundPayment = async (ctx: Context, paymentId: number, lockOrder: LockOrder): Promise<boolean> => {
  const payment = await claim(ctx, paymentId)
  if (!payment?.bankRef) return false
  for (;;) {
    const rows = await refundsOfPayment(ctx, paymentId)
    const next = rows.find(({ state }) => OPEN_REFUND_STATES.some((open) => open === state))
    if (!next) return true
    await moveRefund(ctx, next.id, 'sent')
    try {
      await giveBack(ctx, payment, payment.bankRef, next.amount, sum(rows.filter(({ refundedAt }) => refundedAt !== null)))
    } catch (cause) {
      if (!(cause instanceof BankUnavailable)) throw cause
      if (ctx.now() - next.requestedAt.getTime() > MAX_TRYING_MS) await moveRefund(ctx, next.id, 'dead')
      return false
    }
    await withTransaction(ctx, (tx) => recordRefund(tx, payment, next.id, lockOrder))
  }
}

/** Gives back an amount at the bank, unless what it says it has given back holds it already. `before`: given back in earlier refunds. */
const giveBack = (ctx: Context, payment: PaymentRow, bankRef: string, amount: Amount, before: Amount): Promise<void> =>
  askProvider(ctx, payment, async (provider) => {
    if (!provider.status || !provider.refund) throw new BankUnavailable(`${provider.provider} gives nothing back by a call`)
    const reported = await provider.status(bankRef)
    if (reported.state === 'refunded' || reported.refunded >= before + amount) return
    if (reported.state !== 'deposited') throw new BankUnavailable(`a captured payment is ${reported.state} at the bank`)
    await provider.refund(bankRef, amount)
  })

const recordRefund = async (tx: Context, { id, orderId }: PaymentRow, refundId: number, lockOrder: LockOrder): Promise<void> => {
  const order = await lockOrder(tx, orderId)
  const locked = await lockPayment(tx, id)
  if (!order || locked?.state !== 'refunding' || !(await completeRefund(tx, locked, refundId))) return
  const rows = await refundsOfPayment(tx, id)
  const open = rows.some(({ refundedAt }) => refundedAt === null)
  const whole = sum(rows) >= (locked.capturedAmount ?? locked.amount)
  if (open) await updatePayment(tx, id, {})
  else await movePayment(tx, locked, [whole ? 'refunded' : 'captured'])
  // An active order (other method, or paid by another attempt) keeps its tenders; only this payment is refunded.
  const isPriceBack = rows.some(({ reason }) => reason === 'lines' || reason === 'order')
  const isAllBack = sum(rows) + (await asPointsOfTender(tx, locked.tenderId)) >= (locked.capturedAmount ?? locked.amount)
  if (!open && isAllBack && (order.isCancelled || isPriceBack)) {
    const paid = (await tendersOf(tx, order.id)).filter((tender) => tender.id === locked.tenderId && tender.state === 'captured')
    await moveTenders(tx, paid, 'refunded')
  }
  await order.announceRefund()
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
