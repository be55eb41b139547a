import * as orders from '#contract/orders/calls.ts'
import type { OrderDetails, OrderToPay, PaymentFailure, PlacedOrder } from '#contract/orders/calls.ts'
import type { OrderRefund } from '#contract/orders/money.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import type { StoreCredit } from '#domain/payment.ts'
import { beginAttempt, endAttempt, isAnswered } from '#stores/checkout/attempt.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, report } from '#stores/errors.ts'
import { ask } from '#stores/modals.ts'
import { orderStore } from './order.ts'
import { task } from '#stores/tasks.ts'

/** What the page of an order says about a payment that did not go through. */
export type PaymentNote = 'unconfirmed' | 'unreachable' | 'refused' | 'undecided' | 'amount'
export const NOTE_OF: Record<PaymentFailure, PaymentNote> = {
  CARD_REGISTRATION_FAILED: 'unreachable',
  FAST_PAYMENT_REGISTRATION_FAILED: 'unreachable',
  CARD_PAYMENT_FAILED: 'refused',
  ORDER_STATUS_UNAVAILABLE: 'undecided',
  PAYMENT_FAILED: 'amount'
}

/** Path of an order's page; with `payment=<note>` when a payment did not go through. */
export const orderPath = (orderNumber: string, note?: PaymentNote): string =>
  localePath(environment().locale, `/account/orders/${orderNumber}`) + (note ? `?payment=${note}` : '')

export const checkoutPath = (): string => localePath(environment().locale, '/checkout')

/** Where to go after a payment was started: the bank's page, or the order's page. */
export const pathAfterPayment = ({ orderNumber, redirectUrl, paymentCode }: PlacedOrder): string =>
  redirectUrl ?? orderPath(orderNumber, paymentCode === null ? undefined : NOTE_OF[paymentCode])

const sendPayment = async ({ orderNumber, paymentId, supplierId, boundCardId }: OrderToPay): Promise<PlacedOrder> => {
  const purpose = `pay:${orderNumber}`
  // The person sees this supplier's order; a page that is out of date shows another one.
  const body: OrderToPay = {
    orderNumber,
    ...(paymentId === undefined ? {} : { paymentId }),
    ...(supplierId === undefined ? {} : { supplierId }),
    ...(boundCardId === undefined ? {} : { boundCardId })
  }
  const attempt = beginAttempt(purpose, body, environment().newKey)
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
export const payBy = task(async (order: OrderToPay): Promise<void> => {
  const { orderNumber } = order
  const placed = await sendPayment(order)
  if (placed.redirectUrl) environment().navigate(placed.redirectUrl)
  else if (placed.paymentCode !== null && NOTE_OF[placed.paymentCode] !== 'unreachable') environment().navigate(pathAfterPayment(placed))
  else await orderStore(orderNumber).reload()
})

type OrderToCancel = Pick<OrderDetails, 'id' | 'orderNumber' | 'payment' | 'cancelRefund'>

/** The question says what goes back, and how. */
const agreesToCancel = ({ orderNumber: number, cancelRefund }: OrderToCancel): Promise<boolean> => {
  if (!cancelRefund) return ask('cancelOrder', { number })
  const amount = formatAmd(cancelRefund.amount, environment().locale)
  return ask(cancelRefund.byHand ? 'cancelByHand' : 'cancelToCard', { number, amount })
}

/** Cancels an order, a paid one after a confirmation. An unpaid order returns its lines to the basket and leads to the checkout. */
export const cancelOrder = task(async (order: OrderToCancel): Promise<void> => {
  const unpaid = order.payment === 'awaiting'
  if (!unpaid && !(await agreesToCancel(order))) return
  try {
    await environment().call(orders.cancel, { params: { id: order.id } })
  } catch (cause) {
    // Begun meanwhile: the warning modal says so (spec section 8), and the page shows the order as it is now.
    if (!isFailure(cause, 'UNABLE_TO_CANCEL_ORDER')) throw cause
    report(cause)
    return orderStore(order.orderNumber).reload()
  }
  if (unpaid) environment().navigate(checkoutPath())
  else await orderStore(order.orderNumber).reload()
})

const QUESTIONS = { points: 'refundAsPoints', corporateWallet: 'refundToWallet' } as const

/** Takes store credit instead of a refund that people would pay by hand, after a confirmation. */
export const takeStoreCredit = task(
  async (orderNumber: string, { id, amount: amd }: Pick<OrderRefund, 'id' | 'amount'>, as: StoreCredit): Promise<void> => {
    if (!(await ask(QUESTIONS[as], { amount: formatAmd(amd, environment().locale) }))) return
    await environment()
      .call(orders.takeStoreCredit, { params: { id } })
      // Paid meanwhile: the page shows it.
      .finally(() => orderStore(orderNumber).reload())
  }
)
