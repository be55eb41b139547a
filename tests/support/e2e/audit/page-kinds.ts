import { IS_FULL } from '#tests/config/full.ts'
import { LISTING_PATH, SUPPLIER_KINDS, supplierPath } from '#domain/enums.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#domain/locale.ts'
import type { Look as AxeLook } from './axe.ts'
import type { Device, Windows } from './layout.ts'
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
  'contact-us',
  'become-a-courier',
  'become-a-partner',
  'tv-and-internet',
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
  'delivery behind a link that is none',
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

/** Looked at on both devices: one of each template whose bytes, pictures or first screen depend on the device. The others are looked at on one, in the layouts of both. */
const ON_BOTH: readonly KindName[] = [
  ...CHOSEN,
  'restaurant',
  'listing filtered',
  'goods',
  'categories',
  'search found',
  'favourites of a guest'
]

/**
 * Drawn by the template of another page of the list, with other rows in it, and by the same scripts (markup.spec.ts holds that, and weighs
 * their HTML): looked at by `npm run test:full` alone.
 */
export const TEMPLATE_OF: Partial<Record<KindName, KindName>> = {
  'listing of service': 'listing of restaurant',
  'listing of giftCard': 'listing of restaurant',
  'listing of shop': 'listing of store',
  'listing of pharmacy': 'listing of store',
  shop: 'supermarket',
  pharmacy: 'supermarket',
  'gift cards': 'supermarket',
  deals: 'new things',
  'goods filtered': 'goods',
  'goods of a category': 'goods',
  'goods of a brand': 'goods',
  'goods of a catalog': 'goods',
  'become-a-courier': 'contact-us',
  'become-a-partner': 'contact-us',
  'tv-and-internet': 'contact-us',
  'privacy-policy': 'about-us',
  'public-offer': 'about-us',
  'search misspelt': 'search found',
  'search inside a menu': 'search found'
}

/** One look at a page with every lens. */
export interface Look {
  name: KindName
  device: Device
  locale: Locale
  /** Windows in which the layout is looked at: those of the device, or the narrowest of each layout. */
  windows: Windows
  axe: readonly AxeLook[]
}

/** The language of a page or scene on a device: over the list every language comes to both. */
export const languageHere = (device: Device, index: number): Locale =>
  LOCALES[(index + (device === 'desk' ? 1 : 0)) % LOCALES.length] ?? DEFAULT_LOCALE

const BOTH_THEMES: readonly AxeLook[] = ['light', 'colours in dark']

/** Every page on both devices in every language: with both themes by turn, each pair of device, language and theme comes once. */
const EVERY_LOOK: readonly Look[] = PAGE_KINDS.flatMap((name) =>
  (['phone', 'desk'] as const).flatMap((device, row) =>
    LOCALES.map((locale, column): Look => {
      const theme: AxeLook = (row + column) % 2 === 0 ? 'light' : 'dark'
      return { name, device, locale, windows: device, axe: CHOSEN.includes(name) ? BOTH_THEMES : [theme] }
    })
  )
)

/**
 * Each template on its devices, once, in a language by turn; axe in one theme by turn or one a device, on the chosen pages in both on each.
 */
const LOOKS_BY_TURN: readonly Look[] = PAGE_KINDS.filter((name) => !TEMPLATE_OF[name]).flatMap((name, index) => {
  const isOnBoth = ON_BOTH.includes(name)
  const devices: readonly Device[] = isOnBoth ? ['phone', 'desk'] : [index % 2 === 0 ? 'phone' : 'desk']
  return devices.map((device): Look => {
    const byTurn: AxeLook = index % 4 < 2 ? 'light' : 'dark'
    const one: AxeLook = isOnBoth ? (device === 'phone' ? 'light' : 'colours in dark') : byTurn
    const axe = CHOSEN.includes(name) ? BOTH_THEMES : [one]
    return { name, device, locale: languageHere(device, index), windows: isOnBoth ? device : 'every', axe }
  })
})

export const LOOKS = IS_FULL ? EVERY_LOOK : LOOKS_BY_TURN

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
    'contact-us': ['/contact-us', 'static'],
    'become-a-courier': ['/become-a-courier', 'static'],
    'become-a-partner': ['/become-a-partner', 'static'],
    'tv-and-internet': ['/tv-and-internet', 'static'],
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
    'delivery behind a link that is none': ['/track', 'other'],
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
