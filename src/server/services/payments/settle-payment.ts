import { eq } from 'drizzle-orm'
import { pauseWhileOpen } from '#domain/back-off.ts'
import { canMovePayment, OPEN_PAYMENT_STATES, type PaymentState, type RefundReason } from '#domain/payment.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import { DRAM, type PaymentStatus as ProviderStatus } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { askProvider } from './ask-provider.ts'
import { bindCard, withBoundCard } from './cards/bind-card.ts'
import { refusalOf } from './card-refusal.ts'
import type { LockedOrder, LockOrder } from './locked-order.ts'
import { findPayment, lockPayment, movePayment, REFUND_DUE, updatePayment, type PaymentRow } from './payment-row.ts'
import { providerNamed } from './provider-of.ts'
import { postCaptured, postUnwanted, postUnwantedByHand } from './books/post-captured.ts'
import { methodOf } from './methods.ts'
import { refundPayment } from './refund-payment.ts'
import { completeRefund, requestPayout, requestRefund } from './refund-rows.ts'
import { isCaptured, takeAgain } from './take-again.ts'
import { isCovered, isReceived, moveTenders, tendersOf, type TenderRow } from './tender-rows.ts'

const STATE_OF = { deposited: 'captured', declined: 'declined', refunded: 'refunded' } as const satisfies Record<string, PaymentState>

/** Until when a bank's page that nobody waits for is asked about. Banks close it after 20 minutes themselves. */
export const EXPIRE_AFTER_MS = 60 * MINUTE

/** What is left to do at the provider: give the money back, or end the order on its page. */
type NextStep = 'refund' | 'close' | null

/**
 * Asks the provider about a payment and applies its answer. The redirect, the reconciling job and pay-for-order may run at once: the
 * order's lock lets only one of them act. A page that no order waits for is closed. Throws BankUnavailable when the provider does not
 * answer.
 */
export const settlePayment = async (ctx: Context, paymentId: number, lockOrder: LockOrder): Promise<void> => {
  const payment = await findPayment(ctx, eq(schema.payments.id, paymentId))
  if (payment) await settleFound(ctx, payment, lockOrder)
}

/** The same for a payment that was just read. */
export const settleFound = async (ctx: Context, payment: PaymentRow, lockOrder: LockOrder): Promise<void> => {
  const { id, bankRef } = payment
  const next = await askAndApply(ctx, payment, lockOrder)
  if (next === 'refund') await refundPayment(ctx, id, lockOrder)
  if (next !== 'close' || !bankRef || !providerNamed(ctx, payment.provider).close) return
  await askProvider(ctx, payment, async (provider) => provider.close?.(bankRef))
  // The buyer may have paid just before.
  if ((await askAndApply(ctx, payment, lockOrder)) === 'refund') await refundPayment(ctx, id, lockOrder)
}

const askAndApply = async (ctx: Context, payment: PaymentRow, lockOrder: LockOrder): Promise<NextStep> => {
  const { bankRef } = payment
  if (!bankRef) return null
  const reported = await askProvider(ctx, payment, async (provider) =>
    provider.status ? withBoundCard(ctx, provider, payment, await provider.status(bankRef, payment.amount)) : null
  )
  return applyReported(ctx, payment, reported, lockOrder)
}

/** Applies what a provider said by itself about a payment, and gives back at once what it must not keep. */
export const applyNotice = async (ctx: Context, payment: PaymentRow, reported: ProviderStatus, lockOrder: LockOrder): Promise<void> => {
  if ((await applyReported(ctx, payment, reported, lockOrder)) === 'refund') await refundPayment(ctx, payment.id, lockOrder)
}

/** `reported`: null when the provider is never asked, so that the payment is as open as it was. */
const applyReported = (
  ctx: Context,
  { id, orderId }: PaymentRow,
  reported: ProviderStatus | null,
  lockOrder: LockOrder
): Promise<NextStep> =>
  withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const locked = await lockPayment(tx, id)
    return order && locked ? applyStatus(tx, order, locked, reported) : null
  })

const applyStatus = async (tx: Context, order: LockedOrder, payment: PaymentRow, reported: ProviderStatus | null): Promise<NextStep> => {
  if (!reported) {
    await applyOpen(tx, order, payment)
    return null
  }
  if (reported.state === 'registered' || reported.state === 'processing') return applyOpen(tx, order, payment)
  const to = STATE_OF[reported.state]
  if (to === 'captured' && isCaptured(payment)) return takeAgain(tx, order, payment, reported)
  // A final state does not change, except when money arrives after all. What is on its way back is not taken again.
  if (payment.state === 'refunding' || !canMovePayment(payment.state, to)) return payment.state === 'refunding' ? 'refund' : null
  if (to === 'captured') return applyCapture(tx, order, payment, reported)
  if (to === 'refunded') return applyReturned(tx, order, payment, reported)
  await movePayment(tx, payment, [to], { actionCode: reported.actionCode })
  if (order.isAwaiting) await order.announceRefusal(refusalOf({ state: to, actionCode: reported.actionCode }))
  return null
}

/** The bank took the money and gave it back by itself. */
const applyReturned = async (
  tx: Context,
  order: LockedOrder,
  payment: PaymentRow,
  { amount, actionCode }: ProviderStatus
): Promise<null> => {
  await movePayment(tx, payment, ['refunded'], { actionCode, capturedAmount: amount })
  const id = await requestRefund(tx, payment, amount, 'bank')
  await postUnwanted(tx, payment, { id, amount, isSent: true })
  await completeRefund(tx, payment, id)
  await order.announceRefund()
  return null
}

/** The buyer has not paid yet. The older the payment, the later the job asks again; also about one that was given up. */
const applyOpen = async (tx: Context, order: LockedOrder, payment: PaymentRow): Promise<NextStep> => {
  const age = tx.now() - payment.createdAt.getTime()
  if (payment.state === 'expired') {
    await updatePayment(tx, payment.id, { askAfter: new Date(tx.now() + pauseWhileOpen(age)) })
    return null
  }
  if (!OPEN_PAYMENT_STATES.some((state) => state === payment.state)) return null
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
  const { actionCode, transaction = null } = reported
  const tenders = await tendersOf(tx, order.id)
  const tender = tenders.find(({ id }) => id === payment.tenderId)
  const matches = order.isAwaiting && tender?.state === 'held' && isExact(payment, reported) && payment.amount === tender.amount
  if (!matches) {
    const { amount } = reported
    const reason = reasonOf(order, tender, payment, reported)
    if (tender && methodOf(tender.methodId).refund === 'people') {
      await movePayment(tx, payment, ['captured'], { actionCode, transaction, capturedAmount: amount })
      await postUnwantedByHand(tx, payment, { id: await requestPayout(tx, tender, amount, reason), amount, payerId: tender.payerId })
      await order.announcePayout()
      return null
    }
    await movePayment(tx, payment, ['captured', REFUND_DUE.state], { actionCode, checkedAt: REFUND_DUE.checkedAt, capturedAmount: amount })
    const id = await requestRefund(tx, payment, amount, reason)
    await postUnwanted(tx, payment, { id, amount, isSent: false })
    return 'refund'
  }
  await movePayment(tx, payment, ['captured'], { actionCode, transaction, capturedAmount: reported.amount })
  if (payment.clientId) await bindCard(tx, payment, tender.payerId, reported.card)
  await moveTenders(tx, [tender], 'captured')
  const updated = tenders.map((each) => (each === tender ? { ...each, state: 'captured' as const } : each))
  await postCaptured(tx, payment, reported.amount, isReceived(order.total, updated) ? updated : null)
  if (isCovered(order.total, updated)) await order.fund()
  else await order.announceShare()
  return null
}

/** Whether the bank took the sum that was asked for, in drams. */
const isExact = (payment: PaymentRow, { amount, currency }: ProviderStatus): boolean => amount === payment.amount && currency === DRAM

const reasonOf = (order: LockedOrder, tender: TenderRow | undefined, payment: PaymentRow, reported: ProviderStatus): RefundReason => {
  if (order.isCancelled) return 'cancelled'
  if (tender?.state === 'captured') return 'twice'
  return tender?.state === 'held' && !isExact(payment, reported) ? 'amount' : 'method'
}
