import { LISTING_PATH, type SupplierKind } from '#domain/enums.ts'
import { SECTION_PICTURES } from '#domain/home.ts'
import type { Key } from '#i18n/keys.ts'

/** The supplier kinds in the order of the frame and the home page; `tile` may contain hyphenation for narrow tiles. */
export const SECTIONS: readonly { kind: SupplierKind; path: string; label: Key; tile?: Key; picture: string; tint: number }[] = [
  {
    kind: 'restaurant',
    path: LISTING_PATH.restaurant,
    label: 'frame:restaurants',
    tile: 'frame:restaurantsTile',
    picture: SECTION_PICTURES.restaurant,
    tint: 0
  },
  {
    kind: 'store',
    path: LISTING_PATH.store,
    label: 'frame:supermarkets',
    tile: 'frame:supermarketsTile',
    picture: SECTION_PICTURES.store,
    tint: 4
  },
  { kind: 'shop', path: LISTING_PATH.shop, label: 'frame:shops', picture: SECTION_PICTURES.shop, tint: 10 },
  { kind: 'pharmacy', path: LISTING_PATH.pharmacy, label: 'frame:pharmacies', picture: SECTION_PICTURES.pharmacy, tint: 6 },
  {
    kind: 'service',
    path: LISTING_PATH.service,
    label: 'frame:services',
    tile: 'frame:servicesTile',
    picture: SECTION_PICTURES.service,
    tint: 8
  },
  { kind: 'giftCard', path: LISTING_PATH.giftCard, label: 'frame:giftCards', picture: SECTION_PICTURES.giftCard, tint: 1 }
]
