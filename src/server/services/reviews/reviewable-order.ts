import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { OrderToReview } from '#contract/reviews/calls.ts'
import { isBrought, type OrderMode, type SupplierKind } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { deliveredState } from '#domain/orders/delivered-state.ts'

interface Reviewable {
  id: number
  number: string
  orderMode: OrderMode
  delivered: boolean
  /** It was delivered at most 14 days ago. */
  isOpen: boolean
  parts: { supplier: { id: number; name: Words; kind: SupplierKind }; stars: number | null }[]
}

/** Reads what of an order was made and rated; parts that were cancelled are left out. ORDER_NOT_FOUND, also for another's order. */
export const readReviewable = async (ctx: Context, userId: number, orderId: number): Promise<Reviewable> => {
  const { orders, orderParts, orderReviews, suppliers } = schema
  const rows = await ctx.db
    .select({
      order: { id: orders.id, number: orders.number, status: orders.status, steps: orders.steps, orderMode: orders.orderMode },
      partStatus: orderParts.status,
      supplier: { id: suppliers.id, name: suppliers.name, kind: suppliers.kind },
      stars: orderReviews.stars
    })
    .from(orders)
    .innerJoin(orderParts, eq(orderParts.orderId, orders.id))
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .leftJoin(orderReviews, and(eq(orderReviews.orderId, orders.id), eq(orderReviews.supplierId, suppliers.id)))
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
    .orderBy(asc(orderParts.id))
  const [first] = rows
  if (!first) throw fail('ORDER_NOT_FOUND', { field: 'orderId' })
  const { id, number, status, steps, orderMode } = first.order
  return {
    ...{ id, number, orderMode },
    delivered: status === ORDER_STATUS.COMPLETELY_DELIVERED,
    isOpen: deliveredState(steps, ctx.now()) === 'lately',
    parts: rows
      .filter(({ partStatus }) => partStatus === ORDER_STATUS.COMPLETELY_DELIVERED || status !== ORDER_STATUS.COMPLETELY_DELIVERED)
      .map(({ supplier, stars }) => ({ supplier, stars }))
  }
}

export const presentReviewable = (
  { locale }: Pick<Context, 'locale'>,
  { id, number, orderMode, delivered, isOpen, parts }: Reviewable
): OrderToReview => ({
  id,
  orderNumber: number,
  isReviewableOrder: delivered && isOpen && parts.some(({ stars }) => stars === null),
  fetched: !isBrought({ orderMode }),
  parts: parts.map(({ supplier, stars }) => ({ supplier: { ...supplier, name: supplier.name[locale] }, stars }))
})

/** GET /orders/review/{id}. */
export const reviewOfOrder = async (ctx: Context, orderId: number): Promise<OrderToReview> => {
  const { userId } = requireUser(ctx)
  return presentReviewable(ctx, await readReviewable(ctx, userId, orderId))
}

/** The last delivered order that is not wholly rated and was not declined; null when there is none within 14 days. */
export const reviewableOrder = async (ctx: Context): Promise<OrderToReview | null> => {
  const { userId } = requireUser(ctx)
  const { orders } = schema
  const unrated = sql`exists (select 1 from order_parts p where p.order_id = ${orders.id} and p.status = ${ORDER_STATUS.COMPLETELY_DELIVERED}
    and not exists (select 1 from order_reviews r where r.order_id = p.order_id and r.supplier_id = p.supplier_id))`
  const [last] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, ORDER_STATUS.COMPLETELY_DELIVERED), isNull(orders.reviewDeclinedAt), unrated))
    .orderBy(desc(orders.id))
    .limit(1)
  if (!last) return null
  const order = presentReviewable(ctx, await readReviewable(ctx, userId, last.id))
  return order.isReviewableOrder ? order : null
}

/** PUT /orders/reviewableOrder: with false the order is never offered again. ORDER_NOT_FOUND. */
export const declineReview = async (ctx: Context, orderId: number, isReviewable: boolean): Promise<null> => {
  const { userId } = requireUser(ctx)
  const { orders } = schema
  const found = await ctx.db
    .update(orders)
    .set({ reviewDeclinedAt: isReviewable ? sql`${orders.reviewDeclinedAt}` : new Date(ctx.now()) })
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
    .returning({ id: orders.id })
  if (found.length === 0) throw fail('ORDER_NOT_FOUND', { field: 'orderId' })
  return null
}
