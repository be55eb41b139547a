import { eq } from 'drizzle-orm'
import { isFinal } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { BadWords } from '#server/services/core/bad-words.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import type { OrderRow } from '../order-row.ts'
import { RefusedToStaff } from './refused.ts'
import { withStaffOrder, type StaffOrder } from './staff-order.ts'

/** Staff look into an order: until they resume it, its customer reads their words and neither pays for it nor cancels it. WRONG_STATUS when it is over. */
export const pauseOrder = (ctx: Context, target: StaffOrder, words: string): Promise<OrderRow> =>
  setPause(ctx, target, ({ number, status }) => {
    if (isFinal(status)) throw new RefusedToStaff('WRONG_STATUS', `order ${number} is over, so nothing of it can wait`)
    return words
  })

/** The customer can go on. WRONG_STATUS when the order is not paused. */
export const resumeOrder = (ctx: Context, target: StaffOrder): Promise<OrderRow> =>
  setPause(ctx, target, ({ number, pausedFor }) => {
    if (pausedFor === null) throw new RefusedToStaff('WRONG_STATUS', `order ${number} is not paused`)
    return null
  })

const setPause = (ctx: Context, target: StaffOrder, wordsOf: (order: OrderRow) => string | null): Promise<OrderRow> => {
  if (target.supplier !== null) throw new BadWords('a whole order is paused and resumed; leave out /SUPPLIER')
  return withStaffOrder(ctx, target, async (tx, { order }) => {
    const { orders } = schema
    const [changed] = await tx.db
      .update(orders)
      .set({ pausedFor: wordsOf(order) })
      .where(eq(orders.id, order.id))
      .returning()
    if (!changed) throw new Error(`order ${order.number} is locked but was not updated`)
    await recordOrderEvent(tx, 'order.changed', changed)
    return changed
  })
}
