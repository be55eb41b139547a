import { eq } from 'drizzle-orm'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { NO_CARD_CHOICE, type CardChoice } from '#server/services/payments/cards/card-choice.ts'
import type { Placed } from './place-order.ts'
import { startPayment } from './settle-order.ts'

/**
 * Returns the reply of checkout, also for a repeated key: an unpaid order carries the address of the bank's page. Must run outside a
 * transaction. `choice` is how a card is to pay; `placed` is the order just written, so that it is not read again.
 */
export const placedAnswer = async (
  ctx: Context,
  orderId: number,
  choice: CardChoice = NO_CARD_CHOICE,
  placed?: Placed
): Promise<PlacedOrder> => {
  const order = placed ?? (await readState(ctx, orderId))
  const answer = { orderNumber: order.number, orderId, status: order.status }
  if (order.status !== ORDER_STATUS.NEW_NOT_PAID) return { ...answer, redirectUrl: null, paymentCode: null }
  const started = await startPayment(ctx, orderId, choice, placed !== undefined)
  if (started.kind === 'payable') return { ...answer, redirectUrl: started.formUrl, paymentCode: null }
  if (started.kind === 'failed') return { ...answer, redirectUrl: null, paymentCode: started.code }
  return { ...answer, status: (await readState(ctx, orderId)).status, redirectUrl: null, paymentCode: null }
}

const readState = async (ctx: Context, orderId: number) => {
  const { orders } = schema
  const [row] = await ctx.db.select({ number: orders.number, status: orders.status }).from(orders).where(eq(orders.id, orderId))
  if (!row) throw new Error(`order ${orderId} was not found`)
  return row
}
