import type { FiscalLine, LineReturned } from './lines.ts'
import type { Paid } from './prepayment.ts'

/**
 * What a receipt says: cash, what was paid before (gift cards that were bought), and everything else that is not cash (cards, wallets,
 * transfers). Without lines it is the receipt of a prepayment: of gift cards that are sold.
 */
export interface SaleContent extends Paid {
  lines: FiscalLine[]
  /** Tax id of a business that bought. */
  tin: string | null
}
export interface ReturnContent extends Paid {
  back: LineReturned[]
}

export type ReceiptKind = 'sale' | 'return'
/** due: to be sent; sent: under a number that has no answer yet; printed: in the books of the state; dead: people have to look at it. */
export type ReceiptState = 'due' | 'sent' | 'printed' | 'dead'
/** sent: no answer yet; lost: given up without one; refused: the service answered no, so nothing was printed under this number. */
export type FiscalCallState = 'sent' | 'answered' | 'refused' | 'lost'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** A silent service holds up all receipts behind the one it was asked for, so the first pauses are short: about two hours in all. */
const PAUSES = [
  SECOND,
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  60 * MINUTE
] as const
/** A refusal repeats mostly; two more attempts exclude a coincidence. */
const MAX_REFUSALS = 3

/** Returns the milliseconds until a silent service is asked again under the same number; null: given up. */
export const pauseOfSilence = (attempts: number): number | null => PAUSES[attempts - 1] ?? null
/** Returns the milliseconds until a refused receipt is sent again under another number; null: given up. */
export const pauseOfRefusal = (refusals: number): number | null => (refusals < MAX_REFUSALS ? MINUTE * refusals : null)
