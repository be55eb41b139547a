import { and, asc, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { OPEN_PAYMENT_STATES } from '#domain/payment.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { oneByOne, workInSlots } from '#server/services/core/work-in-slots.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { lockOrder } from './order-row.ts'
import { releaseOrder } from './release-order.ts'
import { refundOrder, settleOrder } from './settle-order.ts'

/** How long an unpaid order waits for a bank that does not answer. After that it is cancelled, and a deposit found later is refunded. */
const MAX_BANK_WAIT_MS = 60 * MINUTE
const MAX_ORDERS = 200
const ASKED_AT_ONCE = 10

/**
 * Cancels orders whose time to pay is over, unless staff look into them, after asking the bank a last time, several at once. Orders whose bank did not answer, and is asked later, are skipped. Returns
 * how many were cancelled. Safe to run in several processes at once.
 */
export const expireUnpaid = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const { orders, payments } = schema
  const now = ctx.now()
  const postponed = ctx.db
    .select({ one: sql`1` })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orders.id),
        inArray(payments.state, [...OPEN_PAYMENT_STATES]),
        gt(payments.unanswered, 0),
        gt(payments.askAfter, new Date(now))
      )
    )
  const due = await ctx.db
    .select({ id: orders.id, payBefore: orders.payBefore })
    .from(orders)
    .where(
      and(
        lt(orders.payBefore, new Date(now)),
        eq(orders.status, ORDER_STATUS.NEW_NOT_PAID),
        isNull(orders.pausedFor),
        or(lt(orders.payBefore, new Date(now - MAX_BANK_WAIT_MS)), notExists(postponed))
      )
    )
    .orderBy(asc(orders.payBefore))
    .limit(MAX_ORDERS)
  let expired = 0
  const expire = async ({ id, payBefore }: (typeof due)[number]): Promise<void> => {
    const settled = await settleOrder(ctx, id)
    const waiting = payBefore !== null && ctx.now() - payBefore.getTime() < MAX_BANK_WAIT_MS
    const ended = settled || !waiting ? await expireOne(ctx, id) : 0
    expired += ended
    // Closes the bank's page.
    if (settled && ended > 0) await settleOrder(ctx, id)
    // Shares of it that were paid.
    if (ended > 0) await refundOrder(ctx, id)
  }
  await workInSlots({ atOnce: ASKED_AT_ONCE, claim: oneByOne(due), work: expire, goesOn })
  return expired
}

const expireOne = (ctx: Context, orderId: number): Promise<number> =>
  withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, eq(schema.orders.id, orderId), { skipLocked: true })
    if (order?.status !== ORDER_STATUS.NEW_NOT_PAID || order.pausedFor !== null) return 0
    if (!order.payBefore || order.payBefore.getTime() >= tx.now()) return 0
    await releaseOrder(tx, order, 'expired')
    return 1
  })
