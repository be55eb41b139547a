import { and, eq, lt, sum } from 'drizzle-orm'
import { giftCard, payoutPending, points, refundPending, wallet } from '#domain/ledger/accounts.ts'
import { bankReceived, doorReceived, ownReturned, ownSpent, paymentCaptured } from '#domain/ledger/received.ts'
import {
  giftCardExpired,
  giftCardIssued,
  physicalCardSold,
  physicalCardWithdrawn,
  pointsEarned,
  pointsLost,
  pointsWithdrawn,
  walletEmptied,
  walletToppedUp
} from '#domain/ledger/own-money.ts'
import { orderFunded, totalOf } from '#domain/ledger/order.ts'
import { WALLET_TYPE } from '#domain/rewards/wallet-entry.ts'
import { voucherBack } from '#domain/ledger/voucher-back.ts'
import {
  orderRefundedInTurn,
  paidOut,
  payoutAsPoints,
  payoutToWallet,
  receivableRefunded,
  refundSent,
  refundedInTurn
} from '#domain/ledger/refunds.ts'
import type { Transfer } from '#domain/ledger/transfer.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { CORPORATE_WALLET, methodOf } from '#server/services/payments/methods.ts'
import { ownAccount } from '#server/services/payments/tenders/own-money.ts'
import { readPhysicalCards } from './physical-cards.ts'
import { cardsFunding, readPurpose, sharesOfOrder, tipDelivery, tipFunding, voucherFunding } from './post-order.ts'

/**
 * Posts the transfer of a cause that the check of the ledger misses, from the shop's own rows. Returns false when no row says so. What is
 * posted already stays as it is.
 */
export const postMissing = (ctx: Context, cause: string): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const missing = await transferOf(tx, cause)
    if (!missing) return false
    await postTransfers(tx, [missing])
    return true
  })

const transferOf = async (tx: Context, cause: string): Promise<Transfer | null> => {
  const [noun, text, event] = cause.split(':')
  const id = Number(text)
  if (!Number.isSafeInteger(id)) return null
  if (noun === 'payment' && event === 'captured') return capturedOf(tx, id)
  if (noun === 'tender' && event === 'received') return receivedOf(tx, id)
  if (noun === 'tender' && event === 'spent') return spentOf(tx, id)
  if (noun === 'lot' && event === 'earned') return earnedOf(tx, id)
  if (noun === 'wallet-entry') return entryOf(tx, id)
  if (noun === 'gift-card' && event === 'issued') return issuedOf(tx, id)
  if (noun === 'gift-card') return physicalCardOf(tx, id, event === 'withdrawn')
  if (noun === 'gift-card-entry') return cardEntryOf(tx, id)
  if (noun === 'withdrawal') return withdrawalOf(tx, id, event === 'paid')
  if (noun === 'transfer' && event === 'received') return transferredOf(tx, id)
  if (noun === 'order') return orderTransferOf(tx, id, event)
  if (noun === 'voucher' && event === 'returned') return voucherReturnOf(tx, id)
  if (noun === 'payout') return payoutOf(tx, id)
  return noun === 'refund' ? refundOf(tx, id, event === 'sent') : null
}

const orderTransferOf = async (tx: Context, id: number, event: string | undefined): Promise<Transfer | null> => {
  if (event === 'delivered') return tipDelivery(tx, id)
  const purpose = await readPurpose(tx, id)
  if (!purpose) return null
  if (event === 'gift-cards') return cardsFunding(purpose)
  if (event === 'tip') return tipFunding(purpose)
  if (event === 'funded') return orderFunded(sharesOfOrder(purpose))
  return event === 'voucher' ? (voucherFunding(purpose)[0] ?? null) : null
}

const capturedOf = async (tx: Context, id: number): Promise<Transfer | null> => {
  const [row] = await tx.db.select().from(schema.payments).where(eq(schema.payments.id, id))
  return row?.capturedAmount
    ? paymentCaptured({ paymentId: id, orderId: row.orderId, provider: row.provider, amount: row.capturedAmount })
    : null
}

const receivedOf = async (tx: Context, id: number): Promise<Transfer | null> => {
  const [row] = await tx.db.select().from(schema.orderTenders).where(eq(schema.orderTenders.id, id))
  const money = row && methodOf(row.methodId).door
  return money && row.state === 'captured'
    ? doorReceived({
        tenderId: id,
        orderId: row.orderId,
        amount: row.amount,
        money,
        ...(row.courier === null ? {} : { courier: row.courier })
      })
    : null
}

const spentOf = async (tx: Context, id: number): Promise<Transfer | null> => {
  const { giftCardEntries, orderTenders, pointUses, walletEntries } = schema
  const [tender] = await tx.db.select().from(orderTenders).where(eq(orderTenders.id, id))
  if (tender && tender.giftCardId !== null) {
    const isSpent = and(eq(giftCardEntries.tenderId, id), eq(giftCardEntries.event, 'spent'))
    const [entry] = await tx.db.select().from(giftCardEntries).where(isSpent)
    return entry ? ownSpent(id, tender.orderId, [giftCard(entry.cardId), -entry.amount]) : null
  }
  if (tender?.methodId === CORPORATE_WALLET.id) {
    const isSpent = and(eq(walletEntries.tenderId, id), lt(walletEntries.amount, 0))
    const [entry] = await tx.db.select().from(walletEntries).where(isSpent)
    return entry ? ownSpent(id, tender.orderId, [wallet(entry.userId), -entry.amount]) : null
  }
  const [used] = await tx.db
    .select({ amount: sum(pointUses.amount).mapWith(Number) })
    .from(pointUses)
    .where(eq(pointUses.tenderId, id))
  return tender && used?.amount ? ownSpent(id, tender.orderId, [points(tender.payerId), used.amount]) : null
}

const earnedOf = async (tx: Context, id: number): Promise<Transfer | null> => {
  const [lot] = await tx.db.select().from(schema.pointLots).where(eq(schema.pointLots.id, id))
  return lot?.ruleId != null ? pointsEarned(`lot:${id}:earned`, lot.userId, lot.amount) : null
}

const entryOf = async (tx: Context, id: number): Promise<Transfer | null> => {
  const [entry] = await tx.db.select().from(schema.walletEntries).where(eq(schema.walletEntries.id, id))
  if (!entry) return null
  const { userId, orderId, amount, type, reason, walletType } = entry
  const account = walletType === WALLET_TYPE.CORPORATE ? wallet(userId) : points(userId)
  if (reason.why === 'toppedUp') return walletToppedUp(`wallet-entry:${id}:topped-up`, userId, amount)
  if (reason.why === 'emptied') return walletEmptied(`wallet-entry:${id}:emptied`, userId, -amount)
  if (type === 'recalculation') return pointsLost(`wallet-entry:${id}:lost`, userId, -amount, -amount)
  return reason.why === 'lowered' && orderId !== null ? ownReturned(`wallet-entry:${id}:returned`, orderId, [account, amount]) : null
}

const issuedOf = async (tx: Context, id: number): Promise<Transfer | null> => {
  const [card] = await tx.db.select().from(schema.giftCards).where(eq(schema.giftCards.id, id))
  return card ? giftCardIssued(id, card.value) : null
}

const physicalCardOf = async (tx: Context, id: number, isWithdrawn: boolean): Promise<Transfer | null> => {
  const [card] = await tx.db.select().from(schema.giftCards).where(eq(schema.giftCards.id, id))
  if (!card || (isWithdrawn ? card.withdrawnAt : card.soldAt) === null) return null
  const [sale] = await readPhysicalCards(tx, [id])
  if (!sale) return null
  return isWithdrawn ? physicalCardWithdrawn(sale) : physicalCardSold(sale)
}

const cardEntryOf = async (tx: Context, id: number): Promise<Transfer | null> => {
  const [entry] = await tx.db.select().from(schema.giftCardEntries).where(eq(schema.giftCardEntries.id, id))
  if (!entry) return null
  const { cardId, amount, event, orderId } = entry
  if (event === 'expired') return giftCardExpired(`gift-card-entry:${id}:expired`, cardId, -amount)
  return event === 'lowered' && orderId !== null ? ownReturned(`gift-card-entry:${id}:returned`, orderId, [giftCard(cardId), amount]) : null
}

const withdrawalOf = async (tx: Context, id: number, isPaid: boolean): Promise<Transfer | null> => {
  const [row] = await tx.db.select().from(schema.pointWithdrawals).where(eq(schema.pointWithdrawals.id, id))
  if (!row || (isPaid && row.state !== 'paid')) return null
  return isPaid
    ? paidOut(`withdrawal:${id}:paid`, [payoutPending(row.userId), row.amount - row.tax])
    : pointsWithdrawn(`withdrawal:${id}`, row.userId, row.amount)
}

const transferredOf = async (tx: Context, id: number): Promise<Transfer | null> => {
  const { bankTransfers, orderTenders } = schema
  const [row] = await tx.db
    .select({ amount: bankTransfers.amount, due: bankTransfers.taken, orderId: orderTenders.orderId })
    .from(bankTransfers)
    .innerJoin(orderTenders, eq(orderTenders.id, bankTransfers.tenderId))
    .where(eq(bankTransfers.id, id))
  return row ? bankReceived({ cause: `transfer:${id}:received`, ...row }) : null
}

const refundOf = async (tx: Context, id: number, isSent: boolean): Promise<Transfer | null> => {
  const { orderTenders, payments, paymentRefunds, payouts } = schema
  const [row] = await tx.db
    .select({ refund: paymentRefunds, payment: payments, tender: orderTenders, payoutId: payouts.id })
    .from(paymentRefunds)
    .leftJoin(payouts, eq(payouts.refundId, paymentRefunds.id))
    .leftJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .leftJoin(orderTenders, eq(orderTenders.id, paymentRefunds.tenderId))
    .where(eq(paymentRefunds.id, id))
  if (!row) return null
  const { amount, reason, refundedAt, sources } = row.refund
  const orderId = row.payment?.orderId ?? row.tender?.orderId
  const to = row.payment
    ? refundPending(row.payment.provider)
    : row.tender && handTo(row.tender, row.refund.asPoints && row.payoutId === null)
  if (orderId === undefined || !to) return null
  if (isSent) return row.payment && refundedAt ? refundSent(id, row.payment.provider, amount) : null
  if (sources) return refundedInTurn(sources, [{ refundId: id, amount, to }])[0] ?? null
  // Rows from before `sources` was stored.
  const purpose = await readPurpose(tx, orderId)
  if (!purpose) return null
  const order = sharesOfOrder(purpose)
  const isWhole = (reason === 'cancelled' || reason === 'order') && totalOf(order) === amount
  if (reason === 'lines' || (reason === 'order' && !isWhole)) return null
  if (isWhole) return orderRefundedInTurn(order, [{ refundId: id, amount, to }])[0] ?? null
  return receivableRefunded(id, orderId, [[to, amount]])
}

/** Where a refund goes that no provider makes: points, a gift card, or a payout by hand, also when points were taken instead of that later. */
const handTo = (tender: typeof schema.orderTenders.$inferSelect, asPoints: boolean) => {
  if (asPoints) return points(tender.payerId)
  return methodOf(tender.methodId).refund === 'own' ? ownAccount(tender) : payoutPending(tender.payerId)
}

const voucherReturnOf = async (tx: Context, id: number): Promise<Transfer | null> => {
  const [row] = await tx.db.select().from(schema.voucherReturns).where(eq(schema.voucherReturns.id, id))
  return row ? voucherBack(id, row.sources, row.amount) : null
}

const payoutOf = async (tx: Context, id: number): Promise<Transfer | null> => {
  const { paymentRefunds, payouts } = schema
  const [row] = await tx.db
    .select({ payout: payouts, asPoints: paymentRefunds.asPoints, inWallet: paymentRefunds.inWallet })
    .from(payouts)
    .innerJoin(paymentRefunds, eq(paymentRefunds.id, payouts.refundId))
    .where(eq(payouts.id, id))
  if (row?.payout.state !== 'done') return null
  const { userId, amount } = row.payout
  if (row.asPoints) return payoutAsPoints(id, userId, amount)
  return row.inWallet ? payoutToWallet(id, userId, amount) : paidOut(`payout:${id}`, [payoutPending(userId), amount])
}
