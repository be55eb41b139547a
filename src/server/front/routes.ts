import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts'

/** The values of a parameter that make another page; whatever else somebody writes is left out of the address. */
const NAME = /^[a-z0-9-]{1,60}$/
/** In the order in which the site writes them. */
const LISTING: Parameters = { category: NAME, city: NAME, open: /^1$/, sort: /^[1-9]$/, page: /^([2-9]|[1-9]\d{1,3})$/ }
const NONE: Parameters = {}
type Parameters = Readonly<Record<string, RegExp>>

/** The pages there are, without their language, and the query parameters that shape them. Everything else is a 404 that nobody renders. */
const PAGES: readonly (readonly [pattern: RegExp, parameters: Parameters])[] = [
  [/^\/$/, NONE],
  [/^\/(restaurants|supermarkets|shops|pharmacies|services|gift-card)$/, LISTING],
  [/^\/(restaurants|supermarkets|shops|pharmacies|services|gift-card)\/[a-z0-9-]{1,80}$/, NONE],
  [/^\/categories$/, NONE],
  [/^\/campaigns(\/[a-z0-9-]{1,80})?$/, NONE],
  [/^\/(about-us|delivery-and-payment|privacy-policy|public-offer)$/, NONE],
  [/^\/checkout$/, NONE],
  [/^\/account(\/(orders|addresses))?$/, NONE],
  [/^\/gallery$/, NONE]
]
/** One page however its name is written after the id. */
const PRODUCT = /^(\/products\/[1-9]\d{0,8})(-[a-z0-9-]{1,120})?$/
/** Pages that are one page for every number: rendered once, the island reads the address. */
const NUMBERED = /^\/account\/orders\/\d{4,12}$/
const ANY_NUMBER = '/account/orders/1000'

export type Place =
  { kind: 'page'; locale: Locale; key: string; url: string } | { kind: 'redirect'; to: string } | { kind: 'missing'; locale: Locale }

/**
 * What an address means. `/hy/...` leads to the unprefixed page with its query, a slash at the end is dropped,
 * unknown and campaign parameters are no part of the key.
 */
export const placeOf = (pathname: string, search: URLSearchParams): Place => {
  const trimmed = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
  const query = search.size > 0 ? `?${search}` : ''
  if (trimmed === '/hy' || trimmed.startsWith('/hy/')) return { kind: 'redirect', to: `${trimmed.slice(3).replace(/^\/*/, '/')}${query}` }
  const [, prefix, rest] = /^\/(en|ru)(\/.*)?$/.exec(trimmed) ?? []
  const locale = (prefix as Locale | undefined) ?? DEFAULT_LOCALE
  const path = prefix ? (rest ?? '/') : trimmed
  const page = (key: string): Place => ({ kind: 'page', locale, key, url: key })
  const within = prefix ? `/${prefix}` : ''
  if (NUMBERED.test(path)) return page(within + ANY_NUMBER)
  const product = PRODUCT.exec(path)?.[1]
  const parameters = product ? NONE : PAGES.find(([pattern]) => pattern.test(path))?.[1]
  if (!parameters) return { kind: 'missing', locale }
  if (trimmed !== pathname) return { kind: 'redirect', to: `${trimmed.replace(/^\/*/, '/')}${query}` }
  if (product) return page(within + product)
  const kept = new URLSearchParams()
  for (const [name, values] of Object.entries(parameters)) {
    const value = search.get(name)
    if (value !== null && values.test(value)) kept.set(name, value)
  }
  return page(`${trimmed}${kept.size > 0 ? `?${kept}` : ''}`)
}
