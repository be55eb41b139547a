import { eq } from 'drizzle-orm'
import { canMove, ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { hasReceived } from '#server/services/payments/refund-tenders.ts'
import { MoveRefused } from '../move-order.ts'
import type { OrderRow } from '../order-row.ts'
import { linesOf, refundRest } from '../refund-lines.ts'
import { releaseOrder } from '../release-order.ts'
import { refundOrder } from '../settle-order.ts'
import { releaseStock } from '../stock/stock.ts'
import { takeOffLines } from '../take-off-lines.ts'
import { RefusedToStaff } from './refused.ts'
import { moveByStaff, withStaffOrder, type LockedForStaff, type StaffOrder } from './staff-order.ts'

/**
 * The supplier cannot make it: the order ends, or its part, what was paid goes back and the stock is released. What is paid at the door costs
 * less from now on; a part of an order that waits for its money stands with it (NOT_RECEIVED).
 */
export const refuseOrder = async (ctx: Context, target: StaffOrder, reason: string): Promise<OrderRow> => {
  const refused = await withStaffOrder(ctx, target, async (tx, locked) => {
    const { order, parts, part } = locked
    await tx.db.update(schema.orders).set({ refusedFor: reason }).where(eq(schema.orders.id, order.id))
    const isOnly = parts.every(({ id, status }) => id === part?.id || status === ORDER_STATUS.CANCELLED)
    return part && !isOnly ? refusePart(tx, { ...locked, part }) : refuseWhole(tx, locked)
  })
  await refundOrder(ctx, refused.id)
  return refused
}

const refuseWhole = (tx: Context, { order, parts }: LockedForStaff): Promise<OrderRow> => {
  for (const { status } of parts) if (status !== ORDER_STATUS.CANCELLED) requireCancellable(order, status)
  if (order.status === ORDER_STATUS.CANCELLED) throw new MoveRefused(`order ${order.number} is already CANCELLED`)
  return releaseOrder(tx, order)
}

const requireCancellable = (order: OrderRow, status: OrderStatus): void => {
  const allowed = canMove(status, ORDER_STATUS.CANCELLED)
  if (!allowed.ok) throw new MoveRefused(`order ${order.number}: ${allowed.why}`)
}

const refusePart = async (tx: Context, locked: LockedForStaff & { part: { id: number; status: OrderStatus } }): Promise<OrderRow> => {
  const { order, part } = locked
  const isReceived = await hasReceived(tx, order)
  if (order.status === ORDER_STATUS.NEW_NOT_PAID)
    throw new RefusedToStaff('NOT_RECEIVED', `order ${order.number} waits for its money with all of its parts; refuse it whole`)
  requireCancellable(order, part.status)
  await releaseStock(tx, order.id, { partId: part.id })
  // Before the move: when the other parts are delivered, it completes the order, and what is left is received at the door.
  const left = isReceived ? order : await takeOffPart(tx, order, part.id)
  const moved = await moveByStaff(tx, { ...locked, order: left }, ORDER_STATUS.CANCELLED)
  if (isReceived) await refundRest(tx, order, 'cancelled', part.id)
  await recordOrderEvent(tx, 'order.refund', moved)
  return moved
}

const takeOffPart = async (tx: Context, order: OrderRow, partId: number): Promise<OrderRow> => {
  const lines = (await linesOf(tx, order.id)).filter((item) => item.partId === partId)
  const lowered = await takeOffLines(
    tx,
    order,
    lines.map(({ id, quantity }) => ({ itemId: id, quantity }))
  )
  if (!lowered) throw new RefusedToStaff('NOT_RECEIVED', `order ${order.number} is paid in several ways; refuse it whole`)
  return lowered.order
}
