import { asc, eq } from 'drizzle-orm'
import type { OrderDetails, OrderItem, OrderPart } from '#contract/orders/calls.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import { toAmd } from '#domain/money.ts'
import { canCancelOrder, ORDER_STATUS, TRACKING_STATUS, TRACKING_STEPS, trackingOf, type TrackingStatus } from '#domain/order-status.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { countItems, presentTotals } from '#server/services/baskets/present.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { cardRefusals } from '#server/services/payments/card-refusal.ts'
import { offeredMethods, showMethod } from '#server/services/payments/methods.ts'
import { refundsOf } from '#server/services/payments/refund-rows.ts'
import { presentCard, presentSupplier } from './order-card.ts'
import { ownOrder, type OrderRow } from './order-row.ts'

type ItemRow = typeof schema.orderItems.$inferSelect

/** Returns one order of the caller in full (GET /user/profile/order/details). ORDER_NOT_FOUND, also for orders of other people. */
export const orderDetails = async (ctx: Context, orderNumber: string): Promise<OrderDetails> => {
  const { userId } = requireUser(ctx)
  const { orders, orderItems } = schema
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(ownOrder(userId, { number: orderNumber }))
  if (!order) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
  const items = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, order.id)).orderBy(asc(orderItems.id))
  const parts = await readParts(ctx, order.id, items)
  const { title, line, lat, lng, comment } = order.address
  const refusals = await cardRefusals(ctx, [order])
  const counted = items.map(({ quantity, unitId }) => ({ quantity, weighed: unitId === WEIGHED_UNIT }))
  return {
    ...presentCard(
      order,
      countItems(counted),
      parts.map(({ supplier }) => supplier),
      refusals.get(order.id) ?? null
    ),
    ...presentTotals(totalsOf(order), false),
    orderMode: order.orderMode,
    address: { title, line, lat, lng, comment },
    customerComment: order.customerComment,
    cutlery: order.cutlery,
    isGift: order.isGift,
    parts,
    steps: stepsOf(order),
    payableBy: order.status === ORDER_STATUS.NEW_NOT_PAID ? offeredMethods(ctx).map(showMethod) : [],
    canCancel: canCancelOrder(parts.map(({ status }) => status)),
    refunds: (await refundsOf(ctx, order.id)).map(({ amount, reason, refundedAt }) => ({
      amount: toAmd(amount),
      at: refundedAt && toIso(refundedAt.getTime()),
      reason
    })),
    pickupCode: order.pickupCode
  }
}

const readParts = async (ctx: Context, orderId: number, items: readonly ItemRow[]): Promise<OrderPart[]> => {
  const { orderParts, suppliers } = schema
  const rows = await ctx.db
    .select({
      part: orderParts,
      supplier: { id: suppliers.id, name: suppliers.name, alias: suppliers.alias, kind: suppliers.kind }
    })
    .from(orderParts)
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .where(eq(orderParts.orderId, orderId))
    .orderBy(asc(orderParts.id))
  return rows.map(({ part, supplier }) => ({
    supplier: presentSupplier(supplier, ctx.locale),
    status: part.status,
    items: items.filter(({ partId }) => partId === part.id).map((item) => presentItem(item, ctx.locale)),
    itemsPrice: toAmd(part.itemsPrice),
    deliveryPrice: toAmd(part.deliveryPrice),
    packingPrice: toAmd(part.packingPrice)
  }))
}

const presentItem = (item: ItemRow, locale: Locale): OrderItem => ({
  productId: item.productId,
  name: item.name[locale],
  picture: item.picture,
  quantity: item.quantity,
  unitId: item.unitId,
  price: toAmd(item.unitPrice),
  totalPrice: toAmd(item.totalPrice),
  selectedOptions: item.options.map(({ group, name, price }) => ({ group: group[locale], name: name[locale], price: toAmd(price) }))
})

const totalsOf = (order: OrderRow) => ({
  basePrice: order.basePrice,
  discount: order.discount,
  items: order.itemsPrice,
  packing: order.packingPrice,
  delivery: order.deliveryPrice,
  serviceFee: order.serviceFee,
  total: order.total
})

/**
 * Returns when each tracking step was first reached. An unpaid order has reached none; a cancelled one shows the reached steps and the
 * cancellation.
 */
const stepsOf = (order: OrderRow): OrderDetails['steps'] => {
  const reached = (step: TrackingStatus): string | null =>
    order.steps.find(({ status }) => status !== ORDER_STATUS.NEW_NOT_PAID && trackingOf(status) === step)?.at ?? null
  const steps: readonly TrackingStatus[] =
    order.status === ORDER_STATUS.CANCELLED
      ? [...TRACKING_STEPS.filter((step) => reached(step) !== null), TRACKING_STATUS.CANCELED]
      : TRACKING_STEPS
  return steps.map((trackingStatus) => ({ trackingStatus, at: reached(trackingStatus) }))
}
