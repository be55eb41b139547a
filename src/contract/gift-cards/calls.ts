import { endpoint } from '#contract/endpoint.ts'
import type { GiftCardEvent, GiftCardStatus, GiftCardType, GiftCardViewStatus } from '#domain/gift-cards/gift-card.ts'

/** A gift card of the caller. AMD. */
export interface GiftCard {
  id: number
  /** The last four characters of its code. */
  code: string
  value: number
  balance: number
  type: GiftCardType
  status: GiftCardStatus
  /** ACTIVE while it can be spent. */
  viewStatus: GiftCardViewStatus
  expiresAt: string
  activatedAt: string
  /** What the giver wrote; empty without words. */
  message: string
}

export interface GiftCardEntry {
  id: number
  event: GiftCardEvent
  /** Below zero: it was taken. */
  amount: number
  at: string
  /** The order that it paid, or that it came back from; null where there is none. */
  order: { id: number; orderNumber: string } | null
}

export interface GiftCardDetails extends GiftCard {
  /** The newest first. */
  entries: GiftCardEntry[]
}

export const list = endpoint<{ reply: GiftCard[] }>()({
  method: 'GET',
  path: '/gift-card',
  access: 'user',
  codes: [],
  about: 'Gift cards of the caller: first those that can be spent, in the order in which they expire.'
})

export const balance = endpoint<{ query: { fromAlloed?: boolean }; reply: { balance: number; count: number } }>()({
  method: 'GET',
  path: '/gift-card/balance',
  access: 'user',
  codes: [],
  about:
    'What the gift cards of the caller can pay, and how many there are. With `fromAlloed` (spelt so) 0 where the basket cannot be paid with gift cards.'
})

/** A card that was activated, or a promo code that was entered in its place. */
export type ActivatedCode = { kind: 'giftCard'; giftCard: GiftCard } | { kind: 'voucher'; promoCode: string; name: string }

export const activate = endpoint<{ body: { cardCode: string; giftCardOnly?: boolean }; reply: ActivatedCode }>()({
  method: 'POST',
  path: '/user/profile/giftcards',
  access: 'user',
  perMinute: 20,
  codes: [
    'GIFT_CARD_NOT_FOUND',
    'GIFT_CARD_USED',
    'GIFT_CARD_EXPIRED',
    'GIFT_CARD_OR_VOUCHER_NOT_FOUND',
    'VOUCHER_EXPIRED',
    'CHALLENGE_REQUIRED'
  ],
  about:
    'Activates a gift card: it belongs to the caller then. Without `giftCardOnly` the code may be a promo code, which is named and not entered. GIFT_CARD_USED: nothing is left on it, or somebody activated it before.'
})

export const details = endpoint<{ params: { id: number }; reply: GiftCardDetails }>()({
  method: 'GET',
  path: '/user/profile/giftcards/:id',
  access: 'user',
  codes: ['GIFT_CARD_NOT_FOUND'],
  about: 'One gift card of the caller with its history.'
})
