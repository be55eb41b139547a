import { atom } from 'nanostores'
import * as reviews from '#contract/reviews/calls.ts'
import type { NewReview, OrderToReview } from '#contract/reviews/calls.ts'
import { ifRefused } from '#client/call.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { orderStore } from '#stores/orders/order.ts'
import { $activeOrders } from '#stores/orders/active-orders.ts'

/** The order that is rated in the dialog. */
export type Rating = { state: 'loading' } | { state: 'ready'; order: OrderToReview } | { state: 'failed'; failure: Failure }

const $rating = atom<Rating>({ state: 'loading' })
export { $rating }

export const loadRating = async (orderId: number): Promise<void> => {
  $rating.set({ state: 'loading' })
  try {
    $rating.set({ state: 'ready', order: await environment().call(reviews.ofOrder, { params: { id: orderId } }) })
  } catch (cause) {
    $rating.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** The home page offers it no more. */
const endOffer = (orderNumber: string): void => {
  const saved = $activeOrders.get()
  $activeOrders.set({ ...saved, orders: saved.orders.filter(({ number, state }) => number !== orderNumber || state !== 'rate') })
}

/** Sends a review; returns what refused it, else null and the order as it is rated now is shown. */
export const sendReview = async (body: NewReview): Promise<Failure | null> => {
  try {
    const order = await environment().call(reviews.write, { body })
    if (!order.isReviewableOrder) {
      endOffer(order.orderNumber)
      void orderStore(order.orderNumber).reload()
    }
    $rating.set({ state: 'ready', order })
    return null
  } catch (cause) {
    return failureOf(cause)
  }
}

/** Offers the order no more, for good. Its page still can rate it. */
export const declineRating = async ({ id, orderNumber }: OrderToReview): Promise<void> => {
  endOffer(orderNumber)
  await environment()
    .call(reviews.decline, { body: { orderId: id, isReviewableOrder: false } })
    .catch(ifRefused(null))
}
