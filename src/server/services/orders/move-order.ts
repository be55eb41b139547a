import { asc, eq, inArray } from 'drizzle-orm'
import { aggregateStatus, canMove, movesAlong, nextStatus, ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import { latestOf } from '#domain/orders/part-window.ts'
import { MINUTE, toIso } from '#domain/time/yerevan-time.ts'
import { autopilotSeconds } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { StatusStep } from '#server/db/schema/trade.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { tipDelivery } from '#server/services/payments/books/post-order.ts'
import { captureOnDelivery } from '#server/services/payments/capture-at-door.ts'
import { handOverCards } from './gift-cards/hand-over-cards.ts'
import { cancelCards } from './gift-cards/withdraw-cards.ts'
import type { OrderRow } from './order-row.ts'
import { earnRewards } from './rewards/earn-rewards.ts'

type Change = Partial<Pick<OrderRow, 'paymentId' | 'payBefore' | 'paidAt' | 'refundedAt' | 'nextStepAt' | 'deliveryFrom' | 'deliveryTo'>>
type Part = Pick<typeof schema.orderParts.$inferSelect, 'id' | 'status' | 'lateMinutes'>

/** Thrown for a move that the table of statuses does not allow: a lost race, or a defect. */
export class MoveRefused extends Error {}

/** Moves a locked order with all parts that are not further already. Throws MoveRefused; callers that can lose a race check first. */
export const moveOrder = async (tx: Context, order: OrderRow, to: OrderStatus, change: Change = {}): Promise<OrderRow> => {
  requireMove(`order ${order.number}`, order.status, to)
  const parts = await readParts(tx, order.id)
  const moving = parts.filter(({ status }) => movesAlong(status, to))
  return moveParts(tx, order, parts, moving, to, change)
}

/**
 * Moves one part of a locked order; the order's status follows from its parts. Throws MoveRefused. The caller restores the stock and
 * refunds the money of a part that it cancels.
 */
export const movePart = async (tx: Context, order: OrderRow, partId: number, to: OrderStatus): Promise<OrderRow> => {
  if (order.status === ORDER_STATUS.NEW_NOT_PAID && to !== ORDER_STATUS.CANCELLED)
    throw new MoveRefused(`order ${order.number} waits for its money with all of its parts`)
  const parts = await readParts(tx, order.id)
  const moving = parts.filter(({ id }) => id === partId)
  if (moving.length === 0) throw new MoveRefused(`order ${order.number} has no part ${partId}`)
  return moveParts(tx, order, parts, moving, to)
}

const moveParts = async (
  tx: Context,
  order: OrderRow,
  parts: readonly Part[],
  moving: readonly Part[],
  to: OrderStatus,
  change?: Change
): Promise<OrderRow> => {
  for (const { id, status } of moving) requireMove(`order ${order.number}, part ${id}`, status, to)
  const { orderParts } = schema
  const ids = moving.map(({ id }) => id)
  await tx.db.update(orderParts).set({ status: to }).where(inArray(orderParts.id, ids))
  const after = parts.map((part) => (ids.includes(part.id) ? { ...part, status: to } : part))
  // An order of gift cards has no parts.
  const status = parts.length === 0 ? to : aggregateStatus(after.map((part) => part.status))
  const timed = await comeEarlier(tx, order, parts, after)
  if (to === ORDER_STATUS.CANCELLED) await cancelCards(tx, ids)
  const isMoved = status !== order.status
  const moved = isMoved ? await writeStatus(tx, timed, status, change ?? { nextStepAt: nextStepAt(tx, status) }) : timed
  if (to === ORDER_STATUS.COMPLETELY_DELIVERED) await handOverCards(tx, moved)
  // Who looks at the order sees its parts, too.
  if (!isMoved) await recordOrderEvent(tx, 'order.changed', moved)
  return moved
}

/** Once the part that made the order late is cancelled, and others are not, the order comes with the latest of these. */
const comeEarlier = async (tx: Context, order: OrderRow, before: readonly Part[], after: readonly Part[]): Promise<OrderRow> => {
  const minutes = latestOf(before) - latestOf(after)
  if (minutes <= 0 || after.every(({ status }) => status === ORDER_STATUS.CANCELLED)) return order
  const { orders } = schema
  const window = { from: toIso(order.deliveryFrom.getTime()), to: toIso(order.deliveryTo.getTime()) }
  const earlier = (at: Date): Date => new Date(at.getTime() - minutes * MINUTE)
  const step = { status: order.status, at: toIso(tx.now()), windowBefore: window, reason: '' }
  const [moved] = await tx.db
    .update(orders)
    .set({ deliveryFrom: earlier(order.deliveryFrom), deliveryTo: earlier(order.deliveryTo), steps: [...order.steps, step] })
    .where(eq(orders.id, order.id))
    .returning()
  if (!moved) throw new Error(`order ${order.number} is locked but was not updated`)
  return moved
}

/** Writes the status of a locked order, the step and the event. When the whole order is delivered, pay-on-delivery money is captured, the courier gets the tip, and points are earned. */
const writeStatus = async (tx: Context, order: OrderRow, status: OrderStatus, change: Change): Promise<OrderRow> => {
  const { orders } = schema
  const [moved] = await tx.db
    .update(orders)
    .set({ nextStepAt: null, ...change, status, steps: [...order.steps, { status, at: toIso(tx.now()), ...windowBefore(order, change) }] })
    .where(eq(orders.id, order.id))
    .returning()
  if (!moved) throw new Error(`order ${order.number} is locked but was not updated`)
  if (status === ORDER_STATUS.COMPLETELY_DELIVERED) {
    await captureOnDelivery(tx, moved)
    const tip = moved.tip > 0 ? await tipDelivery(tx, moved.id) : null
    if (tip) await postTransfers(tx, [tip])
    await earnRewards(tx, moved)
  }
  await recordOrderEvent(tx, 'order.status', moved)
  return moved
}

const windowBefore = ({ deliveryFrom, deliveryTo }: OrderRow, change: Change): Pick<StatusStep, 'windowBefore'> =>
  change.deliveryFrom ? { windowBefore: { from: toIso(deliveryFrom.getTime()), to: toIso(deliveryTo.getTime()) } } : {}

const requireMove = (subject: string, from: OrderStatus, to: OrderStatus): void => {
  const allowed = canMove(from, to)
  if (!allowed.ok) throw new MoveRefused(`${subject}: ${allowed.why}`)
}

const readParts = (tx: Context, orderId: number): Promise<Part[]> => {
  const { orderParts } = schema
  return tx.db
    .select({ id: orderParts.id, status: orderParts.status, lateMinutes: orderParts.lateMinutes })
    .from(orderParts)
    .where(eq(orderParts.orderId, orderId))
    .orderBy(asc(orderParts.id))
}

export const partStatuses = async (tx: Context, orderId: number): Promise<OrderStatus[]> =>
  (await readParts(tx, orderId)).map(({ status }) => status)

/**
 * Returns when the demo's autopilot makes the next step of an order in `status`; null when it makes none. A scheduled order waits until its
 * delivery window minus preparation time.
 */
export const nextStepAt = (
  ctx: Pick<Context, 'config' | 'now'>,
  status: OrderStatus,
  wait: { deliveryNow: boolean; deliveryFrom: Date; preparationMinutes: number } | null = null
): Date | null => {
  const seconds = autopilotSeconds(ctx.config)
  if (seconds === 0 || nextStatus(status) === null) return null
  const earliest = ctx.now() + seconds * 1_000
  if (!wait || wait.deliveryNow) return new Date(earliest)
  return new Date(Math.max(earliest, wait.deliveryFrom.getTime() - wait.preparationMinutes * 60_000))
}
