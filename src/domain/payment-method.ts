import type { PaymentMethodId } from './enums.ts'

/** Data of a method for pages; its texts are under `key` in the messages. */
export interface ShownMethod {
  id: PaymentMethodId
  key: string
  icon: 'cash' | 'card'
  /** True when the buyer pays on a page of the provider; otherwise on delivery. */
  paysOnline: boolean
}

/** The default (spec section 9), also used when the list of methods fails to load. */
export const DEFAULT_METHOD: ShownMethod = { id: 3, key: 'cash', icon: 'cash', paysOnline: false }
