import { and, eq, inArray } from 'drizzle-orm'
import type { Paid } from '#domain/fiscal/prepayment.ts'
import { payoutPending, points, refundPending } from '#domain/ledger/accounts.ts'
import { refundedInTurn, type RefundTo } from '#domain/ledger/refunds.ts'
import { fromSides, type Side } from '#domain/ledger/transfer.ts'
import type { Amount } from '#domain/money.ts'
import { isOfPrice, type RefundReason } from '#domain/payment.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { methodOf } from './methods.ts'
import { paidBy } from './books/fiscal.ts'
import { REFUND_DUE, type PaymentRow } from './payment-row.ts'
import { refundsOfPayment, requestPayout, requestRefund, returnAsPoints, returnOwn } from './refund-rows.ts'
import { isOwn, isReceived, moveTenders, tenderOfTip, tendersOf, type TenderRow } from './tender-rows.ts'
import { ownAccount } from './tenders/own-money.ts'

const sum = (rows: readonly { amount: Amount }[]): Amount => rows.reduce((all, { amount }) => all + amount, 0)

/** Whether all the money of a locked order was received, so that shares of it can go back. */
export const hasReceived = async (tx: Context, { id, total }: { id: number; total: Amount }): Promise<boolean> =>
  isReceived(total, await tendersOf(tx, id))

export interface Refund {
  amount: Amount
  sources: readonly Side[]
  reason: RefundReason
  owed?: ReadonlyMap<number, Amount>
  /** This person takes points instead of the money that it paid. */
  asPointsOf?: number | null
  /** What of the order's tip did not go back before, and what of it goes back now: no receipt is about it. */
  tip?: { whole: Amount; now: Amount }
}

const NO_TIP = { whole: 0, now: 0 }

interface Share {
  tender: TenderRow
  payment: PaymentRow | null
  /** What of it may go back now: not what went back before, and no tip that stays. */
  left: Amount
  amount: Amount
}

/**
 * Gives a share of a locked order back to its tenders, each at most what it paid: by the provider, by hand, or as points or to a gift card. Whoever is owed it
 * comes first (`owed`, by person), then the last tender, points after all others. `sources`: whom the money is taken from. The caller has the providers asked after the commit. Returns the first refund and how it goes back;
 * `own`: points of it are back already, and `asPoints` how many are there instead of money.
 */
export const refundTenders = async (
  tx: Context,
  orderId: number,
  { amount, sources, reason, owed = new Map(), asPointsOf = null, tip = NO_TIP }: Refund
): Promise<{ refundId: number; paid: Paid; own: boolean; asPoints: Amount }> => {
  const shares: Share[] = []
  for (const tender of inTurn(await tendersOf(tx, orderId))) {
    const payment = methodOf(tender.methodId).refund === 'provider' ? await payingPayment(tx, tender) : null
    // Points instead of money are refunds of the tender, whoever took the money.
    const before = [...(payment ? await refundsOfPayment(tx, payment.id) : []), ...(await refundsOfTender(tx, tender.id))]
    shares.push({ tender, payment, left: tender.amount - sum(before), amount: 0 })
  }
  const tipped = tenderOfTip(shares.map(({ tender }) => tender))
  for (const share of shares) if (share.tender === tipped) share.left -= tip.whole - tip.now
  let open = amount
  const give = (share: Share, most: Amount): Amount => {
    const given = Math.max(0, Math.min(open, most, share.left - share.amount))
    share.amount += given
    open -= given
    return given
  }
  for (const [payerId, most] of owed) {
    let due = most
    for (const share of shares.filter(({ tender }) => tender.payerId === payerId)) due -= give(share, due)
  }
  for (const share of shares) give(share, open)
  if (open > 0) throw new Error(`order ${orderId} was paid ${open} less than is to go back`)
  const given = shares.filter((share) => share.amount > 0)
  const isInPoints = ({ tender }: Share): boolean => tender.payerId === asPointsOf && !isOwn(tender)
  const refunds: RefundTo[] = []
  for (const each of given) {
    const { tender, amount: share, left } = each
    refunds.push(isInPoints(each) ? await refundInPoints(tx, tender, share, reason) : await refundShare(tx, each, reason))
    if (share === left && (isOwn(tender) || isInPoints(each))) await moveTenders(tx, [tender], 'refunded')
  }
  const transfers = refundedInTurn(sources, refunds)
  await postTransfers(tx, transfers)
  for (const [index, { refundId }] of refunds.entries())
    await tx.db
      .update(schema.paymentRefunds)
      .set({ sources: transfers[index] ? fromSides(transfers[index]) : [] })
      .where(eq(schema.paymentRefunds.id, refundId))
  const inPoints = given.filter(isInPoints)
  return {
    refundId: refunds[0]?.refundId ?? 0,
    paid: paidBy(given.map((share) => ({ ...share, amount: share.amount - (share.tender === tipped ? tip.now : 0) }))),
    own: inPoints.length > 0 || given.some(({ tender }) => isOwn(tender)),
    asPoints: sum(inPoints)
  }
}

/** Captured tenders in the order in which they are given back: money of providers and at the door, the last one first, then the shop's own. */
const inTurn = (tenders: readonly TenderRow[]): TenderRow[] => {
  const captured = tenders.filter(({ state }) => state === 'captured').toReversed()
  return [...captured.filter((tender) => !isOwn(tender)), ...captured.filter(isOwn)]
}

const refundInPoints = async (tx: Context, tender: TenderRow, amount: Amount, reason: RefundReason): Promise<RefundTo> => ({
  refundId: await returnAsPoints(tx, tender, amount, reason),
  amount,
  to: points(tender.payerId)
})

const refundShare = async (tx: Context, { tender, payment, amount }: Share, reason: RefundReason): Promise<RefundTo> => {
  if (isOwn(tender)) return { refundId: await returnOwn(tx, tender, amount, reason), amount, to: ownAccount(tender) }
  if (!payment) return { refundId: await requestPayout(tx, tender, amount, reason), amount, to: payoutPending(tender.payerId) }
  const refundId = await requestRefund(tx, payment, amount, reason)
  await tx.db.update(schema.payments).set(REFUND_DUE).where(eq(schema.payments.id, payment.id))
  return { refundId, amount, to: refundPending(payment.provider) }
}

/** The payment that paid a captured tender: one that came twice has gone back, or is going back, whole. */
const payingPayment = async (tx: Context, tender: TenderRow): Promise<PaymentRow> => {
  const { payments } = schema
  const found = await tx.db
    .select()
    .from(payments)
    .where(and(eq(payments.tenderId, tender.id), inArray(payments.state, ['captured', 'refunding'])))
    .for('update')
  for (const payment of found) {
    const refunds = await refundsOfPayment(tx, payment.id)
    if (refunds.every(({ reason }) => reason === 'lines' || reason === 'order' || reason === 'cancelled')) return payment
  }
  throw new Error(`tender ${tender.id} is captured without a payment`)
}

/** What went back of a tender's money, not of what came beside it, other than by its provider. */
const refundsOfTender = async (tx: Context, tenderId: number): Promise<{ amount: Amount }[]> => {
  const { paymentRefunds } = schema
  const rows = await tx.db.select().from(paymentRefunds).where(eq(paymentRefunds.tenderId, tenderId))
  return rows.filter(({ reason }) => isOfPrice(reason))
}
