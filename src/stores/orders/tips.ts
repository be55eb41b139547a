import * as orders from '#contract/orders/calls.ts'
import type { NewTip } from '#contract/orders/calls.ts'
import { announce } from '#stores/announce.ts'
import { beginAttempt, endAttempt, isAnswered } from '#stores/checkout/attempt.ts'
import { environment } from '#stores/environment.ts'
import { failureOf } from '#stores/errors.ts'
import { task } from '#stores/tasks.ts'
import { NOTE_OF, orderPath } from './order-actions.ts'
import { orderStore } from './order.ts'

/** Gives a tip once, however often it is asked for, and goes on to the bank; with a saved card it may be paid at once. */
export const giveTip = task(async (tip: NewTip): Promise<true> => {
  const { orderNumber } = tip
  const purpose = `tip:${orderNumber}`
  const attempt = beginAttempt(purpose, tip, environment().newKey)
  try {
    const { redirectUrl, paymentCode } = await environment().call(orders.giveTip, { body: attempt.body }, { idempotencyKey: attempt.key })
    endAttempt(purpose)
    if (redirectUrl !== null) environment().navigate(redirectUrl)
    else if (paymentCode !== null) environment().navigate(orderPath(orderNumber, NOTE_OF[paymentCode]))
    else {
      void announce('tips:given')
      await orderStore(orderNumber).reload()
    }
    return true
  } catch (cause) {
    if (isAnswered(failureOf(cause).type)) endAttempt(purpose)
    throw cause
  }
})
