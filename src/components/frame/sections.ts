import { LISTING_PATH, type SupplierKind } from '#domain/enums.ts'
import type { Key } from '#i18n/keys.ts'

/** The kinds of suppliers as the frame and the home page show them, in this order. */
export const SECTIONS: readonly { kind: SupplierKind; path: string; label: Key; picture: string; tint: number }[] = [
  { kind: 'restaurant', path: LISTING_PATH.restaurant, label: 'frame:restaurants', picture: '🍕', tint: 0 },
  { kind: 'store', path: LISTING_PATH.store, label: 'frame:supermarkets', picture: '🛒', tint: 4 },
  { kind: 'shop', path: LISTING_PATH.shop, label: 'frame:shops', picture: '🛍️', tint: 10 },
  { kind: 'pharmacy', path: LISTING_PATH.pharmacy, label: 'frame:pharmacies', picture: '💊', tint: 6 },
  { kind: 'service', path: LISTING_PATH.service, label: 'frame:services', picture: '🧹', tint: 8 },
  { kind: 'giftCard', path: LISTING_PATH.giftCard, label: 'frame:giftCards', picture: '🎁', tint: 1 }
]
