import type { ClaimReason, ClaimState } from '#domain/orders/claims.ts'
import type { UnitId } from '#domain/enums.ts'
import { endpoint } from '#contract/endpoint.ts'

/** Something that was wrong with an order, and what came of it. */
export interface Claim {
  id: number
  reason: ClaimReason
  /** The line; null: the whole order was late. `quantity` in the units of the line. */
  item: { id: number; name: string; quantity: number; unitId: UnitId } | null
  comment: string
  state: ClaimState
  /** What the supplier answered, in its own words; empty without. */
  answer: string
  /** AMD that went back, or are paid back by hand. */
  refunded: number
  at: string
}

/** `late` names no line; the others do. Without a quantity all of the line is meant. */
export interface NewClaim {
  reason: ClaimReason
  itemId?: number
  quantity?: number
}

export const write = endpoint<{ body: { orderId: number; claims: NewClaim[]; comment?: string }; reply: Claim[] }>()({
  method: 'POST',
  path: '/orders/claims',
  access: 'user',
  perMinute: 30,
  codes: ['ORDER_NOT_FOUND', 'ARTICLE_NOT_FOUND', 'CLAIM_TOO_EARLY', 'CLAIM_TOO_LATE', 'ALREADY_CLAIMED'],
  about: 'Says what was wrong with a delivered order, each line once, within 14 days. Replies all that was said about it.'
})
