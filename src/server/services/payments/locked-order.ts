import type { CardRefusal } from '#contract/orders/calls.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'

/** An order as paying knows it, locked for the rest of the transaction. Orders bring it along, so that payments need not know them. */
export interface LockedOrder {
  id: number
  number: string
  total: Amount
  /** It waits for its money; what arrives otherwise goes back. */
  isAwaiting: boolean
  isCancelled: boolean
  /** Its tenders cover its total. */
  fund: () => Promise<void>
  announceRefusal: (refusal: CardRefusal | null) => Promise<void>
  announceRefund: () => Promise<void>
}

/** Locks an order, always before anything that hangs on it; null when there is none. */
export type LockOrder = (tx: Context, orderId: number) => Promise<LockedOrder | null>
