import type { PaymentMethodId } from './enums.ts'

/** Data of a method for pages; its texts are under `key` in the messages. */
export interface ShownMethod {
  id: PaymentMethodId
  key: string
  icon: 'cash' | 'card' | 'idram' | 'telcell' | 'fastshift' | 'apple' | 'transfer'
  /** True when the buyer pays on a page of the provider; otherwise on delivery. */
  paysOnline: boolean
  /** Whether a card can be saved with it, and a saved one charged. */
  savesCards?: true
  /** A business transfers the money by a pro-forma invoice, until its due date. */
  invoiced?: true
  /** What the browser must have to pay with it. */
  needs?: 'ApplePaySession'
}

/** The default (spec section 9), also used when the list of methods fails to load. */
export const DEFAULT_METHOD: ShownMethod = { id: 3, key: 'cash', icon: 'cash', paysOnline: false }
