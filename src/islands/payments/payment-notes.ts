import type { Key } from '#i18n/keys.ts'
import type { PaymentNote } from '#stores/orders/order-actions.ts'

/** What is said of a payment that did not go through. */
export const PAYMENT_NOTES = {
  unconfirmed: 'orders:paymentUnconfirmed',
  unreachable: 'orders:bankUnreachable',
  refused: 'orders:bankRefusedCard',
  undecided: 'orders:bankUndecided',
  amount: 'orders:bankOtherSum'
} as const satisfies Record<PaymentNote, Key>
