import { asc, eq } from 'drizzle-orm'
import type { DoorMoney } from '#domain/ledger/received.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { takeAtDoor } from '#server/services/payments/take-at-door.ts'
import type { OrderRow } from '../order-row.ts'
import { RefusedToStaff } from './refused.ts'
import { moveByStaff, withStaffOrder, type LockedForStaff, type StaffOrder } from './staff-order.ts'

/** What was taken at the door, and by whom; null: as the person chose, by the courier of the city. */
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
  const courier = taken.courier ?? locked.order.courier ?? (await cityOf(tx, locked.order.id))
  const paymentId = await takeAtDoor(tx, locked.order.id, { ...taken, courier })
  if (taken.money && paymentId === null && locked.order.status === ORDER_STATUS.READY_FOR_DELIVERY)
    throw new RefusedToStaff('NOTHING_AT_DOOR', `order ${locked.order.number} is paid already; say "delivered" without cash or pos`)
  const { orders } = schema
  await tx.db
    .update(orders)
    .set({ courier, ...(paymentId !== null && { paymentId }) })
    .where(eq(orders.id, locked.order.id))
  return moveByStaff(tx, locked, ORDER_STATUS.COMPLETELY_DELIVERED, { paymentId: paymentId ?? locked.order.paymentId })
}

/** Couriers have one account a city until they are named. */
const cityOf = async (tx: Context, orderId: number): Promise<string | null> => {
  const { branches, orderParts } = schema
  const [part] = await tx.db
    .select({ city: branches.city })
    .from(orderParts)
    .innerJoin(branches, eq(branches.id, orderParts.branchId))
    .where(eq(orderParts.orderId, orderId))
    .orderBy(asc(orderParts.id))
    .limit(1)
  return part?.city ?? null
}
