import { sql } from 'drizzle-orm'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { Line } from '#server/services/baskets/pricing/price-lines.ts'
import { fail } from '#server/services/core/fail.ts'

/** Far above the needs of a household, far below the stock of a supplier. */
const MAX_UNPAID_ORDERS = 3
/** Pieces, and kilograms of what is weighed. */
const MAX_RESERVED_UNITS = 500

/** What a person holds of the shops' stock without having paid for it. */
interface Reserved {
  /** Orders to be paid on delivery that no supplier has accepted. */
  open: number
  /** Unfinished orders that began unpaid, also those that are to be paid on delivery by now. */
  unpaid: number
  /** Counted stock of parts that are neither paid nor accepted. */
  units: number
}

/**
 * Throws TOO_MANY_UNPAID_ORDERS or TOO_MANY_OPEN_ORDERS when a new order of a person, or one whose method changes (`lines` is empty then),
 * would hold too much: stock is held until an order is paid or accepted, whatever its method. The locked basket lets one checkout of a
 * person run at a time, so the count is exact.
 */
export const requireRoomToReserve = async (
  tx: Context,
  userId: number,
  lines: readonly Line[],
  method: { waits: boolean }
): Promise<void> => {
  const { open, unpaid, units } = await reservedBy(tx, userId)
  const max = tx.config.OPEN_ORDERS_PER_PERSON
  if (!method.waits && open >= max) throw fail('TOO_MANY_OPEN_ORDERS', { field: 'paymentId', vars: { orders: max } })
  const counted = lines.filter(({ stock }) => stock !== null)
  const added = counted.reduce((sum, { weighed, quantity }) => sum + (weighed ? quantity / 100 : quantity), 0)
  const isFull = added > 0 && units + added > MAX_RESERVED_UNITS
  if (isFull || (method.waits && unpaid >= MAX_UNPAID_ORDERS))
    throw fail('TOO_MANY_UNPAID_ORDERS', { field: 'paymentId', vars: { orders: MAX_UNPAID_ORDERS, units: MAX_RESERVED_UNITS } })
}

const { NEW_NOT_PAID, OPEN } = ORDER_STATUS

const reservedBy = async (tx: Context, userId: number): Promise<Reserved> => {
  const [reserved] = await rowsOf<Reserved>(
    tx.db,
    sql`select count(distinct o.id) filter (where o.status = ${OPEN}::int)::int as open,
        count(distinct o.id) filter (where (o.steps->0->>'status')::int = ${NEW_NOT_PAID}::int)::int as unpaid,
        coalesce(sum(case when i.unit_id = ${WEIGHED_UNIT}::int then i.quantity / 100.0 else i.quantity end), 0)::float8 as units
      from orders o
        left join order_parts p on p.order_id = o.id and p.status in (${NEW_NOT_PAID}::int, ${OPEN}::int)
        left join order_items i on i.order_id = o.id and i.part_id = p.id and i.stock_taken
      where o.user_id = ${userId}::int and o.status in (${NEW_NOT_PAID}::int, ${OPEN}::int)`
  )
  return reserved ?? { open: 0, unpaid: 0, units: 0 }
}
