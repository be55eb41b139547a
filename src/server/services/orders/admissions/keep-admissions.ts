import { and, asc, eq, isNull, lte, ne, sql } from 'drizzle-orm'
import { ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { lockOrder, type OrderRow } from '../order-row.ts'
import { earnRewards } from '../rewards/earn-rewards.ts'
import { setPaidStatus } from '../without-goods/set-paid-status.ts'
import { moveAdmissions } from './move-admissions.ts'

const { orderParts, orders, products } = schema
const MAX_AT_ONCE = 100

/** Orders of tickets that are under way, though none of their tickets can be used any more. */
const overAt = (now: Date) =>
  and(
    eq(orders.orderMode, ORDER_MODE.ADMISSION),
    eq(orders.status, ORDER_STATUS.PAID),
    sql`not exists (select from admissions a where a.order_id = ${orders.id} and a.used_at is null and a.withdrawn_at is null
      and a.expires_at > ${now.toISOString()}::timestamptz)`
  )

/** Moves tickets whose time was moved, ends the sale of those whose time has come, and orders whose tickets were used or have expired. Safe in several processes. */
export const keepAdmissions = async (ctx: Context, goesOn: () => boolean = () => true): Promise<void> => {
  await moveAdmissions(ctx, goesOn)
  await endSales(ctx)
  const due = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(overAt(new Date(ctx.now())))
    .orderBy(asc(orders.id))
    .limit(MAX_AT_ONCE)
  for (const { id } of due)
    if (goesOn())
      await withTransaction(ctx, async (tx) => {
        const order = await lockOrder(tx, eq(orders.id, id), { skipLocked: true })
        if (order) await finishIfOver(tx, order)
      })
}

/** Nobody can buy a ticket for a time that is over: it is sold out. */
const endSales = async (ctx: Context): Promise<void> => {
  await ctx.db
    .update(products)
    .set({ stock: 0 })
    .where(and(lte(products.admissionAt, new Date(ctx.now())), isNull(products.withdrawnAt), sql`${products.stock} is distinct from 0`))
}

/** The last ticket of a locked order was used, or has expired: it is done, and whoever paid earns points. */
export const finishIfOver = async (tx: Context, order: OrderRow): Promise<void> => {
  const [over] = await tx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, order.id), overAt(new Date(tx.now()))))
  if (!over) return
  await tx.db
    .update(orderParts)
    .set({ status: ORDER_STATUS.COMPLETELY_DELIVERED })
    .where(and(eq(orderParts.orderId, order.id), ne(orderParts.status, ORDER_STATUS.CANCELLED)))
  await setPaidStatus(tx, order, ORDER_STATUS.COMPLETELY_DELIVERED, {})
  await earnRewards(tx, order)
}
