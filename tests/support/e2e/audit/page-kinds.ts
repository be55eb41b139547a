import { LISTING_PATH, SUPPLIER_KINDS, supplierPath } from '#domain/enums.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#domain/locale.ts'
import type { Look as AxeLook } from './axe.ts'
import type { Device } from './layout.ts'
import type { Market } from './market.ts'

/** Budgets go by these groups (the budget table of README). */
export type Budgeted = 'static' | 'home' | 'listing' | 'supplier' | 'product'
export interface PageKind {
  name: string
  /** Without a language. */
  path: string
  group: Budgeted | 'other'
}

/** One address for every kind of page that anybody may open; the same names in every audit. */
export const PAGE_KINDS = [
  'home',
  ...SUPPLIER_KINDS.map((kind) => `listing of ${kind}` as const),
  'listing filtered',
  'listing empty',
  'supermarket',
  'restaurant',
  'shop',
  'pharmacy',
  'service',
  'gift cards',
  'supplier closed',
  'reviews',
  'product',
  'product with options',
  'product for adults',
  'new things',
  'deals',
  'gifts',
  'bonuses',
  'promo codes',
  'bought before by a guest',
  'categories',
  'goods',
  'goods filtered',
  'goods of a category',
  'goods of a brand',
  'goods of a catalog',
  'brands',
  'catalogs',
  'campaigns',
  'campaign',
  'about-us',
  'delivery-and-payment',
  'privacy-policy',
  'public-offer',
  'checkout of a guest',
  'orders of a guest',
  'addresses of a guest',
  'account of a guest',
  'notifications of a guest',
  'language of a guest',
  'privacy of a guest',
  'sign-in that nobody began',
  'new password of a guest',
  'favourites of a guest',
  'order of a guest',
  'search',
  'search found',
  'search misspelt',
  'search inside a menu',
  'search that finds nothing',
  'gallery',
  'not found'
] as const
export type KindName = (typeof PAGE_KINDS)[number]

/** Kinds drawn by the same template as another one: looked at on one device. */
const ONE_DEVICE: Partial<Record<KindName, Device>> = {
  'listing of store': 'phone',
  'listing of shop': 'desk',
  'listing of pharmacy': 'phone',
  'listing of service': 'desk',
  'listing of giftCard': 'phone',
  'listing empty': 'desk',
  shop: 'phone',
  pharmacy: 'desk',
  service: 'phone',
  'gift cards': 'desk',
  'goods filtered': 'phone',
  'goods of a category': 'desk',
  'goods of a brand': 'phone',
  'goods of a catalog': 'desk',
  'new things': 'desk',
  deals: 'phone',
  gifts: 'desk',
  bonuses: 'phone',
  'promo codes': 'desk',
  'search misspelt': 'phone',
  'search inside a menu': 'desk',
  'search that finds nothing': 'phone',
  'privacy-policy': 'phone',
  'public-offer': 'desk'
}
/** One page of each sort: looked at in both themes on both devices, and as every visitor. */
export const CHOSEN: readonly KindName[] = [
  'home',
  'listing of restaurant',
  'supermarket',
  'product with options',
  'delivery-and-payment',
  'campaign',
  'checkout of a guest'
]

/** One look at a page with every lens. */
export interface Look {
  name: KindName
  device: Device
  locale: Locale
  /** Languages whose layout alone is looked at, in the narrowest window. */
  laidOut: readonly Locale[]
  axe: readonly AxeLook[]
}

/** The language of a page or scene on a device: over the list every language comes to both. */
export const languageHere = (device: Device, index: number): Locale =>
  LOCALES[(index + (device === 'desk' ? 1 : 0)) % LOCALES.length] ?? DEFAULT_LOCALE

/** Of those, the ones looked at in every language. */
const IN_EVERY_LANGUAGE: readonly KindName[] = ['home', 'supermarket', 'product with options']
const BOTH_THEMES: readonly AxeLook[] = ['light', 'colours in dark']

/**
 * Every page on its devices, once, in a language by turn: in the light theme on the phone and in the dark one at the desk; the chosen ones in
 * both themes. Words have little room on a phone: there the layout is looked at in all languages.
 */
export const LOOKS: readonly Look[] = PAGE_KINDS.flatMap((name, index) => {
  const only = ONE_DEVICE[name]
  return (only ? [only] : (['phone', 'desk'] as const)).flatMap((device): Look[] => {
    const own = languageHere(device, index)
    if (device === 'phone' && IN_EVERY_LANGUAGE.includes(name))
      return LOCALES.map((locale) => ({ name, device, locale, laidOut: [], axe: BOTH_THEMES }))
    const laidOut = only || device === 'phone' ? LOCALES.filter((locale) => locale !== own) : []
    const axe = only || CHOSEN.includes(name) ? BOTH_THEMES : [device === 'phone' ? ('light' as const) : ('colours in dark' as const)]
    return [{ name, device, locale: own, laidOut, axe }]
  })
})

export const pageKind = (name: KindName, market: Market): PageKind => {
  const { supplier, plain, withOptions, adult, closed, campaign, nothing, oneOf } = market
  const listing = SUPPLIER_KINDS.find((kind) => name === `listing of ${kind}`)
  if (listing) return { name, path: LISTING_PATH[listing], group: 'listing' }
  const [path, group] = {
    home: ['/', 'home'],
    'listing filtered': ['/restaurants?city=yerevan&open=1&sort=4', 'listing'],
    'listing empty': [`/restaurants?${nothing}`, 'listing'],
    supermarket: [supplierPath(supplier.kind, supplier.alias), 'supplier'],
    restaurant: [supplierPath('restaurant', withOptions.supplier.alias), 'supplier'],
    shop: [supplierPath('shop', oneOf.shop), 'supplier'],
    pharmacy: [supplierPath('pharmacy', oneOf.pharmacy), 'supplier'],
    service: [supplierPath('service', oneOf.service), 'supplier'],
    'gift cards': [supplierPath('giftCard', oneOf.giftCard), 'supplier'],
    'supplier closed': [supplierPath(closed.kind, closed.alias), 'supplier'],
    reviews: [`/reviews/${supplier.alias}`, 'listing'],
    product: [`/products/${plain.id}`, 'product'],
    'product with options': [`/products/${withOptions.id}`, 'product'],
    'product for adults': [`/products/${adult.id}`, 'product'],
    'new things': ['/picks/new-on-buy', 'listing'],
    deals: ['/picks/hot-deals', 'listing'],
    gifts: ['/picks/find-gift', 'listing'],
    bonuses: ['/picks/get-bonuses', 'listing'],
    'promo codes': ['/picks/unlock-promocode', 'listing'],
    'bought before by a guest': ['/picks/buy-it-again', 'other'],
    categories: ['/categories', 'static'],
    goods: ['/products', 'listing'],
    'goods filtered': ['/products?f=c-AM|p-vegan&max=2000&deals=1&sort=2', 'listing'],
    'goods of a category': ['/categories/groceries', 'listing'],
    'goods of a brand': ['/brands/arevak', 'listing'],
    'goods of a catalog': ['/catalogs/lenten-table', 'listing'],
    brands: ['/brands', 'static'],
    catalogs: ['/catalogs', 'static'],
    campaigns: ['/campaigns', 'static'],
    campaign: [`/campaigns/${campaign}`, 'static'],
    'about-us': ['/about-us', 'static'],
    'delivery-and-payment': ['/delivery-and-payment', 'static'],
    'privacy-policy': ['/privacy-policy', 'static'],
    'public-offer': ['/public-offer', 'static'],
    'checkout of a guest': ['/checkout', 'other'],
    'orders of a guest': ['/account/orders', 'other'],
    'addresses of a guest': ['/account/addresses', 'other'],
    'account of a guest': ['/account', 'other'],
    'notifications of a guest': ['/account/notifications', 'other'],
    'language of a guest': ['/account/language', 'other'],
    'privacy of a guest': ['/account/privacy', 'other'],
    'sign-in that nobody began': ['/account/sign-in', 'other'],
    'new password of a guest': ['/reset-password', 'other'],
    'favourites of a guest': ['/favorites', 'other'],
    'order of a guest': ['/account/orders/1000', 'other'],
    search: ['/search', 'listing'],
    'search found': ['/search?term=%D0%BF%D0%B8%D1%86%D1%86%D0%B0', 'listing'],
    'search misspelt': ['/search?term=%D0%BF%D0%B0%D1%80%D0%B0%D1%86%D0%B8%D1%82%D0%BE%D0%BC%D0%BE%D0%BB', 'listing'],
    'search inside a menu': [`/search?supplier=${supplier.alias}&term=a`, 'listing'],
    'search that finds nothing': ['/search?term=zzzzzzzzzzzz', 'listing'],
    gallery: ['/gallery', 'other'],
    'not found': ['/restaurants/no-such-place', 'other']
  }[name as Exclude<KindName, `listing of ${string}`>] as [string, PageKind['group']]
  return { name, path, group }
}
