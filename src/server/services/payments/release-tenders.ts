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
import { requestPayout, requestRefund, returnOwn } from './refund-rows.ts'
import { giveTransfersBack } from './transfers/give-back.ts'
import { isOwn, isReceived, moveTenders, tendersOf } from './tender-rows.ts'
import { ownAccount } from './tenders/own-money.ts'

/**
 * Releases the reserved tenders of a cancelled, locked order and marks captured payments for refund. Points that paid it come back at
 * once. Returns what else there is to do. lines: all of its money was there, it goes back line by line; record: points are back.
 */
export const releaseTenders = async (
  tx: Context,
  { id: orderId, total }: { id: number; total: Amount }
): Promise<'lines' | 'record' | null> => {
  const tenders = await tendersOf(tx, orderId)
  await closePayments(tx, tenders)
  await giveTransfersBack(tx, tenders, 'cancelled')
  await moveTenders(
    tx,
    tenders.filter(({ state }) => state === 'held'),
    'released'
  )
  if (isReceived(total, tenders)) return 'lines'
  const captured = tenders.filter(({ state }) => state === 'captured')
  for (const tender of captured.filter(({ methodId }) => methodOf(methodId).refund === 'people')) {
    const refundId = await requestPayout(tx, tender, tender.amount, 'cancelled')
    await postTransfers(tx, [receivableRefunded(refundId, orderId, [[payoutPending(tender.payerId), tender.amount]])])
  }
  const own = captured.filter(isOwn)
  for (const tender of own) {
    const refundId = await returnOwn(tx, tender, tender.amount, 'cancelled')
    await postTransfers(tx, [receivableRefunded(refundId, orderId, [[ownAccount(tender), tender.amount]])])
  }
  await moveTenders(tx, own, 'refunded')
  const refundable = captured.filter(({ methodId }) => methodOf(methodId).refund === 'provider')
  const left = own.length > 0 ? 'record' : null
  if (refundable.length === 0) return left
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
  return left
}
