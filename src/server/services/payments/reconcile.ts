import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { OPEN_PAYMENT_STATES, OPEN_REFUND_STATES } from '#domain/payment.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { oneByOne, workInSlots } from '#server/services/core/work-in-slots.ts'
import { mayRetry } from './ask-provider.ts'
import type { LockOrder } from './locked-order.ts'
import { refundPayment } from './refund-payment.ts'
import { EXPIRE_AFTER_MS, settlePayment } from './settle-payment.ts'

const RETRY_AFTER_MS = 10_000
/** A payment whose number never reached the bank cannot be paid. */
const EXPIRE_UNREGISTERED_MS = 60 * MINUTE
/** A bank that is silent for so long about a payment that no order waits for is not asked any more; people have to. */
const MAX_SILENCE_MS = 24 * 60 * MINUTE
const ASKED_AT_ONCE = 10
const REFUNDED_AT_ONCE = 5
const MAX_REFUNDS = 200

/**
 * Asks the bank about payments whose buyer never came back, the youngest first, and refunds what is due, several at a time. Several
 * processes share the work: each claims other rows, and rows claimed by a process that died become due again. Returns how many rows were
 * handled; throws an error that names payments given up.
 */
export const reconcilePayments = async (ctx: Context, lockOrder: LockOrder, goesOn?: () => boolean): Promise<number> => {
  const options = goesOn ? { goesOn } : {}
  const refunds = await dueRefunds(ctx)
  const results = await Promise.allSettled([
    workInSlots<number>({
      atOnce: ASKED_AT_ONCE,
      claim: (free) => claimDue(ctx, free),
      work: (id) => ignoreBankUnavailable(settlePayment(ctx, id, lockOrder)),
      ...options
    }),
    workInSlots<number>({
      atOnce: REFUNDED_AT_ONCE,
      claim: oneByOne(refunds),
      work: (id) => ignoreBankUnavailable(refundPayment(ctx, id, lockOrder)),
      ...options
    })
  ])
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  const silent = await expireAbandoned(ctx)
  if (silent.length > 0) throw new Error(`the bank has not answered for a day about ${silent.join(', ')}; ask it whether it took money`)
  return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
}

const isDue = (ctx: Context) => and(lte(schema.payments.checkedAt, new Date(ctx.now() - RETRY_AFTER_MS)), mayRetry(ctx))

/** A payment that we gave up while its page may still take money, as long as it may; longer while the bank is silent. */
const isGivenUp = (ctx: Context) => {
  const { payments } = schema
  const youngerThan = (ms: number) => gt(payments.createdAt, new Date(ctx.now() - ms))
  return and(
    eq(payments.state, 'expired'),
    isNotNull(payments.bankRef),
    youngerThan(MAX_SILENCE_MS),
    or(youngerThan(EXPIRE_AFTER_MS), gt(payments.unanswered, 0))
  )
}

/** Refunds have a lease of their own. */
const dueRefunds = async (ctx: Context): Promise<number[]> => {
  const { paymentRefunds, payments } = schema
  const open = ctx.db
    .select({ one: sql`1` })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, payments.id), inArray(paymentRefunds.state, [...OPEN_REFUND_STATES])))
  const rows = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.state, 'refunding'), isDue(ctx), exists(open)))
    .orderBy(asc(payments.checkedAt))
    .limit(MAX_REFUNDS)
  return rows.map(({ id }) => id)
}

/** Updates `checkedAt` before the bank is asked, so that a payment whose bank does not answer does not block the others. */
const claimDue = async (ctx: Context, limit: number): Promise<number[]> => {
  const { payments } = schema
  const due = ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(or(inArray(payments.state, [...OPEN_PAYMENT_STATES]), isGivenUp(ctx)), isDue(ctx)))
    .orderBy(desc(payments.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await ctx.db
    .update(payments)
    .set({ checkedAt: new Date(ctx.now()) })
    .where(inArray(payments.id, due))
    .returning({ id: payments.id })
  return claimed.map(({ id }) => id)
}

const ignoreBankUnavailable = async (request: Promise<unknown>): Promise<void> => {
  try {
    await request
  } catch (cause) {
    if (!(cause instanceof BankUnavailable)) throw cause
  }
}

/**
 * Expires old payments that no order waits for any more and that the bank does not know, or is silent about; the others expire by its
 * answer. Returns the numbers of those it was silent about.
 */
const expireAbandoned = async (ctx: Context): Promise<string[]> => {
  const { orders, payments } = schema
  const waiting = ctx.db
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.id, payments.orderId), eq(orders.status, ORDER_STATUS.NEW_NOT_PAID)))
  const olderThan = (ms: number) => lt(payments.createdAt, new Date(ctx.now() - ms))
  const expired = await ctx.db
    .update(payments)
    .set({ state: 'expired' })
    .where(
      and(
        inArray(payments.state, [...OPEN_PAYMENT_STATES]),
        or(olderThan(MAX_SILENCE_MS), and(isNull(payments.bankRef), olderThan(EXPIRE_UNREGISTERED_MS))),
        sql`not exists ${waiting}`
      )
    )
    .returning({ bankNumber: payments.bankNumber, bankRef: payments.bankRef })
  return expired.filter(({ bankRef }) => bankRef !== null).map(({ bankNumber }) => bankNumber)
}
