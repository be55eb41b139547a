import { eq } from 'drizzle-orm'
import { pauseWhileOpen } from '#domain/back-off.ts'
import { canMovePayment, OPEN_PAYMENT_STATES, type PaymentState, type RefundReason } from '#domain/payment.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { PaymentProvider } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { askProvider } from './ask-provider.ts'
import { refusalOf } from './card-refusal.ts'
import type { LockedOrder, LockOrder } from './locked-order.ts'
import { findPayment, lockPayment, movePayment, REFUND_DUE, updatePayment, type PaymentRow } from './payment-row.ts'
import { refundPayment } from './refund-payment.ts'
import { completeRefund, requestRefund } from './refund-rows.ts'
import { isCovered, moveTenders, tendersOf, type TenderRow } from './tender-rows.ts'

type ProviderStatus = Awaited<ReturnType<PaymentProvider['status']>>

const STATE_OF = { deposited: 'captured', declined: 'declined', refunded: 'refunded' } as const satisfies Record<string, PaymentState>

/** Until when a bank's page that nobody waits for is asked about. Banks close it after 20 minutes themselves. */
const EXPIRE_AFTER_MS = 60 * MINUTE

/** What is left to do at the provider: give the money back, or end the order on its page. */
type NextStep = 'refund' | 'close' | null

/**
 * Asks the provider about a payment and applies its answer. The redirect, the reconciling job and pay-for-order may run at once: the
 * order's lock lets only one of them act. A page that no order waits for is closed. Throws BankUnavailable when the provider does not
 * answer.
 */
export const settlePayment = async (ctx: Context, paymentId: number, lockOrder: LockOrder): Promise<void> => {
  const next = await askAndApply(ctx, paymentId, lockOrder)
  if (next === 'refund') await refundPayment(ctx, paymentId, lockOrder)
  if (next !== 'close') return
  const payment = await findPayment(ctx, eq(schema.payments.id, paymentId))
  if (!payment?.bankRef) return
  const { bankRef } = payment
  await askProvider(ctx, payment, (provider) => provider.close(bankRef))
  // The buyer may have paid just before.
  if ((await askAndApply(ctx, paymentId, lockOrder)) === 'refund') await refundPayment(ctx, paymentId, lockOrder)
}

const askAndApply = async (ctx: Context, paymentId: number, lockOrder: LockOrder): Promise<NextStep> => {
  const payment = await findPayment(ctx, eq(schema.payments.id, paymentId))
  if (!payment?.bankRef) return null
  const { bankRef } = payment
  const reported = await askProvider(ctx, payment, (provider) => provider.status(bankRef))
  return withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    const locked = await lockPayment(tx, paymentId)
    return order && locked ? applyStatus(tx, order, locked, reported) : null
  })
}

const applyStatus = async (tx: Context, order: LockedOrder, payment: PaymentRow, reported: ProviderStatus): Promise<NextStep> => {
  if (reported.state === 'registered') return applyOpen(tx, order, payment)
  const to = STATE_OF[reported.state]
  // A final state does not change, except when money arrives after all.
  if (!canMovePayment(payment.state, to)) return null
  if (to === 'captured') return applyCapture(tx, order, payment, reported)
  await movePayment(tx, payment, [to], { actionCode: reported.actionCode })
  if (to === 'refunded') {
    await completeRefund(tx, payment, reported.amount, 'bank')
    await order.announceRefund()
  } else if (order.isAwaiting) await order.announceRefusal(refusalOf({ state: to, actionCode: reported.actionCode }))
  return null
}

/** The buyer has not paid yet. The older the payment, the later the job asks again. */
const applyOpen = async (tx: Context, order: LockedOrder, payment: PaymentRow): Promise<NextStep> => {
  if (!OPEN_PAYMENT_STATES.some((state) => state === payment.state)) return null
  const age = tx.now() - payment.createdAt.getTime()
  const tender = (await tendersOf(tx, order.id)).find(({ id }) => id === payment.tenderId)
  const isAwaited = order.isAwaiting && tender?.state === 'held'
  if (!isAwaited && age > EXPIRE_AFTER_MS) await movePayment(tx, payment, ['expired'])
  else await updatePayment(tx, payment.id, { askAfter: new Date(tx.now() + pauseWhileOpen(age)) })
  return isAwaited || age > EXPIRE_AFTER_MS ? null : 'close'
}

/**
 * Captures the tender if the order waits for exactly this amount; otherwise (cancelled, other method, other amount) the payment is marked
 * for refund.
 */
const applyCapture = async (tx: Context, order: LockedOrder, payment: PaymentRow, reported: ProviderStatus): Promise<NextStep> => {
  const { actionCode } = reported
  const tenders = await tendersOf(tx, order.id)
  const tender = tenders.find(({ id }) => id === payment.tenderId)
  const matches = order.isAwaiting && tender?.state === 'held' && reported.amount === payment.amount && payment.amount === tender.amount
  if (!matches) {
    await movePayment(tx, payment, ['captured', REFUND_DUE.state], { actionCode, checkedAt: REFUND_DUE.checkedAt })
    await requestRefund(tx, payment, reported.amount, reasonOf(order, tender, payment, reported))
    return 'refund'
  }
  await movePayment(tx, payment, ['captured'], { actionCode })
  await moveTenders(tx, [tender], 'captured')
  const updated = tenders.map((each) => (each === tender ? { ...each, state: 'captured' as const } : each))
  if (isCovered(order.total, updated)) await order.fund()
  return null
}

const reasonOf = (order: LockedOrder, tender: TenderRow | undefined, payment: PaymentRow, reported: ProviderStatus): RefundReason => {
  if (order.isCancelled) return 'cancelled'
  if (tender?.state === 'captured') return 'twice'
  return tender?.state === 'held' && reported.amount !== payment.amount ? 'amount' : 'method'
}
