import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { OPEN_PAYMENT_STATES } from '#domain/payment.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { eachInTurn } from '#server/services/core/each-in-turn.ts'
import { mayRetry } from './ask-provider.ts'
import type { LockOrder } from './locked-order.ts'
import { refundPayment } from './refund-payment.ts'
import { settlePayment } from './settle-payment.ts'

const RETRY_AFTER_MS = 15_000
/** The bank closes its own page after 20 minutes, so a payment that no order waits for is expired safely by then. */
const EXPIRE_AFTER_MS = 60 * MINUTE
const MAX_AT_ONCE = 20

/**
 * Asks the bank about payments whose buyer never came back, and refunds what is due. Several processes share the work: each claims other
 * rows, and rows claimed by a process that died become due again. Returns how many rows were handled.
 */
export const reconcilePayments = async (ctx: Context, lockOrder: LockOrder): Promise<number> => {
  const { payments } = schema
  const waiting = await claimDue(ctx)
  const refunds = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.state, 'refunding'), isDue(ctx)))
    .orderBy(asc(payments.checkedAt))
    .limit(MAX_AT_ONCE)
  await expireAbandoned(ctx)
  await eachInTurn(waiting, (id) => ignoreBankUnavailable(settlePayment(ctx, id, lockOrder)))
  await eachInTurn(refunds, ({ id }) => ignoreBankUnavailable(refundPayment(ctx, id, lockOrder)))
  return waiting.length + refunds.length
}

const isDue = (ctx: Context) => and(lt(schema.payments.checkedAt, new Date(ctx.now() - RETRY_AFTER_MS)), mayRetry(ctx))

/**
 * Updates `checkedAt` before the bank is asked, so that a payment whose bank does not answer does not block the others. Refunds have a
 * lease of their own.
 */
const claimDue = async (ctx: Context): Promise<number[]> => {
  const { payments } = schema
  const due = ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.state, [...OPEN_PAYMENT_STATES]), isDue(ctx)))
    .orderBy(asc(payments.checkedAt))
    .limit(MAX_AT_ONCE)
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

/** Expires old payments that no order waits for any more. */
const expireAbandoned = async (ctx: Context): Promise<void> => {
  const { orders, payments } = schema
  const waiting = ctx.db
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.id, payments.orderId), eq(orders.status, ORDER_STATUS.NEW_NOT_PAID)))
  await ctx.db
    .update(payments)
    .set({ state: 'expired' })
    .where(
      and(
        inArray(payments.state, [...OPEN_PAYMENT_STATES]),
        lt(payments.createdAt, new Date(ctx.now() - EXPIRE_AFTER_MS)),
        sql`not exists ${waiting}`
      )
    )
}
