import { eq } from 'drizzle-orm'
import { isFinal, ORDER_STATUS } from '#domain/order-status.ts'
import { endOfDay } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { announceGroupChange } from '#server/services/baskets/group/announce-change.ts'
import { BadWords } from '#server/services/core/bad-words.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { methodOf } from '#server/services/payments/methods.ts'
import type { OrderRow } from '../order-row.ts'
import { RefusedToStaff } from './refused.ts'
import { withStaffOrder, type StaffOrder } from './staff-order.ts'

const { orderInvoices, orders } = schema

/**
 * Staff look into an order: until they resume it, its customer reads their words and neither pays for it nor cancels it, and the time to pay
 * stands. WRONG_STATUS when it is over.
 */
export const pauseOrder = (ctx: Context, target: StaffOrder, words: string): Promise<OrderRow> =>
  setPause(ctx, target, (tx, { number, status, pausedAt }) => {
    if (isFinal(status)) throw new RefusedToStaff('WRONG_STATUS', `order ${number} is over, so nothing of it can wait`)
    return { pausedFor: words, pausedAt: pausedAt ?? new Date(tx.now()) }
  })

/** The customer can go on, and has as long to pay as when it was paused. WRONG_STATUS when the order is not paused. */
export const resumeOrder = (ctx: Context, target: StaffOrder): Promise<OrderRow> =>
  setPause(ctx, target, async (tx, order) => {
    const { id, number, pausedFor, pausedAt, payBefore } = order
    if (pausedFor === null) throw new RefusedToStaff('WRONG_STATUS', `order ${number} is not paused`)
    const ended = { pausedFor: null, pausedAt: null }
    if (order.status !== ORDER_STATUS.NEW_NOT_PAID || !payBefore || !pausedAt) return ended
    const later = payBefore.getTime() + tx.now() - pausedAt.getTime()
    if (!methodOf(order.paymentId).invoiced) return { ...ended, payBefore: new Date(later) }
    // An invoice is due to the end of a day.
    const dueAt = new Date(endOfDay(later - 1, 0))
    await tx.db.update(orderInvoices).set({ dueAt }).where(eq(orderInvoices.orderId, id))
    return { ...ended, payBefore: dueAt }
  })

type Pause = Partial<Pick<OrderRow, 'pausedFor' | 'pausedAt' | 'payBefore'>>

const setPause = (
  ctx: Context,
  target: StaffOrder,
  changeOf: (tx: Context, order: OrderRow) => Pause | Promise<Pause>
): Promise<OrderRow> => {
  if (target.supplier !== null) throw new BadWords('a whole order is paused and resumed; leave out /SUPPLIER')
  return withStaffOrder(ctx, target, async (tx, { order }) => {
    const [changed] = await tx.db
      .update(orders)
      .set(await changeOf(tx, order))
      .where(eq(orders.id, order.id))
      .returning()
    if (!changed) throw new Error(`order ${order.number} is locked but was not updated`)
    await recordOrderEvent(tx, 'order.changed', changed)
    // Who pays a share follows the group order.
    if (order.groupOrderId !== null) await announceGroupChange(tx)
    return changed
  })
}
