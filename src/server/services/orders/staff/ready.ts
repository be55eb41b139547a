import { inArray } from 'drizzle-orm'
import { ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderRow } from '../order-row.ts'
import { requirePrinted } from './print-gift-cards.ts'
import { RefusedToStaff } from './refused.ts'
import { moveByStaff, withStaffOrder, type StaffOrder } from './staff-order.ts'

/** The kitchen has it ready. The status of what is delivered changes when the courier leaves; what is fetched waits for the person from now on. */
export const orderReady = (ctx: Context, target: StaffOrder): Promise<OrderRow> =>
  withStaffOrder(ctx, target, async (tx, { order, parts, part }) => {
    const meant = parts.filter(({ id }) => part === null || part.id === id)
    const made = meant.filter(({ status }) => status === ORDER_STATUS.IN_PROCESS)
    if (made.length === 0) throw new RefusedToStaff('WRONG_STATUS', `order ${order.number} is not being prepared; accept it first`)
    const waiting = made.filter(({ readyAt }) => readyAt === null).map(({ id }) => id)
    if (waiting.length === 0)
      throw new RefusedToStaff(
        'ALREADY_READY',
        `order ${order.number} is ready already; ${order.orderMode === ORDER_MODE.PICK_UP ? 'the customer fetches it' : 'send it on its way'}`
      )
    await requirePrinted(tx, { order, part })
    const { orderParts } = schema
    await tx.db
      .update(orderParts)
      .set({ readyAt: new Date(tx.now()) })
      .where(inArray(orderParts.id, waiting))
    return order.orderMode === ORDER_MODE.PICK_UP ? moveByStaff(tx, { order, part }, ORDER_STATUS.READY_FOR_DELIVERY) : order
  })
