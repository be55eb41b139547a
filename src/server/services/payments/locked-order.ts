import type { CardRefusal } from '#contract/orders/calls.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'

/** An order as payments see it, locked for the rest of the transaction. Implemented by orders, so that payments do not depend on them. */
export interface LockedOrder {
  id: number
  number: string
  total: Amount
  /** True while the order waits for its money; payments that arrive in any other state are refunded. */
  isAwaiting: boolean
  isCancelled: boolean
  /** Confirms the order: its tenders cover its total. */
  fund: () => Promise<void>
  /** Tells that a part of its money is there. */
  announceShare: () => Promise<void>
  announceRefusal: (refusal: CardRefusal | null) => Promise<void>
  /** Records that a payment of the order was given back, whatever becomes of the order. */
  announceRefund: () => Promise<void>
  /** Tells the person that money of the order has to be paid back by hand. */
  announcePayout: () => Promise<void>
}

/** Locks an order, always before any row that depends on it. Returns null when it does not exist. */
export type LockOrder = (tx: Context, orderId: number) => Promise<LockedOrder | null>
