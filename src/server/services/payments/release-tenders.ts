import { and, eq, inArray } from 'drizzle-orm'
import { payoutPending } from '#domain/ledger/accounts.ts'
import { receivableRefunded } from '#domain/ledger/refunds.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { closePayments } from './close-payments.ts'
import { methodOf } from './methods.ts'
import { REFUND_DUE } from './payment-row.ts'
import { cancelling, type RequestedRefund } from './books/post-order.ts'
import { requestPayout, requestRefund } from './refund-rows.ts'
import { giveTransfersBack } from './transfers/give-back.ts'
import { isReceived, moveTenders, tendersOf } from './tender-rows.ts'

/**
 * Releases the reserved tenders of a cancelled, locked order and marks captured payments for refund. Returns true, and refunds nothing, when
 * all of its money was there: it then goes back line by line.
 */
export const releaseTenders = async (tx: Context, { id: orderId, total }: { id: number; total: Amount }): Promise<boolean> => {
  const tenders = await tendersOf(tx, orderId)
  await closePayments(tx, tenders)
  await giveTransfersBack(tx, tenders, 'cancelled')
  await moveTenders(
    tx,
    tenders.filter(({ state }) => state === 'held'),
    'released'
  )
  if (isReceived(total, tenders)) return true
  const captured = tenders.filter(({ state }) => state === 'captured')
  for (const tender of captured.filter(({ methodId }) => methodOf(methodId).refund === 'people')) {
    const refundId = await requestPayout(tx, tender, tender.amount, 'cancelled')
    await postTransfers(tx, [receivableRefunded(refundId, orderId, [[payoutPending(tender.payerId), tender.amount]])])
  }
  const refundable = captured.filter(({ methodId }) => methodOf(methodId).refund === 'provider')
  if (refundable.length === 0) return false
  const { payments } = schema
  const ids = refundable.map(({ id }) => id)
  const due = await tx.db
    .update(payments)
    .set(REFUND_DUE)
    .where(and(inArray(payments.tenderId, ids), eq(payments.state, 'captured')))
    .returning()
  const refunds: RequestedRefund[] = []
  for (const payment of due) {
    const amount = payment.capturedAmount ?? payment.amount
    refunds.push({ refundId: await requestRefund(tx, payment, amount, 'cancelled'), provider: payment.provider, amount })
  }
  await postTransfers(tx, cancelling(orderId, refunds))
  return false
}
