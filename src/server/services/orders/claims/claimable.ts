import { deliveredState } from '#domain/orders/delivered-state.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import type { OrderRow } from '../order-row.ts'

/** Returns an order about which something can be said: ORDER_NOT_FOUND, CLAIM_TOO_EARLY, CLAIM_TOO_LATE. */
export const requireClaimable = (ctx: Pick<Context, 'now'>, order: OrderRow | null | undefined): OrderRow => {
  if (!order) throw fail('ORDER_NOT_FOUND', { field: 'orderId' })
  if (order.status !== ORDER_STATUS.COMPLETELY_DELIVERED) throw fail('CLAIM_TOO_EARLY', { field: 'orderId' })
  if (deliveredState(order.steps, ctx.now()) !== 'lately') throw fail('CLAIM_TOO_LATE', { field: 'orderId' })
  return order
}
