import { atom } from 'nanostores'
import * as orders from '#contract/orders/calls.ts'
import type { NewTip, PaymentMethod } from '#contract/orders/calls.ts'
import { ifRefused } from '#client/call.ts'
import { announce } from '#stores/announce.ts'
import { beginAttempt, endAttempt, isAnswered } from '#stores/checkout/attempt.ts'
import { environment } from '#stores/environment.ts'
import { failureOf } from '#stores/errors.ts'
import { isPayableHere } from '#stores/payable-here.ts'
import { task } from '#stores/tasks.ts'
import { NOTE_OF, type PaymentNote } from './order-actions.ts'
import { orderStore } from './order.ts'

/** Methods that pay a tip: those that pay online at once. null while they load; empty: they could not be loaded. */
const $tipMethods = atom<readonly PaymentMethod[] | null>(null)
export { $tipMethods }

export const loadTipMethods = async (): Promise<void> => {
  const methods = await environment().call(orders.paymentMethods).catch(ifRefused([]))
  $tipMethods.set(methods.filter((method) => method.available && method.paysOnline && isPayableHere(method)))
}

/** Gives a tip once, however often it is asked for, and goes on to the bank. By a saved card it may be paid at once; returns why it was not. */
export const giveTip = task(async (tip: NewTip): Promise<PaymentNote | null> => {
  const { orderNumber } = tip
  const purpose = `tip:${orderNumber}`
  const attempt = beginAttempt(purpose, tip, environment().newKey)
  try {
    const { redirectUrl, paymentCode } = await environment().call(orders.giveTip, { body: attempt.body }, { idempotencyKey: attempt.key })
    endAttempt(purpose)
    if (redirectUrl !== null) {
      environment().navigate(redirectUrl)
      return null
    }
    if (paymentCode !== null) return NOTE_OF[paymentCode]
    void announce('orderInfo:tip.given')
    await orderStore(orderNumber).reload()
    return null
  } catch (cause) {
    if (isAnswered(failureOf(cause).type)) endAttempt(purpose)
    throw cause
  }
})
