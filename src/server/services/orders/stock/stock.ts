import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'

const { orderItems, products } = schema

export interface ReservedStock {
  productId: number
  quantity: number
}

/** Locks products in the order of their ids, so that two orders cannot deadlock. */
const lockProducts = async (tx: Context, condition: ReturnType<typeof inArray>): Promise<void> => {
  await tx.db
    .select({ id: products.id })
    .from(products)
    .where(and(condition, isNotNull(products.stock)))
    .orderBy(asc(products.id))
    .for('update')
}

/**
 * Reserves quantities and returns the ids of the products with counted stock. False when one has too little: the transaction must then be
 * rolled back. Locks in the order of the ids, as lockProducts does.
 */
export const reserveStock = async (tx: Context, requested: readonly ReservedStock[]): Promise<Set<number> | false> => {
  const counted = requested.filter(({ quantity }) => quantity > 0)
  if (counted.length === 0) return new Set()
  const payload = JSON.stringify(counted.map(({ productId, quantity }) => ({ id: productId, q: quantity })))
  const rows = await rowsOf<{ id: number }>(
    tx.db,
    sql`with requested as (select id, q from json_to_recordset(${payload}::json) as r (id int, q int)),
      locked as (select p.id from products p join requested w on w.id = p.id where p.stock is not null order by p.id for update of p)
    update products p set stock = p.stock - w.q from locked l join requested w on w.id = l.id where p.id = l.id and p.stock >= w.q returning p.id`
  )
  return rows.length === counted.length ? new Set(rows.map(({ id }) => id)) : false
}

/**
 * Restores the stock that a locked order reserved, once: its items are marked as released. What was refunded before was not there, and stays
 * out. `partId`, `people`: only of this part, or of what these people chose in a group order.
 */
export const releaseStock = async (
  tx: Context,
  orderId: number,
  { partId, people }: { partId?: number; people?: readonly number[] } = {}
): Promise<void> => {
  const released = await tx.db
    .update(orderItems)
    .set({ stockTaken: false })
    .where(
      and(
        eq(orderItems.orderId, orderId),
        eq(orderItems.stockTaken, true),
        partId === undefined ? undefined : eq(orderItems.partId, partId),
        people === undefined ? undefined : inArray(orderItems.userId, [...people])
      )
    )
    .returning({ id: orderItems.productId, quantity: sql<number>`${orderItems.quantity} - ${orderItems.refundedQuantity}` })
  await returnStock(tx, released)
}

/** Puts quantities back of products whose stock is counted. */
export const returnStock = async (tx: Context, returned: readonly { id: number; quantity: number }[]): Promise<void> => {
  const totals = new Map<number, number>()
  for (const { id, quantity } of returned) if (quantity > 0) totals.set(id, (totals.get(id) ?? 0) + quantity)
  if (totals.size === 0) return
  await lockProducts(tx, inArray(products.id, [...totals.keys()]))
  const payload = JSON.stringify([...totals].map(([id, q]) => ({ id, q })))
  await tx.db
    .update(products)
    .set({ stock: sql`${products.stock} + given.q` })
    .from(sql`json_to_recordset(${payload}::json) as given(id int, q int)`)
    .where(sql`${products.id} = given.id and ${products.stock} is not null`)
}
