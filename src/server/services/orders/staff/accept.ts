import { ORDER_STATUS } from '#domain/order-status.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import type { OrderRow } from '../order-row.ts'
import { moveByStaff, withStaffOrder, type LockedForStaff, type StaffOrder } from './staff-order.ts'

const STEP = 5 * MINUTE

/** The supplier begins. With `minutes`, the window begins so many minutes from now, to five minutes. */
export const acceptOrder = (ctx: Context, target: StaffOrder, minutes: number | null): Promise<OrderRow> =>
  withStaffOrder(ctx, target, (tx, locked) => accept(tx, locked, minutes))

export const accept = (tx: Context, locked: Pick<LockedForStaff, 'order' | 'part'>, minutes: number | null = null): Promise<OrderRow> =>
  moveByStaff(tx, locked, ORDER_STATUS.IN_PROCESS, minutes === null ? {} : windowIn(locked.order, tx.now(), minutes))

const windowIn = ({ deliveryFrom, deliveryTo }: OrderRow, now: number, minutes: number) => {
  const from = Math.ceil((now + minutes * MINUTE) / STEP) * STEP
  return { deliveryFrom: new Date(from), deliveryTo: new Date(from + deliveryTo.getTime() - deliveryFrom.getTime()) }
}
