import * as orders from '#contract/orders/calls.ts'
import type { OrderToPay } from '#contract/orders/calls.ts'
import type { OwnMoneyUse } from '#contract/orders/own-money.ts'
import { beginAttempt, endAttempt, isAnswered } from '#stores/checkout/attempt.ts'
import { environment } from '#stores/environment.ts'
import { failureOf } from '#stores/errors.ts'
import { NOTE_OF, type PaymentNote } from '#stores/orders/order-actions.ts'
import { task } from '#stores/tasks.ts'
import { loadGroup } from './group-order.ts'

export type ShareToPay = Pick<OrderToPay, 'orderNumber' | 'paymentId' | 'boundCardId' | 'memberId'> & OwnMoneyUse

/**
 * Pays the own share of a group order, or takes over a member's, and goes to the bank's page. Returns what went wrong at the bank; null when
 * the share is paid, or the page is being left.
 */
export const payShare = task(async (share: ShareToPay): Promise<PaymentNote | null> => {
  const purpose = `pay:${share.orderNumber}`
  const attempt = beginAttempt(purpose, share, environment().newKey)
  try {
    const placed = await environment().call(orders.payForOrder, { body: attempt.body }, { idempotencyKey: attempt.key })
    endAttempt(purpose)
    if (placed.redirectUrl) environment().navigate(placed.redirectUrl)
    else await loadGroup()
    return placed.paymentCode && NOTE_OF[placed.paymentCode]
  } catch (cause) {
    if (isAnswered(failureOf(cause).type)) endAttempt(purpose)
    // Paid meanwhile, or the order goes on without it: the panel shows the current state.
    await loadGroup()
    throw cause
  }
})
