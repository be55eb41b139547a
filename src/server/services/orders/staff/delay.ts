import { eq } from 'drizzle-orm'
import { isFinal, ORDER_STATUS } from '#domain/order-status.ts'
import { MINUTE, toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import type { OrderRow } from '../order-row.ts'
import { RefusedToStaff } from './refused.ts'
import { withStaffOrder, type StaffOrder } from './staff-order.ts'

/**
 * It takes so many minutes longer, for a reason that the customer reads. The window moves; the status stays. WRONG_STATUS for an order that is
 * over or waits for its money.
 */
export const delayOrder = (ctx: Context, target: StaffOrder, minutes: number, reason: string): Promise<OrderRow> =>
  withStaffOrder(ctx, target, async (tx, { order }) => {
    if (isFinal(order.status) || order.status === ORDER_STATUS.NEW_NOT_PAID)
      throw new RefusedToStaff('WRONG_STATUS', `order ${order.number} is not under way, so it cannot be late`)
    const { orders } = schema
    const before = { from: toIso(order.deliveryFrom.getTime()), to: toIso(order.deliveryTo.getTime()) }
    const later = (at: Date): Date => new Date(at.getTime() + minutes * MINUTE)
    const step = { status: order.status, at: toIso(tx.now()), windowBefore: before, reason }
    const [moved] = await tx.db
      .update(orders)
      .set({ deliveryFrom: later(order.deliveryFrom), deliveryTo: later(order.deliveryTo), steps: [...order.steps, step] })
      .where(eq(orders.id, order.id))
      .returning()
    if (!moved) throw new Error(`order ${order.number} is locked but was not updated`)
    await recordOrderEvent(tx, 'order.delayed', moved)
    return moved
  })
