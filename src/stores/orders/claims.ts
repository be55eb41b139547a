import * as claims from '#contract/claims/calls.ts'
import type { NewClaims } from '#contract/claims/calls.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { orderStore } from './order.ts'

/** Says what was wrong with an order; returns what refused it, else null and the order is read again. */
export const sendClaims = async (
  { id, orderNumber }: OrderDetails,
  { comment = '', ...said }: Omit<NewClaims, 'orderId'>
): Promise<Failure | null> => {
  try {
    await environment().call(claims.write, { body: { orderId: id, ...said, ...(comment.trim() && { comment }) } })
  } catch (cause) {
    return failureOf(cause)
  }
  void announce('claims:sent')
  await orderStore(orderNumber).reload()
  return null
}

/** Sends a photo ahead of the claims that will name it; returns its id, or what refused it. */
export const addClaimPhoto = async (orderId: number, file: Blob): Promise<{ id: number } | { refused: Failure }> => {
  try {
    return await environment().call(claims.addPhoto, { query: { orderId }, body: file })
  } catch (cause) {
    return { refused: failureOf(cause) }
  }
}
