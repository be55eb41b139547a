import { ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import type { OrderRow } from '../order-row.ts'
import { requirePrinted } from './print-gift-cards.ts'
import { RefusedToStaff } from './refused.ts'
import { moveByStaff, withStaffOrder, type LockedForStaff, type StaffOrder } from './staff-order.ts'

/** The courier has left with it. NOT_PRINTED: it has gift cards without codes. */
export const orderOnTheWay = (ctx: Context, target: StaffOrder): Promise<OrderRow> =>
  withStaffOrder(ctx, target, async (tx, locked) => {
    if (locked.order.orderMode === ORDER_MODE.PICK_UP)
      throw new RefusedToStaff('WRONG_STATUS', `order ${locked.order.number} is fetched by the customer; say "ready"`)
    await requirePrinted(tx, locked)
    return sendOut(tx, locked)
  })

export const sendOut = (tx: Context, locked: Pick<LockedForStaff, 'order' | 'part'>): Promise<OrderRow> =>
  moveByStaff(tx, locked, ORDER_STATUS.READY_FOR_DELIVERY)
