import { and, eq, sql } from 'drizzle-orm'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import type { Line } from '#server/services/baskets/pricing/price-lines.ts'
import { fail } from '#server/services/core/fail.ts'

/** Far above the needs of a household, far below the stock of a supplier. */
const MAX_UNPAID_ORDERS = 3
/** Pieces, and kilograms of what is weighed. */
const MAX_RESERVED_UNITS = 500

/**
 * Throws TOO_MANY_UNPAID_ORDERS when an order that waits for its money would reserve too much for one person. The locked basket lets one
 * checkout of a person run at a time, so the count is exact.
 */
export const requireRoomToReserve = async (tx: Context, userId: number, lines: readonly Line[]): Promise<void> => {
  const [open] = await rowsOf<{ orders: number; units: number }>(
    tx.db,
    sql`select count(distinct o.id)::int as orders,
        coalesce(sum(case when i.unit_id = ${WEIGHED_UNIT}::int then i.quantity / 100.0 else i.quantity end), 0)::float8 as units
      from orders o left join order_items i on i.order_id = o.id and i.stock_taken
      where o.user_id = ${userId}::int and o.status = ${ORDER_STATUS.NEW_NOT_PAID}::int`
  )
  const { orders, units } = open ?? { orders: 0, units: 0 }
  const counted = lines.filter(({ stock }) => stock !== null)
  const added = counted.reduce((sum, { weighed, quantity }) => sum + (weighed ? quantity / 100 : quantity), 0)
  if (orders < MAX_UNPAID_ORDERS && units + added <= MAX_RESERVED_UNITS) return
  throw fail('TOO_MANY_UNPAID_ORDERS', { field: 'paymentId', vars: { orders: MAX_UNPAID_ORDERS, units: MAX_RESERVED_UNITS } })
}

/**
 * Throws TOO_MANY_OPEN_ORDERS when too many orders of a person are to be paid on delivery and not begun yet: each is a sale that its
 * supplier sees and can refuse, but their number must not empty the shops of a town.
 */
export const requireRoomForCash = async (tx: Context, userId: number): Promise<void> => {
  const max = tx.config.OPEN_ORDERS_PER_PERSON
  const { orders } = schema
  const open = await tx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, ORDER_STATUS.OPEN)))
    .limit(max)
  if (open.length >= max) throw fail('TOO_MANY_OPEN_ORDERS', { field: 'paymentId', vars: { orders: max } })
}
