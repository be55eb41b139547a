import type { Words } from '../locale.ts'
import type { Amount } from '../money.ts'

/** Types of the transactions of a wallet (spec section 4). */
export const WALLET_ENTRY_TYPES = ['cashback', 'withdrawn', 'refund', 'recalculation'] as const
export type WalletEntryType = (typeof WALLET_ENTRY_TYPES)[number]

export const WALLET_TYPE = { PERSONAL: 0, CORPORATE: 1 } as const
export type WalletType = (typeof WALLET_TYPE)[keyof typeof WALLET_TYPE]

/**
 * Why a wallet changed. rule: points of an order, what of its price counted, at which rate (hundredths of a percent) and up to which cap;
 * spent: they paid for an order; returned: they come back from it; lowered: they come back because the order
 * became cheaper before all of its money was there; refunded: they are there instead of money for
 * lines of an order; takenBack: the order was refunded, `kept` of its points are spent
 * already; expired: nobody spent them in time; paidOut: they were withdrawn, `tax` of them for the tax office. Of a corporate wallet only:
 * toppedUp: the money of an invoice came; emptied: it was paid back to the company.
 */
export type WalletReason =
  | { why: 'rule'; title: Words; counted: Amount; rate: number | null; cap: Amount | null }
  | { why: 'spent' }
  | { why: 'returned' | 'lowered' | 'refunded' }
  | { why: 'takenBack'; title: Words; kept: Amount }
  | { why: 'expired' }
  | { why: 'paidOut'; tax: Amount }
  | { why: 'toppedUp'; invoice: string }
  | { why: 'emptied' }
