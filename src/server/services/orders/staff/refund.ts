import type { Amount } from '#domain/money.ts'
import { isFinal, ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { hasReceived } from '#server/services/payments/refund-tenders.ts'
import { releaseTenders } from '#server/services/payments/release-tenders.ts'
import { moveOrder, movePart } from '../move-order.ts'
import type { ItemRow, OrderRow } from '../order-row.ts'
import { linesOf, refundLines, type LineBack } from '../refund-lines.ts'
import { refundOrder } from '../settle-order.ts'
import { takeOffLines } from '../take-off-lines.ts'
import { RefusedToStaff } from './refused.ts'
import { requireUnusedCards } from './unused-cards.ts'
import { withStaffOrder, type LockedForStaff, type StaffOrder } from './staff-order.ts'

/** Which line, counted from 1 as people see it, and how much of it; null: all that is left. */
export interface LineToRefund {
  line: number
  quantity: number | null
}

/** back: the money was received and goes back; less: it is paid at the door, and less is taken there. */
export interface Refunded {
  amount: Amount
  way: 'back' | 'less'
}

/**
 * Gives a line back, or all that is left of an order or its part. Providers are asked at once and again by the job; what was taken at the
 * door is paid out by people, and what is still to be taken there falls. A part of which nothing is left is cancelled. Refusals: NOT_RECEIVED, UNKNOWN_LINE, TOO_MUCH, NOTHING_LEFT,
 * CARD_USED for gift cards that somebody has activated.
 */
export const refundByStaff = async (ctx: Context, target: StaffOrder, what: LineToRefund | null): Promise<Refunded> => {
  const { orderId, refunded } = await withStaffOrder(ctx, target, async (tx, locked) => {
    const { order } = locked
    const isOver = order.status === ORDER_STATUS.CANCELLED || order.status === ORDER_STATUS.NEW_NOT_PAID
    const lines = await linesMeant(tx, locked, what)
    const refunded = isOver ? null : await giveLinesBack(tx, locked, lines, what ? 'lines' : 'order')
    if (!refunded)
      throw new RefusedToStaff('NOT_RECEIVED', `order ${order.number} has no money that could go back: nothing was paid for it`)
    if (refunded.amount === 0) throw new RefusedToStaff('NOTHING_LEFT', `nothing is left of order ${order.number} to give back`)
    return { orderId: order.id, refunded }
  })
  await refundOrder(ctx, orderId)
  return refunded
}

/**
 * Gives lines of a locked order back, or takes them off what is paid at the door; a part of which nothing is left is cancelled. Returns null
 * when no money of it was received, or is to be. CARD_USED. After the commit providers are to be asked: refundOrder.
 */
export const giveLinesBack = async (
  tx: Context,
  { order, parts }: Pick<LockedForStaff, 'order' | 'parts'>,
  lines: readonly LineBack[],
  reason: 'lines' | 'order'
): Promise<Refunded | null> => {
  await requireUnusedCards(tx, order, lines)
  if (await hasReceived(tx, order)) {
    const { amount } = await refundLines(tx, order, lines, reason)
    await recordOrderEvent(tx, 'order.refund', order)
    await cancelEmpty(tx, order, parts)
    return { amount, way: 'back' }
  }
  const lowered = await takeOffLines(tx, order, lines)
  if (!lowered) return null
  const left = await cancelEmpty(tx, lowered.order, parts)
  // Who learns that the order is cancelled need not learn what it costs.
  if (left.status !== ORDER_STATUS.CANCELLED) await recordOrderEvent(tx, 'order.refund', left)
  return { amount: lowered.amount, way: 'less' }
}

/** Cancels parts of which nothing is left to deliver, so that the order goes on, or ends, with the others. Returns the order. */
const cancelEmpty = async (tx: Context, order: OrderRow, parts: LockedForStaff['parts']): Promise<OrderRow> => {
  const full = new Set((await linesOf(tx, order.id)).flatMap((item) => (item.quantity > item.refundedQuantity ? [item.partId] : [])))
  const empty = parts.filter(({ id, status }) => !full.has(id) && !isFinal(status))
  if (empty.length === 0) return order
  if (parts.every((part) => part.status === ORDER_STATUS.CANCELLED || empty.includes(part))) {
    await releaseTenders(tx, order)
    return moveOrder(tx, order, ORDER_STATUS.CANCELLED)
  }
  let current = order
  for (const { id } of empty) current = await movePart(tx, current, id, ORDER_STATUS.CANCELLED)
  return current
}

const linesMeant = async (tx: Context, locked: LockedForStaff, what: LineToRefund | null): Promise<LineBack[]> => {
  const { order, part } = locked
  if (!what) {
    const all = (await linesOf(tx, order.id)).filter(({ partId }) => part === null || partId === part.id)
    return all.map((item) => ({ itemId: item.id, quantity: item.quantity - item.refundedQuantity }))
  }
  const { line, quantity } = what
  const item = await lineMeant(tx, locked, line)
  const left = item.quantity - item.refundedQuantity
  if (quantity !== null && quantity > left)
    throw new RefusedToStaff('TOO_MUCH', `line ${line} of order ${order.number} has ${left} left, not ${quantity}`)
  return [{ itemId: item.id, quantity: quantity ?? left }]
}

/** A line by its number, counted from 1 as `show` does, of which something is left. UNKNOWN_LINE, NOTHING_LEFT. */
export const lineMeant = async (tx: Context, { order, part }: Pick<LockedForStaff, 'order' | 'part'>, line: number): Promise<ItemRow> => {
  const lines = (await linesOf(tx, order.id)).filter(({ partId }) => part === null || partId === part.id)
  const item = lines[line - 1]
  if (!item) throw new RefusedToStaff('UNKNOWN_LINE', `order ${order.number} has no line ${line}; its lines are 1 to ${lines.length}`)
  if (item.quantity === item.refundedQuantity)
    throw new RefusedToStaff('NOTHING_LEFT', `line ${line} of order ${order.number} went back already`)
  return item
}
