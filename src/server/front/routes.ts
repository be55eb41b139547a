import { grownTo } from '#domain/listing.ts'
import { DEFAULT_LOCALE, isLocale, localePath, type Locale } from '#domain/locale.ts'

/** Patterns of parameter values that shape a page; other values are dropped from the key. */
const NAME = /^[a-z0-9-]{1,60}$/
/** Parameters are listed in the order in which the site writes them. */
const SIZE_PARAMETER = 'to'
const LIST_PARAMETERS: Parameters = { [SIZE_PARAMETER]: /^\d{1,4}$/, size: /^(72|120)$/, page: /^([2-9]|[1-9]\d{1,3})$/ }
const FLAG = /^1$/
/** Parameter of pages that show what is delivered to a city. It is in the key unless it is the default city. */
export const CITY_PARAMETER = 'city'
/** Rounded to about a kilometre: not an address, and few enough values to be cached. */
const COARSE_POSITION = /^(39|4[01])\.\d{2},4[3-6]\.\d{2}$/
const AMOUNT = /^\d{1,8}$/
/** Values of a filter: forms send one parameter each, links of the site send them joined with `|`. */
const VALUES = /^[bcp]-[A-Za-z0-9-]{1,60}(\|[bcp]-[A-Za-z0-9-]{1,60}){0,29}$/
const FILTER_PARAMETER = 'f'
const SUPPLIER_PARAMETERS: Parameters = {
  category: NAME,
  [CITY_PARAMETER]: NAME,
  [FILTER_PARAMETER]: VALUES,
  min: AMOUNT,
  max: AMOUNT,
  open: FLAG,
  deals: FLAG,
  free: FLAG,
  sort: /^[1-9]$/,
  near: COARSE_POSITION,
  ...LIST_PARAMETERS
}
const PRODUCT_PARAMETERS: Parameters = {
  [CITY_PARAMETER]: NAME,
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
const OF_CITY: Parameters = { [CITY_PARAMETER]: NAME }
const GIFTS: Parameters = { ...OF_CITY, occasion: NAME, price: /^(0-5000|5000-10000|10000-20000|20000-)$/, ...LIST_PARAMETERS }
/** Free text: such pages are rendered for one request and not cached. */
const SEARCH: Parameters = {
  supplier: NAME,
  term: /[\s\S]/,
  tab: /^[a-z]{1,20}$/,
  [CITY_PARAMETER]: NAME,
  near: COARSE_POSITION,
  anywhere: FLAG,
  open: FLAG,
  min: AMOUNT,
  max: AMOUNT,
  deals: FLAG,
  sort: /^[1-5]$/,
  ...LIST_PARAMETERS
}
const UNCACHED = SEARCH
type Parameters = Readonly<Record<string, RegExp>>

/** All pages without the language prefix, and the query parameters that shape them. Any other path is a 404 without a render. */
const PAGES: readonly (readonly [pattern: RegExp, parameters: Parameters])[] = [
  [/^\/$/, OF_CITY],
  [/^\/(restaurants|supermarkets|shops|pharmacies|services|gift-card)$/, SUPPLIER_PARAMETERS],
  [/^\/(restaurants|supermarkets|shops|pharmacies|services|gift-card)\/[a-z0-9-]{1,80}$/, NONE],
  [/^\/picks\/(new-on-buy|hot-deals|get-bonuses)$/, { ...OF_CITY, ...LIST_PARAMETERS }],
  [/^\/picks\/find-gift$/, GIFTS],
  [/^\/picks\/buy-it-again$/, OF_CITY],
  [/^\/picks\/unlock-promocode$/, NONE],
  [/^\/(categories|brands|catalogs)$/, OF_CITY],
  [/^\/(categories|brands|catalogs)\/[a-z0-9-]{1,80}$/, PRODUCT_PARAMETERS],
  [/^\/products$/, PRODUCT_PARAMETERS],
  [/^\/reviews\/[a-z0-9-]{1,80}$/, PAGED],
  [/^\/search$/, SEARCH],
  [/^\/favorites$/, NONE],
  [/^\/campaigns(\/[a-z0-9-]{1,80})?$/, NONE],
  [/^\/(about-us|contact-us|become-a-courier|become-a-partner|tv-and-internet|delivery-and-payment|privacy-policy|public-offer)$/, NONE],
  [/^\/checkout$/, NONE],
  [
    /^\/account(\/(personal|business|orders|addresses|payment|wallet|gift-cards(\/send)?|tickets|bookings(\/new)?|notifications(\/settings)?|security|language|privacy|sign-in))?$/,
    NONE
  ],
  [/^\/(reset-password|track)$/, NONE],
  [/^\/gallery$/, NONE]
]
/** The name after the id is not part of the key. */
const PRODUCT = /^(\/products\/[1-9]\d{0,8})(-[a-z0-9-]{1,120})?$/
/** Order pages are one page for all numbers: rendered once, the island reads the number from the URL. Corporate wallets have invoices too. */
const ORDER_PAGE = /^\/account\/orders\/(?:\d{4,12}(\/invoice)?|W\d{5,9}(\/invoice))$/
const ANY_ORDER_PAGE = '/account/orders/1000'

/** Addresses of the spec under which a page also goes. */
const MOVED: Readonly<Record<string, string>> = { '/account/my-payment': '/account/payment' }
/** Comes before the cookie in the order in which a reader's language is found. */
export const LANGUAGE_PARAMETER = 'lng'

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
 * dropped, unknown and campaign parameters are not part of the key. `cityOf` returns the city of a page for the requested one.
 */
export const routeOf = (
  pathname: string,
  search: URLSearchParams,
  cityOf: (requested: string | null) => string | undefined = (requested) => requested ?? undefined
): Route => {
  const trimmed = pathname.length > 1 ? withoutTrailingSlashes(pathname) || '/' : pathname
  const query = search.size > 0 ? `?${search}` : ''
  if (trimmed === '/hy' || trimmed.startsWith('/hy/')) return { kind: 'redirect', to: `${trimmed.slice(3).replace(/^\/*/, '/')}${query}` }
  const [, prefix, below] = /^\/(en|ru)(\/.*)?$/.exec(trimmed) ?? []
  const locale = (prefix as Locale | undefined) ?? DEFAULT_LOCALE
  const path = prefix ? (below ?? '/') : trimmed
  const page = (key: string, cached = true): Route => ({ kind: 'page', locale, key, url: key, ...(cached ? {} : { cached: false }) })
  const localePrefix = prefix ? `/${prefix}` : ''
  const moved = MOVED[path]
  if (moved) return { kind: 'redirect', to: localePath(locale, moved) + query }
  const asked = search.get(LANGUAGE_PARAMETER)
  if (isLocale(asked) && asked !== locale) {
    const rest = new URLSearchParams(search)
    rest.delete(LANGUAGE_PARAMETER)
    return { kind: 'redirect', to: localePath(asked, path) + (rest.size > 0 ? `?${rest}` : '') }
  }
  const orderPage = ORDER_PAGE.exec(path)
  const product = PRODUCT.exec(path)?.[1]
  const parameters = orderPage || product ? NONE : PAGES.find(([pattern]) => pattern.test(path))?.[1]
  if (!parameters) return { kind: 'missing', locale }
  if (trimmed !== pathname) return { kind: 'redirect', to: `${trimmed.replace(/^\/*/, '/')}${query}` }
  if (orderPage) return page(localePrefix + ANY_ORDER_PAGE + (orderPage[1] ?? orderPage[2] ?? ''))
  if (product) return page(localePrefix + product)
  const accepted = new URLSearchParams()
  for (const [name, values] of Object.entries(parameters)) {
    const value = name === FILTER_PARAMETER ? joinValues([...search.getAll(name), ...search.getAll(`${name}[]`)]) : search.get(name)
    if (name === CITY_PARAMETER) {
      const city = cityOf(value !== null && values.test(value) ? value : null)
      if (city) accepted.set(name, city)
      continue
    }
    if (value === null || !values.test(value)) continue
    // Sizes are rounded up to a few steps, so that few variants are cached.
    const size = name === SIZE_PARAMETER ? grownTo(Number(value)) : value
    if (size !== null) accepted.set(name, String(size))
  }
  const isPlain = [...accepted.keys()].every((name) => name === CITY_PARAMETER)
  return page(`${trimmed}${accepted.size > 0 ? `?${accepted}` : ''}`, parameters !== UNCACHED || isPlain)
}

/** Whether a page, given by its key, depends on a cookie: that of the city, at `/` also that of the language. */
export const variesByCookie = (key: string): boolean => {
  const path = key.replace(/\?.*$/s, '').replace(/^\/(en|ru)(?=\/|$)/, '') || '/'
  const parameters = PAGES.find(([pattern]) => pattern.test(path))?.[1]
  return parameters !== undefined && CITY_PARAMETER in parameters
}
