import { eq } from 'drizzle-orm'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import type { LockOrder } from '#server/services/payments/locked-order.ts'
import { confirmOrder } from './confirm-order.ts'
import { lockOrder, type OrderRow } from './order-row.ts'

/** Locks an order and returns it as the port through which payments change it. */
export const lockPayableOrder: LockOrder = async (tx, orderId) => {
  const order = await lockOrder(tx, eq(schema.orders.id, orderId))
  if (!order) return null
  return {
    id: order.id,
    number: order.number,
    total: order.total,
    isAwaiting: order.status === ORDER_STATUS.NEW_NOT_PAID,
    isCancelled: order.status === ORDER_STATUS.CANCELLED,
    fund: async () => void (await confirmOrder(tx, order, ORDER_STATUS.PAID, { paidAt: new Date(tx.now()) })),
    announceRefusal: (cardRefusal) => recordOrderEvent(tx, 'order.payment', { ...order, cardRefusal }),
    announceRefund: () => announceRefund(tx, order)
  }
}

/** A cancelled order counts as refunded; one that stands (paid otherwise, or still unpaid) only says that money went back. */
const announceRefund = async (tx: Context, order: OrderRow): Promise<void> => {
  const { orders } = schema
  if (order.status !== ORDER_STATUS.CANCELLED) return recordOrderEvent(tx, 'order.refund', order)
  const [refunded] = await tx.db
    .update(orders)
    .set({ refundedAt: new Date(tx.now()) })
    .where(eq(orders.id, order.id))
    .returning()
  if (refunded) await recordOrderEvent(tx, 'order.refund', refunded)
}
