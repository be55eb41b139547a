import { eq } from 'drizzle-orm'
import type { DoorMoney } from '#domain/ledger/received.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { takeAtDoor } from '#server/services/payments/take-at-door.ts'
import type { OrderRow } from '../order-row.ts'
import { RefusedToStaff } from './refused.ts'
import { moveByStaff, withStaffOrder, type LockedForStaff, type StaffOrder } from './staff-order.ts'

/** What was taken at the door, and by whom; null: as the person chose, nobody named. */
export interface Taken {
  money: DoorMoney | null
  courier: string | null
}

/** It was handed over. Money at the door is received with the last part. NOTHING_AT_DOOR: money is named for an order that is paid already. */
export const orderDelivered = (ctx: Context, target: StaffOrder, taken: Taken): Promise<OrderRow> =>
  withStaffOrder(ctx, target, (tx, locked) => deliver(tx, locked, taken))

export const deliver = async (
  tx: Context,
  locked: Pick<LockedForStaff, 'order' | 'part'>,
  taken: Taken = { money: null, courier: null }
): Promise<OrderRow> => {
  const paymentId = await takeAtDoor(tx, locked.order.id, taken)
  if (taken.money && paymentId === null && locked.order.status === ORDER_STATUS.READY_FOR_DELIVERY)
    throw new RefusedToStaff('NOTHING_AT_DOOR', `order ${locked.order.number} is paid already; say "delivered" without cash or pos`)
  const { orders } = schema
  if (paymentId !== null) await tx.db.update(orders).set({ paymentId }).where(eq(orders.id, locked.order.id))
  return moveByStaff(tx, locked, ORDER_STATUS.COMPLETELY_DELIVERED, { paymentId: paymentId ?? locked.order.paymentId })
}
