import type { PaymentMethodId } from './enums.ts'

/** What pages need to show a method: its words stand under `key` in the messages. */
export interface ShownMethod {
  id: PaymentMethodId
  key: string
  icon: 'cash' | 'card'
  /** The buyer is sent to a page of the provider; otherwise the order is paid at the door. */
  paysOnline: boolean
}

/** The default (spec section 9), and what remains when the list of methods does not come. */
export const DEFAULT_METHOD: ShownMethod = { id: 3, key: 'cash', icon: 'cash', paysOnline: false }
