import { and, asc, eq, isNull, lt } from 'drizzle-orm'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const OVERDUE_MS = DAY_MINUTES * MINUTE
const MAX_LISTED = 200

/** Money that its bank has not given back for a day. It is tried again at the longest pause; people have to ask the bank. */
export interface OverdueRefund {
  orderNumber: string
  bankNumber: string
  requestedAt: Date
  attempts: number
}

/** Returns the oldest first. */
export const listOverdueRefunds = (ctx: Pick<Context, 'db' | 'now'>): Promise<OverdueRefund[]> => {
  const { orders, payments, paymentRefunds } = schema
  return ctx.db
    .select({
      orderNumber: orders.number,
      bankNumber: payments.bankNumber,
      requestedAt: paymentRefunds.requestedAt,
      attempts: payments.unanswered
    })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.state, 'refunding'),
        isNull(paymentRefunds.refundedAt),
        lt(paymentRefunds.requestedAt, new Date(ctx.now() - OVERDUE_MS))
      )
    )
    .orderBy(asc(paymentRefunds.requestedAt))
    .limit(MAX_LISTED)
}
