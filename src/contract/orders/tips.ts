import { endpoint } from '#contract/endpoint.ts'
import type { PlacedOrder } from './payment.ts'

/** What the buyer gave the courier, AMD, and whether they can still give something. */
export interface OrderTip {
  given: number
  canGive: boolean
  /** Why the bank declined the last payment of one that was begun; null also when none was. */
  refused: 'funds' | 'declined' | null
}

/** `amount` in AMD; by a saved card, or one to be saved, as at checkout. */
export interface NewTip {
  orderNumber: string
  amount: number
  paymentId: number
  boundCardId?: number
  bindCard?: boolean
}

export const giveTip = endpoint<{ body: NewTip; reply: PlacedOrder }>()({
  method: 'POST',
  path: '/orders/tips',
  access: 'user',
  moneyMoving: true,
  perMinute: 20,
  codes: [
    'ORDER_NOT_FOUND',
    'CONFLICT',
    'ALREADY_PAID',
    'PAYMENT_METHOD_UNAVAILABLE',
    'TOO_MANY_UNPAID_ORDERS',
    'IDEMPOTENCY_KEY_REUSED',
    'CARD_REGISTRATION_FAILED',
    'FAST_PAYMENT_REGISTRATION_FAILED',
    'CARD_PAYMENT_FAILED',
    'PAYMENT_FAILED',
    'ORDER_STATUS_UNAVAILABLE'
  ],
  about: 'Gives the courier of an order a tip, once, within a day after the delivery, and begins its payment, which is made online.'
})
