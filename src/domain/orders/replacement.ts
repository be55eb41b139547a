import type { RunOut } from '../enums.ts'
import { allocate } from '../ledger/shares.ts'
import type { Amount } from '../money.ts'

/** How long the person has to answer when a supplier offers something instead of what has run out. */
export const REPLACEMENT_MINUTES = 5

/** Longest words of a supplier about what it offers. */
export const MAX_REPLACEMENT_NOTE = 200

/** open: not answered yet; withdrawn: its line or its order was over before. */
export type ReplacementState = 'open' | 'accepted' | 'declined' | 'withdrawn'

/** What happens without an answer, by what the person chose at checkout: who wants to be called gets nothing that was not agreed to. */
export const withoutAnswer = (runOut: RunOut): 'replace' | 'leaveOut' => (runOut === 'replace' ? 'replace' : 'leaveOut')

/** What a line costs, and what a voucher took off it. */
export interface LineMoney {
  totalPrice: Amount
  voucher: Amount
}

/**
 * Shares the money of a line between what replaces it and what goes back: a replacement costs what is offered, and never more than what was
 * ordered. The voucher is shared in proportion. Both add up to the line.
 */
export const shareLine = (line: LineMoney, offered: Amount): { replacement: LineMoney; back: LineMoney } => {
  const kept = Math.min(offered, line.totalPrice)
  const left = line.totalPrice - kept
  const [voucher = 0, voucherBack = 0] = line.voucher === 0 ? [] : allocate(line.voucher, [kept, left])
  return { replacement: { totalPrice: kept, voucher }, back: { totalPrice: left, voucher: voucherBack } }
}
