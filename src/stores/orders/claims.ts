import * as claims from '#contract/claims/calls.ts'
import type { NewClaim } from '#contract/claims/calls.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { orderStore } from './order.ts'

/** Says what was wrong with an order; returns what refused it, else null and the order is read again. */
export const sendClaims = async ({ id, orderNumber }: OrderDetails, said: NewClaim[], comment: string): Promise<Failure | null> => {
  try {
    await environment().call(claims.write, { body: { orderId: id, claims: said, ...(comment.trim() && { comment }) } })
  } catch (cause) {
    return failureOf(cause)
  }
  void announce('claims:sent')
  await orderStore(orderNumber).reload()
  return null
}
