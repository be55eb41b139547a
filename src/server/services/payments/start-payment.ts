import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { OPEN_PAYMENT_STATES } from '#domain/payment.ts'
import { BankUnavailable, type PaymentProvider } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import type { LockedOrder, LockOrder } from './locked-order.ts'
import { methodOf } from './methods.ts'
import type { PaymentRow } from './payment-row.ts'
import { providerNamed, providerOf } from './provider-of.ts'
import type { TenderRow } from './tender-rows.ts'

/** payable: send the buyer to `formUrl`; unavailable: the provider did not answer; settled: nothing is left to pay. */
export type StartedPayment = { kind: 'payable'; formUrl: string } | { kind: 'unavailable' } | { kind: 'settled' }

/**
 * Opens a payment for the tender an order waits for, or resumes the open one. The row is written first, then the provider is called, then
 * its answer is stored. After a crash in between, the next call resumes the row under the same number, for which the provider gives the
 * same answer.
 */
export const startPayment = async (ctx: Context, orderId: number, lockOrder: LockOrder): Promise<StartedPayment> => {
  const payment = await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order?.isAwaiting) return null
    const due = await tenderDue(tx, orderId)
    if (!due) return null
    return due.payment ?? insertPayment(tx, order, due.tender, due.provider)
  })
  if (!payment) return { kind: 'settled' }
  if (payment.state === 'registered' && payment.formUrl) return { kind: 'payable', formUrl: payment.formUrl }
  try {
    const registered = await providerNamed(ctx, payment.provider).register({
      number: payment.bankNumber,
      amount: payment.amount,
      returnUrl: `${ctx.config.SITE_URL}/api/payments/return?language=${ctx.locale}`,
      description: payment.bankNumber.split('-')[0] ?? '',
      language: ctx.locale
    })
    return (await storeAnswer(ctx, payment.id, registered)) ? { kind: 'payable', formUrl: registered.formUrl } : { kind: 'settled' }
  } catch (cause) {
    if (cause instanceof BankUnavailable) return { kind: 'unavailable' }
    throw cause
  }
}

/** Returns the tender to be paid at a provider, with its open payment; null when there is none. */
const tenderDue = async (
  tx: Context,
  orderId: number
): Promise<{ tender: TenderRow; payment: PaymentRow | null; provider: PaymentProvider } | null> => {
  const { orderTenders, payments } = schema
  const reserved = await tx.db
    .select({ tender: orderTenders, payment: payments })
    .from(orderTenders)
    .leftJoin(payments, and(eq(payments.tenderId, orderTenders.id), inArray(payments.state, [...OPEN_PAYMENT_STATES])))
    .where(and(eq(orderTenders.orderId, orderId), eq(orderTenders.state, 'held')))
    .orderBy(asc(orderTenders.id))
  for (const row of reserved) {
    const provider = providerOf(tx, methodOf(row.tender.methodId))
    if (provider) return { ...row, provider }
  }
  return null
}

const insertPayment = async (tx: Context, order: LockedOrder, tender: TenderRow, { provider }: PaymentProvider): Promise<PaymentRow> => {
  const { payments } = schema
  const [earlier] = await tx.db.select({ attempts: count() }).from(payments).where(eq(payments.orderId, order.id))
  const at = new Date(tx.now())
  const [payment] = await tx.db
    .insert(payments)
    .values({
      orderId: order.id,
      tenderId: tender.id,
      provider,
      bankNumber: `${order.number}-${(earlier?.attempts ?? 0) + 1}`,
      amount: tender.amount,
      state: 'created',
      checkedAt: at,
      createdAt: at
    })
    .returning()
  if (!payment) throw new Error('the inserted payment was not returned')
  return payment
}

/** Returns false when the payment was given up meanwhile (order cancelled, or changed to cash): the buyer must then not be sent to pay it. */
const storeAnswer = async (ctx: Context, paymentId: number, { ref, formUrl }: { ref: string; formUrl: string }): Promise<boolean> => {
  const { payments } = schema
  const stored = await ctx.db
    .update(payments)
    .set({ state: 'registered', bankRef: ref, formUrl, checkedAt: new Date(ctx.now()) })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'created')))
    .returning({ id: payments.id })
  if (stored.length > 0) return true
  const [row] = await ctx.db.select({ state: payments.state }).from(payments).where(eq(payments.id, paymentId))
  return row?.state === 'registered'
}
