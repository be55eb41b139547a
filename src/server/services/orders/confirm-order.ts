import { eq, max } from 'drizzle-orm'
import type { ORDER_STATUS } from '#domain/order-status.ts'
import { autopilotSeconds } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { isOfAdmissions } from './admissions/admission-rows.ts'
import { moveOrder, nextStepAt } from './move-order.ts'
import type { OrderRow } from './order-row.ts'

/**
 * Confirms a locked order that waited for its money: it is paid, or will be paid on delivery. A supplier begins only now, so the window of
 * an order for now moves by the time it waited.
 */
export const confirmOrder = async (
  tx: Context,
  order: OrderRow,
  to: typeof ORDER_STATUS.PAID | typeof ORDER_STATUS.OPEN,
  change: Partial<Pick<OrderRow, 'paidAt' | 'paymentId'>>
): Promise<OrderRow> =>
  moveOrder(tx, order, to, {
    ...change,
    ...laterWindow(order, tx.now()),
    payBefore: null,
    nextStepAt:
      autopilotSeconds(tx.config) === 0 || isOfAdmissions(order)
        ? null
        : nextStepAt(tx, to, { ...order, preparationMinutes: await preparationOf(tx, order.id) })
  })

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/**
 * A window for now moves in steps of five minutes, like the window itself; a payment that takes less than three minutes moves nothing. A
 * chosen one that is over moves by whole days, to the same hours.
 */
const laterWindow = (order: OrderRow, now: number): Partial<Pick<OrderRow, 'deliveryFrom' | 'deliveryTo'>> => {
  const passed = now - order.deliveryTo.getTime()
  const waited = order.deliveryNow
    ? Math.round((now - order.createdAt.getTime()) / (5 * MINUTE)) * 5 * MINUTE
    : passed >= 0
      ? (Math.floor(passed / DAY) + 1) * DAY
      : 0
  if (waited <= 0) return {}
  return { deliveryFrom: new Date(order.deliveryFrom.getTime() + waited), deliveryTo: new Date(order.deliveryTo.getTime() + waited) }
}

/** Returns the preparation minutes of the slowest supplier of an order. */
const preparationOf = async (tx: Context, orderId: number): Promise<number> => {
  const { orderParts, suppliers } = schema
  const [row] = await tx.db
    .select({ minutes: max(suppliers.preparationMinutes) })
    .from(orderParts)
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .where(eq(orderParts.orderId, orderId))
  return row?.minutes ?? 0
}
