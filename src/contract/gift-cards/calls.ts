import { endpoint } from '#contract/endpoint.ts'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import { MAX_PHOTO_BYTES } from '#domain/limits/photos.ts'
import type { ReceiptKind } from '#domain/fiscal/receipt.ts'
import type {
  BoughtCardState,
  GiftCardDesign,
  GiftCardEvent,
  GiftCardStatus,
  GiftCardType,
  GiftCardViewStatus
} from '#domain/gift-cards/gift-card.ts'

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
  design: GiftCardDesign
  /** Address of the giver's own picture, readable for two hours at most. */
  photo?: string
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

/** An electronic card: its value in AMD, who gets it with which words, and the day on which it is sent (yyyy-mm-dd; default: at once). */
export interface NewGiftCardOrder {
  amount: number
  recipientEmail: string
  message?: string
  design?: GiftCardDesign
  /** An own picture that was sent before, on no other card. */
  photoId?: number
  sendOn?: string
  paymentId: number
  /** A saved card to charge, or whether the bank is to remember the one that is entered there. */
  boundCardId?: number
  bindCard?: boolean
}

export const buy = endpoint<{ body: NewGiftCardOrder; reply: PlacedOrder }>()({
  method: 'POST',
  path: '/gift-card/orders',
  access: 'user',
  moneyMoving: true,
  perMinute: 20,
  codes: [
    'TEXT_WITH_CONTACTS',
    'PHOTO_NOT_FOUND',
    'PAYMENT_METHOD_UNAVAILABLE',
    'NO_GIFT_CARDS_WITH_BANK_TRANSFER',
    'TOO_MANY_UNPAID_ORDERS',
    'IDEMPOTENCY_KEY_REUSED',
    'CARD_REGISTRATION_FAILED',
    'FAST_PAYMENT_REGISTRATION_FAILED',
    'CARD_PAYMENT_FAILED',
    'PAYMENT_FAILED',
    'ORDER_STATUS_UNAVAILABLE'
  ],
  about:
    'Orders an electronic gift card and begins its payment, which is made online. The code goes to the recipient once it is paid, or on its day.'
})

export const addPhoto = endpoint<{ body: Blob; reply: { id: number } }>()({
  method: 'POST',
  path: '/gift-card/photos',
  access: 'user',
  perMinute: 30,
  maxFileBytes: MAX_PHOTO_BYTES,
  codes: ['PHOTO_UNREADABLE', 'PAYLOAD_TOO_LARGE'],
  about:
    'Keeps a picture (JPEG, PNG or WebP, at most 5 MB) for a gift card, without what the camera wrote into it. One that no card gets within a day is deleted.'
})

/** `until`: in hours since 1970 in UTC. */
export const photo = endpoint<{ params: { id: number }; query: { until: number; key: string }; reply: Uint8Array<ArrayBuffer> }>()({
  method: 'GET',
  path: '/gift-card/photos/:id',
  access: 'public',
  perMinute: 600,
  file: 'image/webp',
  codes: ['PHOTO_NOT_FOUND'],
  about: 'The picture of a gift card, at the address that the card names.'
})

/** A gift card that the caller bought. AMD. */
export interface BoughtGiftCard {
  orderId: number
  orderNumber: string
  value: number
  recipient: string
  message: string
  design: GiftCardDesign
  /** As of a GiftCard. */
  photo?: string
  state: BoughtCardState
  sendAt: string
  /** Until when it can be paid; null when it does not wait for that. */
  payBefore: string | null
  /** Whether it can be cancelled (PUT /orders/cancel/{id}), and its money goes back: nobody has entered the code. */
  canCancel: boolean
  refunded: number
  /** Fiscal receipts that the state's service has printed; `link`: where the QR code of one leads, null when nowhere. */
  receipts: { kind: ReceiptKind; number: string; link: string | null }[]
}

export const bought = endpoint<{ reply: BoughtGiftCard[] }>()({
  method: 'GET',
  path: '/gift-card/orders',
  access: 'user',
  codes: [],
  about: 'Gift cards that the caller bought, the newest first.'
})

export const send = endpoint<{ params: { id: number }; body: { recipientEmail: string }; reply: BoughtGiftCard }>()({
  method: 'PUT',
  path: '/gift-card/orders/:id',
  access: 'user',
  perMinute: 10,
  codes: ['GIFT_CARD_NOT_FOUND', 'GIFT_CARD_USED', 'TOO_MANY_REQUESTS'],
  about:
    'Sends a bought card that nobody has activated to another address, with a new code, five times a day at most; `id` is of its order.'
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
