import type { Key } from '#i18n/keys.ts'
import type { PaymentNote } from '#stores/orders/order-actions.ts'

/** What is said of a payment that did not go through. */
export const PAYMENT_NOTES = {
  unconfirmed: 'paying:paymentUnconfirmed',
  unreachable: 'paying:bankUnreachable',
  refused: 'paying:bankRefusedCard',
  undecided: 'paying:bankUndecided',
  amount: 'paying:bankOtherSum'
} as const satisfies Record<PaymentNote, Key>
