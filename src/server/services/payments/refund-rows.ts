import { and, asc, eq, inArray, or, sum } from 'drizzle-orm'
import { refundSent } from '#domain/ledger/refunds.ts'
import type { Amount } from '#domain/money.ts'
import { canMoveRefund, isOfPrice, type BindingFailure, type RefundReason, type RefundState } from '#domain/payment.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import type { PaymentRow } from './payment-row.ts'
import { moveTenders, tendersOf, type TenderRow } from './tender-rows.ts'
import { givePointsForMoney } from '#server/services/wallet/give-points-for-money.ts'
import { giveOwnBack } from './tenders/own-money.ts'

const { orderTenders, paymentRefunds, payments } = schema
export type RefundRow = typeof paymentRefunds.$inferSelect

/** Records that a share of a locked payment has to be given back, and why; returns its id. The caller posts where the money comes from. */
export const requestRefund = async (tx: Context, { id }: Pick<PaymentRow, 'id'>, amount: number, reason: RefundReason): Promise<number> => {
  const [row] = await tx.db
    .insert(paymentRefunds)
    .values({ paymentId: id, amount, reason, requestedAt: new Date(tx.now()) })
    .returning({ id: paymentRefunds.id })
  if (!row) throw new Error('the inserted refund was not returned')
  return row.id
}

/** The refunds of a payment, the oldest first. They are protected by the payment's lock. */
export const refundsOfPayment = (ctx: Pick<Context, 'db'>, paymentId: number): Promise<RefundRow[]> =>
  ctx.db.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, paymentId)).orderBy(asc(paymentRefunds.id))

/** What a person took as points instead of the money of a tender. */
export const asPointsOfTender = async (tx: Context, tenderId: number): Promise<Amount> => {
  const [row] = await tx.db
    .select({ amount: sum(paymentRefunds.amount).mapWith(Number) })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.tenderId, tenderId), eq(paymentRefunds.asPoints, true)))
  return row?.amount ?? 0
}

/** Records that the bank has given back one refund of a locked payment. Returns false when that is recorded already. */
export const completeRefund = async (tx: Context, { provider }: Pick<PaymentRow, 'provider'>, refundId: number): Promise<boolean> => {
  const [row] = await tx.db
    .update(paymentRefunds)
    .set({ state: 'done', refundedAt: new Date(tx.now()) })
    .where(and(eq(paymentRefunds.id, refundId), inArray(paymentRefunds.state, statesBefore('done'))))
    .returning({ amount: paymentRefunds.amount })
  if (!row) return false
  await postTransfers(tx, [refundSent(refundId, provider, row.amount)])
  return true
}

const STATES: readonly RefundState[] = ['requested', 'sent', 'dead', 'done']
const statesBefore = (to: RefundState): RefundState[] => STATES.filter((from) => canMoveRefund(from, to))

/** Moves a refund by the table of its states. Returns false when it is in none that leads there. */
export const moveRefund = async (ctx: Pick<Context, 'db'>, refundId: number, to: 'sent' | 'dead' | 'requested'): Promise<boolean> => {
  const rows = await ctx.db
    .update(paymentRefunds)
    .set({ state: to })
    .where(and(eq(paymentRefunds.id, refundId), inArray(paymentRefunds.state, statesBefore(to))))
    .returning({ id: paymentRefunds.id })
  return rows.length > 0
}

/** Records that a share of a tender has to be paid back by hand; returns its id. The caller posts where the money comes from. */
export const requestPayout = async (
  tx: Context,
  { id: tenderId, payerId }: { id: number; payerId: number },
  amount: number,
  reason: RefundReason
): Promise<number> => {
  const requestedAt = new Date(tx.now())
  const [row] = await tx.db
    .insert(paymentRefunds)
    .values({ tenderId, state: 'sent', amount, reason, requestedAt })
    .returning({ id: paymentRefunds.id })
  if (!row) throw new Error('the inserted refund was not returned')
  await tx.db.insert(schema.payouts).values({ refundId: row.id, userId: payerId, amount, requestedAt })
  return row.id
}

/** Records a share of a tender that is given back at once; returns the refund's id. */
const recordDone = async (
  tx: Context,
  { id: tenderId }: TenderRow,
  amount: number,
  reason: RefundReason,
  asPoints: boolean
): Promise<number> => {
  const at = new Date(tx.now())
  const [row] = await tx.db
    .insert(paymentRefunds)
    .values({ tenderId, state: 'done', asPoints, amount, reason, requestedAt: at, refundedAt: at })
    .returning({ id: paymentRefunds.id })
  if (!row) throw new Error('the inserted refund was not returned')
  return row.id
}

/** Gives a share of a tender back in the shop's own money, at once; returns the refund's id. The caller posts where it comes from. */
export const returnOwn = async (tx: Context, tender: TenderRow, amount: number, reason: RefundReason): Promise<number> => {
  const refundId = await recordDone(tx, tender, amount, reason, false)
  await giveOwnBack(tx, tender, amount, 'returned')
  return refundId
}

/** Gives a share of a tender's money as points, at once; returns the refund's id. The caller posts where it comes from. */
export const returnAsPoints = async (tx: Context, tender: TenderRow, amount: number, reason: RefundReason): Promise<number> => {
  const refundId = await recordDone(tx, tender, amount, reason, true)
  await givePointsForMoney(tx, { userId: tender.payerId, orderId: tender.orderId, amount })
  return refundId
}

/** A tender that went back whole is refunded. */
export const closeTender = async (tx: Context, orderId: number, tenderId: number): Promise<void> => {
  const rows = await tx.db
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.tenderId, tenderId), eq(paymentRefunds.state, 'done')))
  const back = rows.filter(({ reason }) => isOfPrice(reason)).reduce((sum, { amount }) => sum + amount, 0)
  const whole = (await tendersOf(tx, orderId)).filter(({ id, state, amount }) => id === tenderId && state === 'captured' && back >= amount)
  await moveTenders(tx, whole, 'refunded')
}

/** A refund of an order. `bankNumber`: of its payment at the bank; null when it is paid by hand. `unanswered`: how often the bank failed to take it. */
type OrderRefundRow = RefundRow & { bankNumber: string | null; unanswered: number; payerId: number; methodId: TenderRow['methodId'] }

export interface OrderMoney {
  tenders: TenderRow[]
  /** The oldest first. */
  refunds: OrderRefundRow[]
  /** Why the card of the newest payment that was to save one was not saved. */
  bindingFailure: BindingFailure | null
}

/** Returns what was paid for an order and given back, in one query. */
export const moneyOf = async (ctx: Pick<Context, 'db'>, orderId: number): Promise<OrderMoney> => {
  const { bankNumber, unanswered, bindingFailure } = payments
  const rows = await ctx.db
    .select({ tender: orderTenders, payment: { bankNumber, unanswered, bindingFailure }, refund: paymentRefunds })
    .from(orderTenders)
    .leftJoin(payments, eq(payments.tenderId, orderTenders.id))
    .leftJoin(paymentRefunds, or(eq(paymentRefunds.paymentId, payments.id), eq(paymentRefunds.tenderId, orderTenders.id)))
    .where(eq(orderTenders.orderId, orderId))
    .orderBy(asc(paymentRefunds.id), asc(orderTenders.id), asc(payments.id))
  const refunds = new Map<number, OrderRefundRow>()
  for (const { refund, payment, tender } of rows)
    if (refund)
      refunds.set(refund.id, {
        ...refund,
        payerId: tender.payerId,
        methodId: tender.methodId,
        bankNumber: refund.tenderId === null ? (payment?.bankNumber ?? null) : null,
        unanswered: payment?.unanswered ?? 0
      })
  const tenders = [...new Map(rows.map(({ tender }) => [tender.id, tender])).values()].toSorted((a, b) => a.id - b.id)
  const failed = rows.findLast(({ payment }) => payment?.bindingFailure)
  return { tenders, refunds: [...refunds.values()], bindingFailure: failed?.payment?.bindingFailure ?? null }
}

/** Returns the refunds of an order, the oldest first. */
export const refundsOf = async (ctx: Pick<Context, 'db'>, orderId: number): Promise<OrderRefundRow[]> =>
  (await moneyOf(ctx, orderId)).refunds
