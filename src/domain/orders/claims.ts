/** What can be wrong with what was handed over: of a line the first three, of the whole order the last. */
export const LINE_CLAIM_REASONS = ['missing', 'wrong', 'spoilt'] as const
export const CLAIM_REASONS = [...LINE_CLAIM_REASONS, 'late'] as const
export type LineClaimReason = (typeof LINE_CLAIM_REASONS)[number]
export type ClaimReason = (typeof CLAIM_REASONS)[number]

/** open: nobody has answered; refunded: its money goes back; answered: in words alone. */
export type ClaimState = 'open' | 'refunded' | 'answered'

/** money: the way it was paid; points: at once, a point for a dram. */
export const REFUND_AS = ['money', 'points'] as const
export type RefundAs = (typeof REFUND_AS)[number]

/** How many photos one message has at most. */
export const MAX_PHOTOS = 3

/** How many lines one message may name, and how long its words may be. */
export const MAX_CLAIMS = 100
export const MAX_CLAIM_COMMENT = 1_000
