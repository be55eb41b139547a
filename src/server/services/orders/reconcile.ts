import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { MINUTE } from '#domain/yerevan-time.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { refundPayment } from './refund-payment.ts'
import { settlePayment } from './settle-payment.ts'

const ASK_AGAIN_MS = 15_000
/** The bank closes its own page long before (20 minutes): a payment nobody waits for is then given up. */
const GIVE_UP_MS = 60 * MINUTE
const MOST_AT_ONCE = 20

/** Asks the bank about payments whose buyer never came back, and gives back what is due. Several processes share the work. */
export const reconcilePayments = async (ctx: Context): Promise<number> => {
  const { payments } = schema
  const due = ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.state, ['created', 'registered', 'refunding']), lt(payments.checkedAt, new Date(ctx.now() - ASK_AGAIN_MS))))
    .orderBy(asc(payments.checkedAt))
    .limit(MOST_AT_ONCE)
  const rows = await ctx.db.select().from(payments).where(inArray(payments.id, due))
  for (const { id, state } of rows) {
    try {
      if (state === 'refunding') await refundPayment(ctx, id)
      else await settlePayment(ctx, id)
    } catch (cause) {
      if (!(cause instanceof BankUnavailable)) throw cause
    }
    await markAsked(ctx, id)
  }
  await giveUp(ctx)
  return rows.length
}

/** Also when the bank did not answer: others come first then. */
const markAsked = async (ctx: Context, id: number): Promise<void> => {
  const { payments } = schema
  await ctx.db
    .update(payments)
    .set({ checkedAt: new Date(ctx.now()) })
    .where(and(eq(payments.id, id), inArray(payments.state, ['created', 'registered'])))
}

/** Old payments that no order waits for any more. */
const giveUp = async (ctx: Context): Promise<void> => {
  const { orders, payments } = schema
  const waiting = ctx.db
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.id, payments.orderId), eq(orders.status, ORDER_STATUS.NEW_NOT_PAID)))
  await ctx.db
    .update(payments)
    .set({ state: 'failed' })
    .where(
      and(
        inArray(payments.state, ['created', 'registered']),
        lt(payments.createdAt, new Date(ctx.now() - GIVE_UP_MS)),
        sql`not exists ${waiting}`
      )
    )
}
