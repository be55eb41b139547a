import * as orders from '#contract/orders/calls.ts'
import type { OrderDetails, PlacedOrder } from '#contract/orders/calls.ts'
import type { PaymentMethodId } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { beginAttempt, endAttempt, isAnswered } from '#stores/checkout/attempt.ts'
import { environment } from '#stores/environment.ts'
import { failureOf } from '#stores/errors.ts'
import { ask } from '#stores/modals.ts'
import { orderStore } from './order.ts'
import { task } from '#stores/tasks.ts'

/** The page of an order; `payment=unreachable` when the bank could not be reached. */
export const orderPath = (orderNumber: string, note?: 'unreachable'): string =>
  localePath(environment().locale, `/account/orders/${orderNumber}`) + (note ? `?payment=${note}` : '')

export const checkoutPath = (): string => localePath(environment().locale, '/checkout')

/** Where to go after a payment was started: the bank's page, or the order's. */
export const placeAfter = ({ orderNumber, redirectUrl, paymentCode }: PlacedOrder): string =>
  redirectUrl ?? orderPath(orderNumber, paymentCode === null ? undefined : 'unreachable')

type Payable = Pick<OrderDetails, 'orderNumber' | 'paymentId'>

const sendPayment = async (orderNumber: string, paymentId: PaymentMethodId): Promise<PlacedOrder> => {
  const purpose = `pay:${orderNumber}`
  const attempt = beginAttempt(purpose, { orderNumber, paymentId }, environment().newKey)
  try {
    const placed = await environment().call(orders.payForOrder, { body: attempt.body }, { idempotencyKey: attempt.key })
    endAttempt(purpose)
    return placed
  } catch (cause) {
    if (isAnswered(failureOf(cause).type)) endAttempt(purpose)
    // Paid meanwhile, or the bank is deciding: the page shows how it stands.
    void orderStore(orderNumber).reload()
    throw cause
  }
}

/** Starts another payment and leaves for its page, or turns the order to another method. */
export const payBy = task(async ({ orderNumber, paymentId }: Payable): Promise<void> => {
  const placed = await sendPayment(orderNumber, paymentId)
  if (placed.redirectUrl) environment().navigate(placed.redirectUrl)
  else await orderStore(orderNumber).reload()
})

/** Asks first. An unpaid order gives its lines back, and the way leads to the checkout with the basket as it was. */
export const cancelOrder = task(async (order: Pick<OrderDetails, 'id' | 'orderNumber' | 'payment'>): Promise<void> => {
  const unpaid = order.payment === 'awaiting'
  if (!unpaid && !(await ask('cancelOrder', { number: order.orderNumber }))) return
  await environment().call(orders.cancel, { params: { id: order.id } })
  if (unpaid) environment().navigate(checkoutPath())
  else await orderStore(order.orderNumber).reload()
})
