import { eq, max } from 'drizzle-orm'
import type { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { moveOrder, nextStepAt } from './move-order.ts'
import type { OrderRow } from './order-row.ts'

/** Confirms a locked order that waited for its money: it is paid, or will be paid on delivery. */
export const confirmOrder = async (
  tx: Context,
  order: OrderRow,
  to: typeof ORDER_STATUS.PAID | typeof ORDER_STATUS.OPEN,
  change: Partial<Pick<OrderRow, 'paidAt' | 'paymentId'>>
): Promise<OrderRow> =>
  moveOrder(tx, order, to, {
    ...change,
    payBefore: null,
    nextStepAt: nextStepAt(tx, to, { ...order, preparationMinutes: await preparationOf(tx, order.id) })
  })

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
