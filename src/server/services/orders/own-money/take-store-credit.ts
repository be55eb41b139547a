import { and, eq } from 'drizzle-orm'
import type { OrderDetails } from '#contract/orders/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { payOutAsCredit } from '#server/services/payments/payouts.ts'
import { orderDetails } from '../details.ts'
import { isVisibleTo, OF_GOODS } from '../order-row.ts'
import { lockPayableOrder } from '../payable-order.ts'
import { offeredCredit } from './present-refunds.ts'

/**
 * Takes store credit instead of a refund of the caller that people would pay by hand, once: points, or in a company's wallet what it paid by invoice
 * (PUT /orders/refunds/:id). ORDER_NOT_FOUND without such a refund; CONFLICT when it was paid meanwhile, or the account is no company's any more.
 */
export const takeStoreCredit = async (ctx: Context, refundId: number): Promise<OrderDetails> => {
  const { userId } = requireUser(ctx)
  const payout = await payoutOf(ctx, refundId, userId)
  if (!payout) throw fail('ORDER_NOT_FOUND', { field: 'id' })
  const as = payout.isTaken ? null : await offeredCredit(ctx, userId, payout.methodId)
  const isTaken = payout.isTaken || (as !== null && (await payOutAsCredit(ctx, refundId, userId, as, lockPayableOrder)))
  // Of two presses at once the second finds it taken.
  if (!isTaken && !(await payoutOf(ctx, refundId, userId))?.isTaken) throw fail('CONFLICT', { field: 'id' })
  return orderDetails(ctx, payout.orderNumber)
}

const payoutOf = async ({ db }: Context, refundId: number, userId: number) => {
  const { orders, orderTenders, paymentRefunds, payouts } = schema
  const [row] = await db
    .select({ orderNumber: orders.number, methodId: orderTenders.methodId, refund: paymentRefunds })
    .from(payouts)
    .innerJoin(paymentRefunds, eq(paymentRefunds.id, payouts.refundId))
    .innerJoin(orderTenders, eq(orderTenders.id, paymentRefunds.tenderId))
    .innerJoin(orders, eq(orders.id, orderTenders.orderId))
    .where(and(eq(payouts.refundId, refundId), eq(payouts.userId, userId), OF_GOODS, isVisibleTo(userId)))
  return row ? { ...row, isTaken: row.refund.asPoints || row.refund.inWallet } : null
}
