import { and, asc, eq, gte, inArray, lt, like, sql } from 'drizzle-orm'
import { OPEN_PAYMENT_STATES } from '#domain/payment.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const { cardUnbindings, ledgerEntries, orders, orderTenders, payments, paymentRefunds, payouts } = schema
const MAX_LISTED = 200
const SILENT_MS = DAY_MINUTES * MINUTE
type Reader = Pick<Context, 'db' | 'now'>

/** Refunds that were given up. */
export const deadRefunds = ({ db }: Reader) =>
  db
    .select({ id: paymentRefunds.id, amount: paymentRefunds.amount, bankNumber: payments.bankNumber, since: paymentRefunds.requestedAt })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(eq(paymentRefunds.state, 'dead'))
    .orderBy(asc(paymentRefunds.id))
    .limit(MAX_LISTED)

/** Payments whose provider was silent until they were given up, or is for a day. */
export const silentPayments = ({ db, now }: Reader) =>
  db
    .select({ id: payments.id, amount: payments.amount, bankNumber: payments.bankNumber, state: payments.state, since: payments.createdAt })
    .from(payments)
    .where(
      and(
        inArray(payments.state, [...OPEN_PAYMENT_STATES, 'expired']),
        sql`${payments.bankRef} is not null`,
        sql`${payments.unanswered} > 0`,
        lt(payments.createdAt, new Date(now() - SILENT_MS))
      )
    )
    .orderBy(asc(payments.id))
    .limit(MAX_LISTED)

/** Money that people have to pay out by hand. */
export const waitingPayouts = ({ db }: Reader) =>
  db
    .select({ id: payouts.id, amount: payouts.amount, orderNumber: orders.number, since: payouts.requestedAt })
    .from(payouts)
    .innerJoin(paymentRefunds, eq(paymentRefunds.id, payouts.refundId))
    .innerJoin(orderTenders, eq(orderTenders.id, paymentRefunds.tenderId))
    .innerJoin(orders, eq(orders.id, orderTenders.orderId))
    .where(eq(payouts.state, 'requested'))
    .orderBy(asc(payouts.id))
    .limit(MAX_LISTED)

const CASH = 'cash:courier:'

/** What each courier has taken and not handed over. */
export const courierMoney = async ({ db }: Reader): Promise<{ courier: string; amount: Amount }[]> => {
  const rows = await db
    .select({ account: ledgerEntries.account, amount: sql<number>`(-sum(${ledgerEntries.amount}))::int8`.mapWith(Number) })
    .from(ledgerEntries)
    .where(like(ledgerEntries.account, `${CASH}%`))
    .groupBy(ledgerEntries.account)
    .orderBy(asc(ledgerEntries.account))
  return rows.filter(({ amount }) => amount !== 0).map(({ account, amount }) => ({ courier: account.slice(CASH.length), amount }))
}

/** A bank has been silent for a day when it was asked this often about a card. */
const MAX_ASKED = 12

/** Bindings of removed cards that their provider has not ended: silent for a day, or no longer configured. */
export const silentUnbindings = ({ db }: Reader) =>
  db
    .select({ id: cardUnbindings.id, provider: cardUnbindings.provider, since: cardUnbindings.askAfter })
    .from(cardUnbindings)
    .where(gte(cardUnbindings.unanswered, MAX_ASKED))
    .orderBy(asc(cardUnbindings.id))
    .limit(MAX_LISTED)
