import { eq } from 'drizzle-orm'
import { ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderRow } from '../order-row.ts'
import { requirePrinted } from './print-gift-cards.ts'
import { RefusedToStaff } from './refused.ts'
import { moveByStaff, withStaffOrder, type LockedForStaff, type StaffOrder } from './staff-order.ts'

/** The courier, who may be named for its cash and its tip, has left with it. NOT_PRINTED: it has gift cards without codes. */
export const orderOnTheWay = (ctx: Context, target: StaffOrder, courier: string | null = null): Promise<OrderRow> =>
  withStaffOrder(ctx, target, async (tx, locked) => {
    if (locked.order.orderMode === ORDER_MODE.PICK_UP)
      throw new RefusedToStaff('WRONG_STATUS', `order ${locked.order.number} is fetched by the customer; say "ready"`)
    await requirePrinted(tx, locked)
    const sent = await sendOut(tx, locked)
    if (courier === null) return sent
    const { orders } = schema
    await tx.db.update(orders).set({ courier }).where(eq(orders.id, sent.id))
    return { ...sent, courier }
  })

export const sendOut = (tx: Context, locked: Pick<LockedForStaff, 'order' | 'part'>): Promise<OrderRow> =>
  moveByStaff(tx, locked, ORDER_STATUS.READY_FOR_DELIVERY)
