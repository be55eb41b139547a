import { eq } from 'drizzle-orm'
import { canMovePayment, OPEN_PAYMENT_STATES, type PaymentState } from '#domain/payment.ts'
import type { PaymentProvider } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { askProvider } from './ask-provider.ts'
import { refusalOf } from './card-refusal.ts'
import type { LockedOrder, LockOrder } from './locked-order.ts'
import { findPayment, lockPayment, movePayment, REFUND_DUE, updatePayment, type PaymentRow } from './payment-row.ts'
import { refundPayment } from './refund-payment.ts'
import { isCovered, moveTenders, tendersOf } from './tender-rows.ts'

type ProviderStatus = Awaited<ReturnType<PaymentProvider['status']>>

const STATE_OF = { deposited: 'captured', declined: 'declined', refunded: 'refunded' } as const satisfies Record<string, PaymentState>

/**
 * Asks the provider about a payment and applies its answer. The redirect, the reconciling job and pay-for-order may run at once: the
 * order's lock lets only one of them act. Throws BankUnavailable when the provider does not answer.
 */
export const settlePayment = async (ctx: Context, paymentId: number, lockOrder: LockOrder): Promise<void> => {
  const payment = await findPayment(ctx, eq(schema.payments.id, paymentId))
  if (!payment?.bankRef) return
  const { bankRef } = payment
  const reported = await askProvider(ctx, payment, (provider) => provider.status(bankRef))
  const needsRefund = await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    const locked = await lockPayment(tx, paymentId)
    return order && locked ? applyStatus(tx, order, locked, reported) : false
  })
  if (needsRefund) await refundPayment(ctx, paymentId, lockOrder)
}

/** Returns true when the money has to be refunded. */
const applyStatus = async (tx: Context, order: LockedOrder, payment: PaymentRow, reported: ProviderStatus): Promise<boolean> => {
  if (reported.state === 'registered') {
    if (OPEN_PAYMENT_STATES.some((state) => state === payment.state)) await updatePayment(tx, payment.id, {})
    return false
  }
  const to = STATE_OF[reported.state]
  // A final state does not change, except when money arrives after all.
  if (!canMovePayment(payment.state, to)) return false
  if (to === 'captured') return applyCapture(tx, order, payment, reported)
  await movePayment(tx, payment, [to], { actionCode: reported.actionCode })
  if (order.isAwaiting) await order.announceRefusal(refusalOf({ state: to, actionCode: reported.actionCode }))
  return false
}

/**
 * Captures the tender if the order waits for exactly this amount; otherwise (cancelled, other method, other amount) the payment is marked
 * for refund.
 */
const applyCapture = async (tx: Context, order: LockedOrder, payment: PaymentRow, reported: ProviderStatus): Promise<boolean> => {
  const { actionCode } = reported
  const tenders = await tendersOf(tx, order.id)
  const tender = tenders.find(({ id }) => id === payment.tenderId)
  const matches = order.isAwaiting && tender?.state === 'held' && reported.amount === payment.amount && payment.amount === tender.amount
  if (!matches) {
    await movePayment(tx, payment, ['captured', REFUND_DUE.state], { actionCode, checkedAt: REFUND_DUE.checkedAt })
    return true
  }
  await movePayment(tx, payment, ['captured'], { actionCode })
  await moveTenders(tx, [tender], 'captured')
  const updated = tenders.map((each) => (each === tender ? { ...each, state: 'captured' as const } : each))
  if (isCovered(order.total, updated)) await order.fund()
  return false
}
