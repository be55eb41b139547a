import { and, eq, ne } from 'drizzle-orm'
import type { OrderTip } from '#contract/orders/tips.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { deliveredState } from '#domain/orders/delivered-state.ts'
import { areServices } from '#domain/orders/fulfilment.ts'
import { isTipTime } from '#domain/orders/tip.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { cardRefusals } from '#server/services/payments/card-refusal.ts'
import type { OrderRow } from '../order-row.ts'

/** Tips of an order that were not given up: at most one that is paid, or waits for its money. */
export const tipsOf = (ctx: Pick<Context, 'db'>, orderId: number): Promise<OrderRow[]> => {
  const { orders } = schema
  return ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.tipFor, orderId), ne(orders.status, ORDER_STATUS.CANCELLED)))
}

/** Whether a courier brought the order within a day. Who comes for a service is no courier. */
export const isTippable = async (ctx: Pick<Context, 'db' | 'now'>, { id, orderMode, status, steps }: OrderRow): Promise<boolean> => {
  if (orderMode !== ORDER_MODE.DELIVERY || status !== ORDER_STATUS.COMPLETELY_DELIVERED) return false
  const delivered = steps.findLast((step) => step.status === ORDER_STATUS.COMPLETELY_DELIVERED)
  if (!delivered || !isTipTime(Date.parse(delivered.at), ctx.now())) return false
  const { orderParts, suppliers } = schema
  const kinds = await ctx.db
    .select({ kind: suppliers.kind })
    .from(orderParts)
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .where(eq(orderParts.orderId, id))
  return !areServices(kinds)
}

/** What was chosen at checkout, as far as it did not go back. */
export const tippedAtCheckout = ({ tip, refundedTip }: OrderRow): Amount => tip - refundedTip

export const NO_TIP: OrderTip = { given: 0, canGive: false, refused: null }

/** What the buyer of an order gave its courier, and whether they still can. */
export const tipOf = async (ctx: Context, order: OrderRow): Promise<OrderTip> => {
  if (order.orderMode !== ORDER_MODE.DELIVERY) return NO_TIP
  if (deliveredState(order.steps, ctx.now()) === 'not delivered') return { ...NO_TIP, given: toAmd(tippedAtCheckout(order)) }
  const tips = await tipsOf(ctx, order.id)
  const paid = tips.find(({ paidAt }) => paidAt !== null)
  const [refused = null] = (await cardRefusals(ctx, tips)).values()
  const given = (paid?.total ?? 0) + tippedAtCheckout(order)
  return { given: toAmd(given), canGive: given === 0 && (await isTippable(ctx, order)), refused }
}
