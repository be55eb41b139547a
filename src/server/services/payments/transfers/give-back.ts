import { payoutPending } from '#domain/ledger/accounts.ts'
import { receivableRefunded } from '#domain/ledger/refunds.ts'
import type { RefundReason } from '#domain/payment.ts'
import type { Context } from '#server/context.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { requestPayout } from '../refund-rows.ts'
import type { TenderRow } from '../tender-rows.ts'
import { takenOf } from './invoice.ts'
import { methodOf } from '../methods.ts'

/** What came by transfer for tenders of a locked order that end before all of it was there goes back by hand. */
export const giveTransfersBack = async (tx: Context, tenders: readonly TenderRow[], reason: RefundReason): Promise<void> => {
  for (const tender of tenders.filter(({ state, methodId }) => state === 'held' && methodOf(methodId).invoiced)) {
    const amount = await takenOf(tx, tender.id)
    if (amount === 0) continue
    const refundId = await requestPayout(tx, tender, amount, reason)
    await postTransfers(tx, [receivableRefunded(refundId, tender.orderId, [[payoutPending(tender.payerId), amount]])])
  }
}
