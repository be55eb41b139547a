import { sql } from 'drizzle-orm'
import { formatQuantity } from '#domain/time/date-format.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { PricedBasket } from '#server/services/baskets/pricing/price.ts'
import { refusal } from '../checks.ts'
import type { ReservedStock } from './stock.ts'

const DAY_MS = 86_400_000

/** A product as it was before this order: stock that is left and stock that new accounts hold. */
interface Held {
  id: number
  left: number
  held: number
}

/**
 * Throws TOO_MANY_UNPAID_ORDERS when the buyer's account is younger than a day and such accounts would hold more of a product than their
 * share of its stock, in parts that are neither paid nor accepted. The least that can be bought is always sold. Runs after reserveStock,
 * whose row locks let one order of a product be counted at a time.
 */
export const requireShareOfStock = async (
  tx: Context,
  userId: number,
  basket: PricedBasket,
  reserved: readonly ReservedStock[]
): Promise<void> => {
  const percent = tx.config.NEW_ACCOUNT_HOLD_PERCENT
  if (percent === 100 || reserved.length === 0) return
  const held = new Map((await heldByNewAccounts(tx, userId, reserved)).map((product) => [product.id, product]))
  for (const { productId, quantity } of reserved) {
    const product = held.get(productId)
    const line = basket.lines.find((one) => one.productId === productId)
    if (!product || !line) continue
    const share = Math.max(line.minimum, Math.floor(((product.left + product.held) * percent) / 100))
    if (product.held + quantity <= share) continue
    const available = formatQuantity(Math.max(0, share - product.held), line.unitId, tx.locale)
    throw refusal(tx, basket, 'TOO_MANY_UNPAID_ORDERS', {
      field: 'items',
      vars: { context: 'product', product: line.name[tx.locale], available }
    })
  }
}

/** Returns nothing when the buyer's account is a day old. */
const heldByNewAccounts = (tx: Context, userId: number, reserved: readonly ReservedStock[]): Promise<Held[]> => {
  const since = new Date(tx.now() - DAY_MS).toISOString()
  const unfinished = sql`(${ORDER_STATUS.NEW_NOT_PAID}::int, ${ORDER_STATUS.OPEN}::int)`
  return rowsOf<Held>(
    tx.db,
    // Without a new buyer nothing is counted.
    sql`with buyer as (select 1 from users where id = ${userId}::int and created_at > ${since}::timestamptz),
      wanted as (select id, q from json_to_recordset(${JSON.stringify(reserved.map(({ productId, quantity }) => ({ id: productId, q: quantity })))}::json) as r (id int, q int)),
      held as (
        select i.product_id as id, sum(i.quantity)::int as q
        from orders o
          join users u on u.id = o.user_id and u.created_at > ${since}::timestamptz
          join order_parts p on p.order_id = o.id and p.status in ${unfinished}
          join order_items i on i.order_id = o.id and i.part_id = p.id and i.stock_taken
          join wanted w on w.id = i.product_id
        where o.status in ${unfinished} and o.created_at > ${since}::timestamptz and exists (select 1 from buyer)
        group by i.product_id)
      select w.id, p.stock + w.q as left, coalesce(h.q, 0)::int as held
      from buyer cross join wanted w join products p on p.id = w.id and p.stock is not null left join held h on h.id = w.id`
  )
}
