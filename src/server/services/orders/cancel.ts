import { eq } from 'drizzle-orm'
import type { OrderCard } from '#contract/orders/calls.ts'
import { isOfGoods, ORDER_MODE } from '#domain/enums.ts'
import { canCancelOrder, ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { admissionsOf, areReturnable, isOfAdmissions } from './admissions/admission-rows.ts'
import { cancelGiftOrder, isOfGiftCards } from './gift-cards/bought-card.ts'
import { readCards } from './order-card.ts'
import { partStatuses } from './move-order.ts'
import { lockOrder, ownOrder, requireNotPaused, type OrderRow } from './order-row.ts'
import { releaseOrder } from './release-order.ts'
import { refundOrder, settleOrder } from './settle-order.ts'

/**
 * Cancels an order if no supplier has started it. The bank is asked first, so that a payment just made is refunded at once. If it does not
 * answer, the order is cancelled all the same and a late deposit is refunded when it is found. Codes: ORDER_NOT_FOUND,
 * UNABLE_TO_CANCEL_ORDER, CUSTOM while staff look into it.
 */
export const cancelOrder = async (ctx: Context, orderId: number): Promise<OrderCard> => {
  const { userId } = requireUser(ctx)
  const { orders } = schema
  const [existing] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(ownOrder(userId, { id: orderId }))
  if (!existing) throw fail('ORDER_NOT_FOUND', { field: 'id' })
  const answers = await settleOrder(ctx, orderId)
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, ownOrder(userId, { id: orderId }))
    if (!order) throw fail('ORDER_NOT_FOUND', { field: 'id' })
    await cancelLocked(tx, order)
  })
  // Closes the bank's page. A bank that did not answer just now is left to the reconciling job.
  if (answers) await settleOrder(ctx, orderId)
  await refundOrder(ctx, orderId)
  const [card] = await readCards(ctx, eq(orders.id, orderId), { skip: 0, take: 1 })
  if (!card) throw fail('ORDER_NOT_FOUND', { field: 'id' })
  return card
}

const cancelLocked = async (tx: Context, order: OrderRow): Promise<void> => {
  if (isOfGiftCards(order) && order.status !== ORDER_STATUS.NEW_NOT_PAID) return cancelGiftOrder(tx, order)
  const isBooked = order.orderMode === ORDER_MODE.SERVICE
  const isUnpaid = order.status === ORDER_STATUS.NEW_NOT_PAID
  if (!(isOfGoods(order.orderMode) ? canCancelOrder(await partStatuses(tx, order.id), isBooked) : isUnpaid))
    throw fail('UNABLE_TO_CANCEL_ORDER', { field: 'id' })
  if (isOfAdmissions(order) && !areReturnable(await admissionsOf(tx, order.id), tx.now()))
    throw fail('UNABLE_TO_CANCEL_ORDER', { field: 'id', vars: { context: 'tickets' } })
  requireNotPaused(order, 'id')
  await releaseOrder(tx, order)
}
