import { eq } from 'drizzle-orm'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Placed } from './place-order.ts'
import { startPayment } from './settle-order.ts'

/**
 * The answer of checkout, first time and again: an order that waits for its money brings the bank's page. No transaction is open here;
 * `placed` is what the transaction just made, which need not be read again.
 */
export const placedAnswer = async (ctx: Context, orderId: number, placed?: Placed): Promise<PlacedOrder> => {
  const order = placed ?? (await readState(ctx, orderId))
  const answer = { orderNumber: order.number, orderId, status: order.status }
  if (order.status !== ORDER_STATUS.NEW_NOT_PAID) return { ...answer, redirectUrl: null, paymentCode: null }
  const started = await startPayment(ctx, orderId)
  if (started.kind === 'payable') return { ...answer, redirectUrl: started.formUrl, paymentCode: null }
  if (started.kind === 'unavailable') return { ...answer, redirectUrl: null, paymentCode: 'CARD_REGISTRATION_FAILED' }
  return { ...answer, status: (await readState(ctx, orderId)).status, redirectUrl: null, paymentCode: null }
}

const readState = async (ctx: Context, orderId: number) => {
  const { orders } = schema
  const [row] = await ctx.db.select({ number: orders.number, status: orders.status }).from(orders).where(eq(orders.id, orderId))
  if (!row) throw new Error(`order ${orderId} is gone`)
  return row
}
