import { eq } from 'drizzle-orm'
import { payoutPending, suspense } from '#domain/ledger/accounts.ts'
import { bankReceived, moneyMatched } from '#domain/ledger/received.ts'
import type { Side } from '#domain/ledger/transfer.ts'
import type { Amount } from '#domain/money.ts'
import type { RefundReason } from '#domain/payment.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { postFunded } from '../books/post-captured.ts'
import type { LockedOrder, LockOrder } from '../locked-order.ts'
import { methodOf } from '../methods.ts'
import { requestPayout } from '../refund-rows.ts'
import { isCovered, isReceived, moveTenders, tendersOf, type TenderRow } from '../tender-rows.ts'
import { takenOf } from './invoice.ts'

/** left: what the order still waits for; back: what it did not ask for, to be paid out by hand. */
export interface TransferReceived {
  amount: Amount
  left: Amount
  back: Amount
}

/**
 * Records money that came to the shop's bank account for an order: `amount`, or exactly what the order waits for. The rest of too much, and
 * all of what comes for an order that waits for nothing, goes back by hand. Returns null, and records nothing, when no invoice was written
 * for it, or when nothing is due and no amount was named.
 */
export const receiveTransfer = (
  ctx: Context,
  orderId: number,
  named: Amount | null,
  lockOrder: LockOrder
): Promise<TransferReceived | null> =>
  withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const tenders = order ? await tendersOf(tx, orderId) : []
    const tender = tenders.findLast(({ methodId }) => methodOf(methodId).invoiced)
    if (!order || !tender) return null
    const isDue = order.isAwaiting && tender.state === 'held'
    const due = isDue ? tender.amount - (await takenOf(tx, tender.id)) : 0
    const amount = named ?? due
    if (amount === 0) return null
    const taken = Math.min(amount, due)
    await recordTransfer(tx, tender, { amount, taken })
    const left = due - taken
    if (isDue && left === 0) await capture(tx, order, tenders, tender)
    // The buyer reads what is still to be paid.
    else if (taken > 0) await order.announceRefusal(null)
    const back = amount - taken
    if (back > 0) {
      await payBack(tx, tender, back, reasonOf(order, tender))
      await order.announcePayout()
    }
    return { amount, left, back }
  })

const recordTransfer = async (tx: Context, tender: TenderRow, { amount, taken }: { amount: Amount; taken: Amount }): Promise<void> => {
  const { bankTransfers } = schema
  const [row] = await tx.db
    .insert(bankTransfers)
    .values({ tenderId: tender.id, amount, taken, receivedAt: new Date(tx.now()) })
    .returning({ id: bankTransfers.id })
  if (!row) throw new Error('the inserted transfer was not returned')
  await postTransfers(tx, [bankReceived({ cause: `transfer:${row.id}:received`, orderId: tender.orderId, amount, due: taken })])
}

const capture = async (tx: Context, order: LockedOrder, tenders: readonly TenderRow[], tender: TenderRow): Promise<void> => {
  await moveTenders(tx, [tender], 'captured')
  const updated = tenders.map((each) => (each === tender ? { ...each, state: 'captured' as const } : each))
  if (isReceived(order.total, updated)) await postFunded(tx, order.id, { tenders: updated })
  if (isCovered(order.total, updated)) await order.fund()
}

const reasonOf = (order: LockedOrder, tender: TenderRow): RefundReason => {
  if (order.isCancelled) return 'cancelled'
  if (tender.state === 'captured') return 'twice'
  return tender.state === 'held' ? 'amount' : 'method'
}

const payBack = async (tx: Context, tender: TenderRow, amount: Amount, reason: RefundReason): Promise<void> => {
  const { paymentRefunds } = schema
  const refundId = await requestPayout(tx, tender, amount, reason)
  const sources: Side[] = [[suspense('bank'), amount]]
  await tx.db.update(paymentRefunds).set({ sources }).where(eq(paymentRefunds.id, refundId))
  await postTransfers(tx, [moneyMatched(`refund:${refundId}`, 'bank', [[payoutPending(tender.payerId), amount]])])
}
