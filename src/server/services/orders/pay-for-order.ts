import { and, eq } from 'drizzle-orm'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { requirePaymentMethod } from './checks.ts'
import { moveOrder, nextStepAt } from './move-order.ts'
import { lockOrder, ownOrder, type OrderRow } from './order-row.ts'
import { placedAnswer } from './placed-answer.ts'
import { settleOrder } from './settle-order.ts'
import { preparationOf } from './settle-payment.ts'

/**
 * Pays an unpaid order: takes up the open payment, starts another after a refusal, or makes it a cash order (paymentId 3). The bank is
 * asked first; an order that turns out paid is answered as it is. Repeating the call is harmless, whatever its key.
 * Codes: ORDER_NOT_FOUND, ALREADY_PAID, ORDER_BEING_PROCESSED, PAYMENT_METHOD_UNAVAILABLE.
 */
export const payForOrder = async (ctx: Context, input: { orderNumber: string; paymentId?: number }): Promise<PlacedOrder> => {
  const { userId } = requireUser(ctx)
  const paymentId = requirePaymentMethod(input.paymentId ?? PAYMENT_METHOD.ARCA)
  const [order] = await ctx.db
    .select()
    .from(schema.orders)
    .where(ownOrder(userId, { number: input.orderNumber }))
  if (!order || order.status === ORDER_STATUS.CANCELLED) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
  if (order.paidAt) throw fail('ALREADY_PAID')
  if (order.status !== ORDER_STATUS.NEW_NOT_PAID) {
    if (paymentId === order.paymentId) return placedAnswer(ctx, order.id)
    throw fail(order.status === ORDER_STATUS.OPEN ? 'PAYMENT_METHOD_UNAVAILABLE' : 'ORDER_BEING_PROCESSED', { field: 'paymentId' })
  }
  const known = await settleOrder(ctx, order.id)
  if (paymentId === PAYMENT_METHOD.CASH) {
    // Unless the bank says it was not paid, the same goods could be paid twice.
    if (!known) throw fail('ORDER_BEING_PROCESSED', { field: 'orderNumber' })
    await turnIntoCash(ctx, order.id)
  }
  return placedAnswer(ctx, order.id)
}

/** A payment still open at the bank is watched on, and given back should it be paid after all. */
const turnIntoCash = (ctx: Context, orderId: number): Promise<OrderRow | null> =>
  withTransaction(ctx, async (tx) => {
    const { orders, payments } = schema
    const order = await lockOrder(tx, eq(orders.id, orderId))
    if (order?.status !== ORDER_STATUS.NEW_NOT_PAID) return null
    await tx.db
      .update(payments)
      .set({ state: 'failed' })
      .where(and(eq(payments.orderId, orderId), eq(payments.state, 'created')))
    return moveOrder(tx, order, ORDER_STATUS.OPEN, {
      paymentId: PAYMENT_METHOD.CASH,
      payBefore: null,
      nextStepAt: nextStepAt(tx, ORDER_STATUS.OPEN, { ...order, preparationMinutes: await preparationOf(tx, orderId) })
    })
  })
