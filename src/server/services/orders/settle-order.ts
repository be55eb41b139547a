import { and, eq, inArray } from 'drizzle-orm'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { OPEN_STATES } from './payment-row.ts'
import { refundPayment } from './refund-payment.ts'
import { settlePayment } from './settle-payment.ts'

/** Asks the bank about the open payment of an order. False: it did not answer, so nobody knows. */
export const settleOrder = async (ctx: Context, orderId: number): Promise<boolean> => {
  try {
    for (const id of await paymentsIn(ctx, orderId, OPEN_STATES)) await settlePayment(ctx, id)
    return true
  } catch (cause) {
    if (cause instanceof BankUnavailable) return false
    throw cause
  }
}

/** Gives back what a cancelled order was paid with; what fails now is tried again by the reconciling job. */
export const refundOrder = async (ctx: Context, orderId: number): Promise<void> => {
  for (const id of await paymentsIn(ctx, orderId, ['refunding'])) await refundPayment(ctx, id)
}

type State = (typeof schema.payments.$inferSelect)['state']
const paymentsIn = async (ctx: Context, orderId: number, states: readonly State[]): Promise<number[]> => {
  const { payments } = schema
  const rows = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, [...states])))
  return rows.map(({ id }) => id)
}
