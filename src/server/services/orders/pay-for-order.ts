import { eq } from 'drizzle-orm'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { changeTender } from '#server/services/payments/change-tender.ts'
import type { Method } from '#server/services/payments/methods.ts'
import { requireMethod, requireOnlineMethod } from '#server/services/payments/require-method.ts'
import { confirmOrder } from './confirm-order.ts'
import { lockOrder, ownOrder } from './order-row.ts'
import { placedAnswer } from './placed-answer.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Pays an unpaid order: resumes the open payment, starts another one after a refusal, or changes the method. The provider is asked first;
 * an order that turns out to be paid is returned as it is. Safe to repeat with any key. Codes: ORDER_NOT_FOUND, ALREADY_PAID,
 * ORDER_BEING_PROCESSED, PAYMENT_METHOD_UNAVAILABLE.
 */
export const payForOrder = async (ctx: Context, input: { orderNumber: string; paymentId?: number }): Promise<PlacedOrder> => {
  const { userId } = requireUser(ctx)
  const method = input.paymentId === undefined ? requireOnlineMethod(ctx) : requireMethod(ctx, input.paymentId)
  const [order] = await ctx.db
    .select()
    .from(schema.orders)
    .where(ownOrder(userId, { number: input.orderNumber }))
  if (!order || order.status === ORDER_STATUS.CANCELLED) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
  if (order.paidAt) throw fail('ALREADY_PAID')
  if (order.status !== ORDER_STATUS.NEW_NOT_PAID) {
    if (method.id === order.paymentId) return placedAnswer(ctx, order.id)
    throw fail(order.status === ORDER_STATUS.OPEN ? 'PAYMENT_METHOD_UNAVAILABLE' : 'ORDER_BEING_PROCESSED', { field: 'paymentId' })
  }
  const settled = await settleOrder(ctx, order.id)
  if (method.id !== order.paymentId) {
    // While the provider's answer is unknown, another payment could charge the same products twice.
    if (!settled) throw fail('ORDER_BEING_PROCESSED', { field: 'orderNumber' })
    await changeMethod(ctx, order.id, method)
    // Closes the bank's page; what fails now is done by the reconciling job.
    await settleOrder(ctx, order.id)
  }
  return placedAnswer(ctx, order.id)
}

/** Changes the tender. An order that will be paid on delivery is confirmed at once. */
const changeMethod = (ctx: Context, orderId: number, method: Method): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { orders } = schema
    const order = await lockOrder(tx, eq(orders.id, orderId))
    if (order?.status !== ORDER_STATUS.NEW_NOT_PAID) return
    await changeTender(tx, orderId, method)
    if (method.waits) await tx.db.update(orders).set({ paymentId: method.id }).where(eq(orders.id, orderId))
    else await confirmOrder(tx, order, ORDER_STATUS.OPEN, { paymentId: method.id })
  })
