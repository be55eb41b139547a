import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

export type PaymentRow = typeof schema.payments.$inferSelect

/** States in which the buyer may still pay; at most one such payment an order (a unique index). */
export const OPEN_STATES = ['created', 'registered'] as const

export const findPayment = async (ctx: Context, where: SQL): Promise<PaymentRow | null> => {
  const [row] = await ctx.db.select().from(schema.payments).where(where).orderBy(desc(schema.payments.id)).limit(1)
  return row ?? null
}

export const openPaymentOf = (ctx: Context, orderId: number): Promise<PaymentRow | null> => {
  const { payments } = schema
  return findPayment(ctx, and(eq(payments.orderId, orderId), inArray(payments.state, [...OPEN_STATES])) ?? eq(payments.orderId, orderId))
}

/** Locks a payment; always after its order. */
export const lockPayment = async (tx: Context, paymentId: number): Promise<PaymentRow | null> => {
  const { payments } = schema
  const [row] = await tx.db.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  return row ?? null
}

export const updatePayment = async (
  tx: Context,
  paymentId: number,
  change: Partial<Pick<PaymentRow, 'state' | 'actionCode' | 'checkedAt'>>
): Promise<void> => {
  const { payments } = schema
  await tx.db
    .update(payments)
    .set({ checkedAt: new Date(tx.now()), unanswered: 0, askAfter: null, ...change })
    .where(eq(payments.id, paymentId))
}

/** Due at once for whoever takes refunds up. */
export const REFUND_DUE = { state: 'refunding', checkedAt: new Date(0), unanswered: 0, askAfter: null } as const
