import { asc, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { CardRefusal, OrderCard, OrderGroup } from '#contract/orders/calls.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import { toAmd } from '#domain/money.ts'
import { trackingOf } from '#domain/order-status.ts'
import { paymentOf } from '#domain/payment.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { countItems } from '#server/services/baskets/present.ts'
import { cardRefusals } from '#server/services/payments/card-refusal.ts'
import { methodOf } from '#server/services/payments/methods.ts'
import { requireUser } from '#server/services/core/access.ts'
import { endsAt, type OrderRow } from './order-row.ts'
import { groupsOfOrders } from './shares/group-of-order.ts'

type CardSupplier = OrderCard['suppliers'][number] & { orderId: number }

/**
 * Returns orders as cards, newest first: three queries for any number of orders, one more when some are unpaid, two for group orders. `where`
 * must restrict to what the caller sees.
 */
export const readCards = async (ctx: Context, where: SQL | undefined, page: { skip: number; take: number }): Promise<OrderCard[]> => {
  if (page.take === 0) return []
  const { orders, orderItems } = schema
  const rows = await ctx.db.select().from(orders).where(where).orderBy(desc(orders.id)).limit(page.take).offset(page.skip)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const suppliers = Map.groupBy(await suppliersOf(ctx, ids), ({ orderId }) => orderId)
  const items = await ctx.db
    .select({
      orderId: orderItems.orderId,
      quantity: orderItems.quantity,
      unitId: orderItems.unitId,
      userId: orderItems.userId,
      totalPrice: orderItems.totalPrice,
      voucher: orderItems.voucher
    })
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
  const refusals = await cardRefusals(ctx, rows)
  const groups = await groupsOfOrders(ctx, requireUser(ctx).userId, rows, items)
  const itemsOf = Map.groupBy(items, ({ orderId }) => orderId)
  return rows.map((row) => {
    const lines = (itemsOf.get(row.id) ?? []).map(({ quantity, unitId }) => ({ quantity, weighed: unitId === WEIGHED_UNIT }))
    return presentCard(
      row,
      countItems(lines),
      (suppliers.get(row.id) ?? []).map(({ orderId: _, ...supplier }) => supplier),
      refusals.get(row.id) ?? null,
      groups.get(row.id) ?? null
    )
  })
}

export const presentCard = (
  order: OrderRow,
  itemsCount: number,
  suppliers: OrderCard['suppliers'],
  cardRefusal: CardRefusal | null,
  group: OrderGroup | null
): OrderCard => ({
  id: order.id,
  group,
  orderNumber: order.number,
  status: order.status,
  trackingStatus: trackingOf(order.status),
  createdAt: toIso(order.createdAt.getTime()),
  deliveryFrom: toIso(order.deliveryFrom.getTime()),
  deliveryTo: toIso(order.deliveryTo.getTime()),
  deliveryNow: order.deliveryNow,
  orderMode: order.orderMode,
  orderPrice: toAmd(order.total),
  itemsCount,
  suppliers,
  paymentId: order.paymentId,
  paymentKey: methodOf(order.paymentId).key,
  payment: paymentOf(order),
  // What goes back to others is theirs.
  refunded: group && !group.isOwner ? 0 : toAmd(order.refundedAmount),
  cardRefusal: group && !group.isOwner ? null : cardRefusal,
  payBefore: endsAt(order)
})

export const presentSupplier = (
  { id, name, alias, kind }: Pick<typeof schema.suppliers.$inferSelect, 'id' | 'name' | 'alias' | 'kind'>,
  locale: Locale
): OrderCard['suppliers'][number] => ({ id, name: name[locale], alias, kind })

const suppliersOf = async (ctx: Context, orderIds: number[]): Promise<CardSupplier[]> => {
  const { orderParts, suppliers } = schema
  const rows = await ctx.db
    .select({ orderId: orderParts.orderId, id: suppliers.id, name: suppliers.name, alias: suppliers.alias, kind: suppliers.kind })
    .from(orderParts)
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .where(inArray(orderParts.orderId, orderIds))
    .orderBy(asc(orderParts.id))
  return rows.map(({ orderId, ...supplier }) => ({ orderId, ...presentSupplier(supplier, ctx.locale) }))
}
