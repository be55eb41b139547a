import { and, eq, ne } from 'drizzle-orm'
import { canMove, nextStatus, ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import { autopilotSeconds } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import type { OrderRow } from './order-row.ts'

type Change = Partial<Pick<OrderRow, 'paymentId' | 'payBefore' | 'paidAt' | 'refundedAt' | 'nextStepAt'>>

/** A move the table of statuses does not allow: a race lost, or a fault of ours. */
export class MoveRefused extends Error {}

/** Moves a locked order and its parts, writes the step and the event. Throws MoveRefused with the reason; callers that can lose a race ask first. */
export const moveOrder = async (tx: Context, order: OrderRow, to: OrderStatus, change: Change = {}): Promise<OrderRow> => {
  const allowed = canMove(order.status, to)
  if (!allowed.ok) throw new MoveRefused(`order ${order.number}: ${allowed.why}`)
  const { orders, orderParts } = schema
  const [moved] = await tx.db
    .update(orders)
    .set({ nextStepAt: null, ...change, status: to, steps: [...order.steps, { status: to, at: toIso(tx.now()) }] })
    .where(eq(orders.id, order.id))
    .returning()
  if (!moved) throw new Error(`order ${order.number} was locked and is gone`)
  await tx.db
    .update(orderParts)
    .set({ status: to })
    .where(and(eq(orderParts.orderId, order.id), ne(orderParts.status, ORDER_STATUS.CANCELLED)))
  await recordOrderEvent(tx, 'order.status', moved)
  return moved
}

/**
 * When the demo's autopilot takes the next step of an order that reached `status`; null when nobody does. An order for later waits until
 * its window begins minus preparation.
 */
export const nextStepAt = (
  ctx: Pick<Context, 'config' | 'now'>,
  status: OrderStatus,
  wait: { deliveryNow: boolean; deliveryFrom: Date; preparationMinutes: number } | null = null
): Date | null => {
  const seconds = autopilotSeconds(ctx.config)
  if (seconds === 0 || nextStatus(status) === null) return null
  const soon = ctx.now() + seconds * 1_000
  if (!wait || wait.deliveryNow) return new Date(soon)
  return new Date(Math.max(soon, wait.deliveryFrom.getTime() - wait.preparationMinutes * 60_000))
}
