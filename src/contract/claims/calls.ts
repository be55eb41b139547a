import type { ClaimReason, ClaimState, RefundAs } from '#domain/orders/claims.ts'
import { MAX_PHOTO_BYTES } from '#domain/limits/photos.ts'
import type { UnitId } from '#domain/enums.ts'
import { endpoint } from '#contract/endpoint.ts'

/** Something that was wrong with an order, and what came of it. */
export interface Claim {
  id: number
  reason: ClaimReason
  /** The line; null: the whole order was late. `quantity` in the units of the line. */
  item: { id: number; name: string; quantity: number; unitId: UnitId } | null
  comment: string
  /** Addresses of its photos, each readable for two hours at most. */
  photos: string[]
  /** How the person wants its money back, and once it went back, how it did. */
  refundAs: RefundAs
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

export interface NewClaims {
  orderId: number
  claims: NewClaim[]
  comment?: string
  /** Of photos that were sent before: they belong to all claims of the message. */
  photos?: number[]
  /** points: at once, for what the person paid itself; money, the default: the way it was paid. */
  refundAs?: RefundAs
}

export const write = endpoint<{ body: NewClaims; reply: Claim[] }>()({
  method: 'POST',
  path: '/orders/claims',
  access: 'user',
  perMinute: 30,
  codes: ['ORDER_NOT_FOUND', 'ARTICLE_NOT_FOUND', 'PHOTO_NOT_FOUND', 'CLAIM_TOO_EARLY', 'CLAIM_TOO_LATE', 'ALREADY_CLAIMED'],
  about: 'Says what was wrong with a delivered order, each line once, within 14 days. Replies all that was said about it.'
})

export const addPhoto = endpoint<{ query: { orderId: number }; body: Blob; reply: { id: number } }>()({
  method: 'POST',
  path: '/orders/claims/photos',
  access: 'user',
  perMinute: 30,
  maxFileBytes: MAX_PHOTO_BYTES,
  codes: ['ORDER_NOT_FOUND', 'CLAIM_TOO_EARLY', 'CLAIM_TOO_LATE', 'PHOTO_UNREADABLE', 'PAYLOAD_TOO_LARGE'],
  about:
    'Keeps a photo (JPEG, PNG or WebP, at most 5 MB) for a claim about an order, without what the camera wrote into it. One that no claim names within a day is deleted.'
})

/** `until`: in hours since 1970 in UTC. */
export const photo = endpoint<{ params: { id: number }; query: { until: number; key: string }; reply: Uint8Array<ArrayBuffer> }>()({
  method: 'GET',
  path: '/orders/claims/photos/:id',
  access: 'public',
  perMinute: 600,
  file: 'image/webp',
  codes: ['PHOTO_NOT_FOUND'],
  about: 'A photo of a claim, at the address that the claim names.'
})
