import { LISTING_PATH, type SupplierKind } from './enums.ts'

/** Section kinds whose pages consist of blocks (spec section 2, "Home"). */
export const HOME_SECTIONS = ['main', 'restaurants', 'supermarkets', 'shops', 'pharmacies'] as const
export type HomeSection = (typeof HOME_SECTIONS)[number]
export const isHomeSection = (text: string): text is HomeSection => (HOME_SECTIONS as readonly string[]).includes(text)

export const BLOCK_TYPES = [
  'banner-slider',
  'app-bar',
  'category-teaser',
  'item-management-category-teaser',
  'banner',
  'html-code',
  'info-code',
  'manufacturer-slider',
  'article-slider',
  'brand-slider'
] as const
export type BlockType = (typeof BLOCK_TYPES)[number]

/** Width of a block on a desktop: a quarter, a third, a half, two thirds, or the full row. Tablets show xs to m as halves, phones each as a row. */
export const BLOCK_SIZES = ['xs', 's', 'm', 'l', 'xl'] as const
export type BlockSize = (typeof BLOCK_SIZES)[number]

/** Categories of the app bar; the number of a category is its index, from 1. */
export const APP_BAR = ['new-on-buy', 'hot-deals', 'buy-it-again', 'find-gift', 'gift-cards', 'get-bonuses', 'unlock-promocode'] as const
export type AppBarId = (typeof APP_BAR)[number]

/** Returns an app-bar category by its name or number. */
export const appBarIdOf = (text: string): AppBarId | undefined => APP_BAR.find((id, index) => id === text || String(index + 1) === text)

/** Page of a category: gift cards have a listing, the others a page of their own. */
export const appBarPath = (id: AppBarId): string => (id === 'gift-cards' ? '/gift-card' : `/picks/${id}`)

export const APP_BAR_PICTURES: Record<AppBarId, string> = {
  'new-on-buy': '✨',
  'hot-deals': '🔥',
  'buy-it-again': '🔁',
  'find-gift': '🎁',
  'gift-cards': '💌',
  'get-bonuses': '🪙',
  'unlock-promocode': '🎟️'
}

/** Price bands of gifts, AMD; the last one has no upper bound. */
export const GIFT_PRICES = ['0-5000', '5000-10000', '10000-20000', '20000-'] as const
export type GiftPrice = (typeof GIFT_PRICES)[number]
export const isGiftPrice = (text: string): text is GiftPrice => (GIFT_PRICES as readonly string[]).includes(text)
export const giftPriceBounds = (band: GiftPrice): { min: number; max: number | null } => {
  const [min = '0', max = ''] = band.split('-')
  return { min: Number(min), max: max === '' ? null : Number(max) }
}

/** Default pictures of kinds of suppliers. */
export const SECTION_PICTURES: Record<SupplierKind, string> = {
  restaurant: '🍕',
  store: '🛒',
  shop: '🛍️',
  pharmacy: '💊',
  service: '🧹',
  giftCard: '🎁'
}

/** Page of a catalog. The catalog of all deals has the same content as the app bar's page, so only that address is published. */
export const sectionPath = (key: string): string => (key === 'hot-deals' ? appBarPath(key) : `/catalogs/${key}`)

export const brandPath = (key: string): string => `/brands/${key}`

/** Kinds whose categories people want the goods of, whoever sells them; a cuisine, a service or a gift card leads to its places. */
const GOODS: readonly SupplierKind[] = ['store', 'shop', 'pharmacy']
export const leadsToPlaces = (kind: SupplierKind): boolean => !GOODS.includes(kind)

/** Page of a category: its goods, or the list of the places that have it. */
export const categoryPath = (kind: SupplierKind, key: string): string =>
  leadsToPlaces(kind) ? `${LISTING_PATH[kind]}?category=${key}` : `/categories/${key}`
