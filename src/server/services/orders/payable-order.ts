import { eq } from 'drizzle-orm'
import type { Amount } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { isOfPrice } from '#domain/payment.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { announceGroupChange } from '#server/services/baskets/group/announce-change.ts'
import { finishGroup } from '#server/services/baskets/group/lock-group.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import type { LockOrder } from '#server/services/payments/locked-order.ts'
import { refundsOf } from '#server/services/payments/refund-rows.ts'
import { isOfAdmissions, issueAdmissions } from './admissions/admission-rows.ts'
import { confirmOrder } from './confirm-order.ts'
import { finishGiftOrder, isOfGiftCards } from './gift-cards/bought-card.ts'
import { collectingGroupOf } from './shares/collecting-group.ts'
import { lockOrder, type OrderRow } from './order-row.ts'
import { finishTip, isTip } from './tips/finish-tip.ts'

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
    fund: () => fundOrder(tx, order),
    announceShare: () => announceShare(tx, order),
    // Where everybody pays, the refusal may be somebody else's than the owner's.
    announceRefusal: async (cardRefusal) =>
      (await collectingGroupOf(tx, order)) ? announceShare(tx, order) : recordOrderEvent(tx, 'order.payment', { ...order, cardRefusal }),
    announceRefund: async () => {
      await recordRefunded(tx, order)
    },
    announcePayout: () => recordOrderEvent(tx, 'order.refund', order)
  }
}

/** The order is paid, and with it a group order that waited for everybody's share ends. */
export const fundOrder = async (tx: Context, order: OrderRow): Promise<void> => {
  if (isOfGiftCards(order)) return finishGiftOrder(tx, order)
  if (isTip(order)) return finishTip(tx, order)
  const group = await collectingGroupOf(tx, order)
  await confirmOrder(tx, order, ORDER_STATUS.PAID, { paidAt: new Date(tx.now()) })
  if (isOfAdmissions(order)) await issueAdmissions(tx, order)
  if (group) await finishGroup(tx, group.id)
}

const announceShare = async (tx: Context, { groupOrderId }: OrderRow): Promise<void> => {
  if (groupOrderId !== null) await announceGroupChange(tx)
}

/** Money of a locked order was given back. A cancelled order, and one whose whole price went back, count as refunded; otherwise it is noted how much of the price did. */
export const recordRefunded = async (tx: Context, order: OrderRow): Promise<OrderRow> => {
  const { orders } = schema
  const back = await refundedOf(tx, order)
  const isRefunded = order.status === ORDER_STATUS.CANCELLED || (back > 0 && back >= order.total)
  const [refunded] = await tx.db
    .update(orders)
    .set({ refundedAmount: back, ...(isRefunded ? { refundedAt: new Date(tx.now()) } : {}) })
    .where(eq(orders.id, order.id))
    .returning()
  if (!refunded) throw new Error(`order ${order.number} is locked but was not updated`)
  await recordOrderEvent(tx, 'order.refund', refunded)
  return refunded
}

/** What of the price was given back. Money that paid for nothing is not of the price. */
const refundedOf = async (tx: Context, { id, total }: OrderRow): Promise<Amount> => {
  const given = (await refundsOf(tx, id)).filter(({ refundedAt, reason }) => refundedAt !== null && isOfPrice(reason))
  return Math.min(
    total,
    given.reduce((sum, { amount }) => sum + amount, 0)
  )
}
