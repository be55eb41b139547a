import { grownTo } from '#domain/listing.ts'
import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts'

/** Patterns of parameter values that shape a page; other values are dropped from the key. */
const NAME = /^[a-z0-9-]{1,60}$/
/** Parameters are listed in the order in which the site writes them. */
const SIZE_PARAMETER = 'to'
const LIST_PARAMETERS: Parameters = { [SIZE_PARAMETER]: /^\d{1,4}$/, size: /^(72|120)$/, page: /^([2-9]|[1-9]\d{1,3})$/ }
const FLAG = /^1$/
/** Rounded to about a kilometre: not an address, and few enough values to be cached. */
const COARSE_POSITION = /^(39|4[01])\.\d{2},4[3-6]\.\d{2}$/
const SUPPLIER_PARAMETERS: Parameters = {
  category: NAME,
  city: NAME,
  open: FLAG,
  deals: FLAG,
  free: FLAG,
  sort: /^[1-9]$/,
  near: COARSE_POSITION,
  ...LIST_PARAMETERS
}
const AMOUNT = /^\d{1,8}$/
/** Values of a filter: forms send one parameter each, links of the site send them joined with `|`. */
const VALUES = /^[bcp]-[A-Za-z0-9-]{1,60}(\|[bcp]-[A-Za-z0-9-]{1,60}){0,29}$/
const FILTER_PARAMETER = 'f'
const PRODUCT_PARAMETERS: Parameters = {
  [FILTER_PARAMETER]: VALUES,
  min: AMOUNT,
  max: AMOUNT,
  deals: FLAG,
  sort: /^[1-5]$/,
  ...LIST_PARAMETERS
}
const NONE: Parameters = {}
const PAGE_NUMBER = /^([2-9]|[1-9]\d{1,3})$/
const PAGED: Parameters = { page: PAGE_NUMBER }
const GIFTS: Parameters = { occasion: NAME, price: /^(0-5000|5000-10000|10000-20000|20000-)$/, ...LIST_PARAMETERS }
/** Free text: such pages are rendered for one request and not cached. */
const SEARCH: Parameters = { supplier: NAME, term: /[\s\S]/, tab: /^[a-z]{1,20}$/, ...LIST_PARAMETERS }
const UNCACHED = SEARCH
type Parameters = Readonly<Record<string, RegExp>>

/** All pages without the language prefix, and the query parameters that shape them. Any other path is a 404 without a render. */
const PAGES: readonly (readonly [pattern: RegExp, parameters: Parameters])[] = [
  [/^\/$/, NONE],
  [/^\/(restaurants|supermarkets|shops|pharmacies|services|gift-card)$/, SUPPLIER_PARAMETERS],
  [/^\/(restaurants|supermarkets|shops|pharmacies|services|gift-card)\/[a-z0-9-]{1,80}$/, NONE],
  [/^\/picks\/(new-on-buy|hot-deals|get-bonuses)$/, LIST_PARAMETERS],
  [/^\/picks\/find-gift$/, GIFTS],
  [/^\/picks\/(buy-it-again|unlock-promocode)$/, NONE],
  [/^\/(categories|brands|catalogs)$/, NONE],
  [/^\/(categories|brands|catalogs)\/[a-z0-9-]{1,80}$/, PRODUCT_PARAMETERS],
  [/^\/products$/, PRODUCT_PARAMETERS],
  [/^\/reviews\/[a-z0-9-]{1,80}$/, PAGED],
  [/^\/search$/, SEARCH],
  [/^\/favorites$/, NONE],
  [/^\/campaigns(\/[a-z0-9-]{1,80})?$/, NONE],
  [/^\/(about-us|delivery-and-payment|privacy-policy|public-offer)$/, NONE],
  [/^\/checkout$/, NONE],
  [/^\/account(\/(personal|business|orders|addresses|payment|notifications(\/settings)?|security|language|privacy|sign-in))?$/, NONE],
  [/^\/reset-password$/, NONE],
  [/^\/gallery$/, NONE]
]
/** The name after the id is not part of the key. */
const PRODUCT = /^(\/products\/[1-9]\d{0,8})(-[a-z0-9-]{1,120})?$/
/** Order pages are one page for all numbers: rendered once, the island reads the number from the URL. */
const ORDER_PAGE = /^\/account\/orders\/\d{4,12}$/
const ANY_ORDER_PAGE = '/account/orders/1000'

/** Returns the distinct values, sorted and joined; null for none. */
const joinValues = (values: readonly string[]): string | null =>
  values.length === 0 ? null : [...new Set(values.flatMap((value) => value.split('|')))].sort().join('|')

export type Route =
  | { kind: 'page'; locale: Locale; key: string; url: string; cached?: false }
  | { kind: 'redirect'; to: string }
  | { kind: 'missing'; locale: Locale }

/** Removes trailing slashes. A loop, because a regular expression would be quadratic for thousands of them. */
const withoutTrailingSlashes = (pathname: string): string => {
  let end = pathname.length
  while (pathname[end - 1] === '/') end -= 1
  return pathname.slice(0, end)
}

/**
 * Resolves a URL to a page with its cache key, a redirect or a 404. `/hy/...` redirects to the unprefixed page, a trailing slash is
 * dropped, unknown and campaign parameters are not part of the key.
 */
export const routeOf = (pathname: string, search: URLSearchParams): Route => {
  const trimmed = pathname.length > 1 ? withoutTrailingSlashes(pathname) || '/' : pathname
  const query = search.size > 0 ? `?${search}` : ''
  if (trimmed === '/hy' || trimmed.startsWith('/hy/')) return { kind: 'redirect', to: `${trimmed.slice(3).replace(/^\/*/, '/')}${query}` }
  const [, prefix, rest] = /^\/(en|ru)(\/.*)?$/.exec(trimmed) ?? []
  const locale = (prefix as Locale | undefined) ?? DEFAULT_LOCALE
  const path = prefix ? (rest ?? '/') : trimmed
  const page = (key: string, cached = true): Route => ({ kind: 'page', locale, key, url: key, ...(cached ? {} : { cached: false }) })
  const localePrefix = prefix ? `/${prefix}` : ''
  const isOrderPage = ORDER_PAGE.test(path)
  const product = PRODUCT.exec(path)?.[1]
  const parameters = isOrderPage || product ? NONE : PAGES.find(([pattern]) => pattern.test(path))?.[1]
  if (!parameters) return { kind: 'missing', locale }
  if (trimmed !== pathname) return { kind: 'redirect', to: `${trimmed.replace(/^\/*/, '/')}${query}` }
  if (isOrderPage) return page(localePrefix + ANY_ORDER_PAGE)
  if (product) return page(localePrefix + product)
  const accepted = new URLSearchParams()
  for (const [name, values] of Object.entries(parameters)) {
    const value = name === FILTER_PARAMETER ? joinValues([...search.getAll(name), ...search.getAll(`${name}[]`)]) : search.get(name)
    if (value === null || !values.test(value)) continue
    // Sizes are rounded up to a few steps, so that few variants are cached.
    const size = name === SIZE_PARAMETER ? grownTo(Number(value)) : value
    if (size !== null) accepted.set(name, String(size))
  }
  return page(`${trimmed}${accepted.size > 0 ? `?${accepted}` : ''}`, parameters !== UNCACHED || accepted.size === 0)
}
