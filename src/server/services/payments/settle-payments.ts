import { and, eq, inArray } from 'drizzle-orm'
import { OPEN_PAYMENT_STATES, type PaymentState } from '#domain/payment.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { LockOrder } from './locked-order.ts'
import { refundPayment } from './refund-payment.ts'
import { settlePayment } from './settle-payment.ts'
import { tendersPaidBy } from './tender-rows.ts'

/**
 * Asks the providers about the open payments of an order, or of one of its payers. Returns false when one did not answer, so that the result
 * is unknown.
 */
export const settlePaymentsOf = async (ctx: Context, orderId: number, lockOrder: LockOrder, payerId?: number): Promise<boolean> => {
  try {
    for (const id of await paymentsIn(ctx, orderId, OPEN_PAYMENT_STATES, payerId)) await settlePayment(ctx, id, lockOrder)
    return true
  } catch (cause) {
    if (cause instanceof BankUnavailable) return false
    throw cause
  }
}

/** Refunds the payments of a cancelled order. The reconciling job retries what fails now. */
export const refundPaymentsOf = async (ctx: Context, orderId: number, lockOrder: LockOrder): Promise<void> => {
  for (const id of await paymentsIn(ctx, orderId, ['refunding'])) await refundPayment(ctx, id, lockOrder)
}

const paymentsIn = async (ctx: Context, orderId: number, states: readonly PaymentState[], payerId?: number): Promise<number[]> => {
  const { payments } = schema
  const rows = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        inArray(payments.state, [...states]),
        payerId === undefined ? undefined : inArray(payments.tenderId, tendersPaidBy(ctx, orderId, payerId))
      )
    )
  return rows.map(({ id }) => id)
}
