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

/** Path of an order's page; with `payment=unreachable` when the bank could not be reached. */
export const orderPath = (orderNumber: string, note?: 'unreachable'): string =>
  localePath(environment().locale, `/account/orders/${orderNumber}`) + (note ? `?payment=${note}` : '')

export const checkoutPath = (): string => localePath(environment().locale, '/checkout')

/** Where to go after a payment was started: the bank's page, or the order's page. */
export const pathAfterPayment = ({ orderNumber, redirectUrl, paymentCode }: PlacedOrder): string =>
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
    // Paid meanwhile, or processed by the bank: the page shows the current state.
    void orderStore(orderNumber).reload()
    throw cause
  }
}

/** Starts another payment and goes to the bank's page, or changes the payment method of the order. */
export const payBy = task(async ({ orderNumber, paymentId }: Payable): Promise<void> => {
  const placed = await sendPayment(orderNumber, paymentId)
  if (placed.redirectUrl) environment().navigate(placed.redirectUrl)
  else await orderStore(orderNumber).reload()
})

/** Cancels an order, a paid one after a confirmation. An unpaid order returns its lines to the basket and leads to the checkout. */
export const cancelOrder = task(async (order: Pick<OrderDetails, 'id' | 'orderNumber' | 'payment'>): Promise<void> => {
  const unpaid = order.payment === 'awaiting'
  if (!unpaid && !(await ask('cancelOrder', { number: order.orderNumber }))) return
  await environment().call(orders.cancel, { params: { id: order.id } })
  if (unpaid) environment().navigate(checkoutPath())
  else await orderStore(order.orderNumber).reload()
})
