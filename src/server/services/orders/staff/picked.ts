import { eq } from 'drizzle-orm'
import { ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { newPickupCode } from '../where/pickup-code.ts'
import type { OrderRow } from '../order-row.ts'
import { deliver, type Taken } from './deliver.ts'
import { RefusedToStaff } from './refused.ts'
import { withStaffOrder, type StaffOrder } from './staff-order.ts'

/** Wrong codes for one order, after which it gets a new one: four digits can be tried out. */
const MISSES = 5

/**
 * The customer showed the code at the branch and took the order with them; money that is due is taken there. Refusals: NOT_FETCHED for an
 * order that is delivered, WRONG_STATUS before it is ready, WRONG_CODE, and CODE_CHANGED with the fifth wrong one.
 */
export const orderPicked = async (ctx: Context, target: StaffOrder, code: string, taken: Taken): Promise<OrderRow> => {
  const outcome = await withStaffOrder(ctx, target, async (tx, locked): Promise<OrderRow | RefusedToStaff> => {
    const { order, parts } = locked
    if (order.orderMode !== ORDER_MODE.PICK_UP)
      throw new RefusedToStaff('NOT_FETCHED', `order ${order.number} is delivered; say "delivered"`)
    if (order.status !== ORDER_STATUS.READY_FOR_DELIVERY)
      throw new RefusedToStaff('WRONG_STATUS', `order ${order.number} is not waiting to be fetched; say "ready" first`)
    // A wrong code is counted, so its transaction must not be rolled back.
    return order.pickupCode === code ? deliver(tx, locked, taken) : countMiss(tx, order, parts[0]?.branchId ?? null)
  })
  if (outcome instanceof RefusedToStaff) throw outcome
  return outcome
}

const countMiss = async (tx: Context, order: OrderRow, branchId: number | null): Promise<RefusedToStaff> => {
  const { orders } = schema
  const misses = order.pickupMisses + 1
  const isOver = misses >= MISSES
  const change = isOver ? { pickupMisses: 0, pickupCode: await newPickupCode(tx, branchId) } : { pickupMisses: misses }
  await tx.db.update(orders).set(change).where(eq(orders.id, order.id))
  if (isOver) await recordOrderEvent(tx, 'order.changed', order)
  return isOver
    ? new RefusedToStaff('CODE_CHANGED', `the code of order ${order.number} was wrong ${MISSES} times; the customer's page shows a new one`)
    : new RefusedToStaff('WRONG_CODE', `this is not the code of order ${order.number}; the customer's page shows it`)
}
