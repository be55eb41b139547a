import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts'

/** The pages there are, without their language, and the query parameters that shape them. Everything else is a 404 that nobody renders. */
const LISTING = ['category', 'city', 'open', 'page', 'sort']
const PAGES: readonly (readonly [pattern: RegExp, parameters: readonly string[]])[] = [
  [/^\/$/, []],
  [/^\/(restaurants|supermarkets|shops|pharmacies|services|gift-card)$/, LISTING],
  [/^\/(restaurants|supermarkets|shops|pharmacies|services|gift-card)\/[a-z0-9-]{1,80}$/, ['page']],
  [/^\/products\/\d{1,9}(-[a-z0-9-]{1,120})?$/, ['selectedOptions']],
  [/^\/categories$/, []],
  [/^\/campaigns(\/[a-z0-9-]{1,80})?$/, []],
  [/^\/(about-us|delivery-and-payment|privacy-policy|public-offer)$/, []],
  [/^\/checkout$/, []],
  [/^\/account(\/(orders|addresses))?$/, []],
  [/^\/gallery$/, []]
]
/** Pages that are one page for every number: rendered once, the island reads the address. */
const NUMBERED = /^\/account\/orders\/\d{4,12}$/

export type Place =
  { kind: 'page'; locale: Locale; key: string; url: string } | { kind: 'redirect'; to: string } | { kind: 'missing'; locale: Locale }

/** Longest parameter value that may be part of a key. */
const MOST_VALUE = 120

/**
 * What an address means. `/hy/...` leads to the unprefixed page with its query, a slash at the end is dropped,
 * unknown and campaign parameters are no part of the key.
 */
export const placeOf = (pathname: string, search: URLSearchParams, origin = ''): Place => {
  const trimmed = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
  const query = search.size > 0 ? `?${search}` : ''
  if (trimmed === '/hy' || trimmed.startsWith('/hy/')) return { kind: 'redirect', to: `${trimmed.slice(3).replace(/^\/*/, '/')}${query}` }
  const [, prefix, rest] = /^\/(en|ru)(\/.*)?$/.exec(trimmed) ?? []
  const locale = (prefix as Locale | undefined) ?? DEFAULT_LOCALE
  const path = prefix ? (rest ?? '/') : trimmed
  if (NUMBERED.test(path)) {
    const url = `${prefix ? `/${prefix}` : ''}/account/orders/1000`
    return { kind: 'page', locale, key: url, url: `${origin}${url}` }
  }
  const parameters = PAGES.find(([pattern]) => pattern.test(path))?.[1]
  if (!parameters) return { kind: 'missing', locale }
  if (trimmed !== pathname) return { kind: 'redirect', to: `${trimmed.replace(/^\/*/, '/')}${query}` }
  const kept = new URLSearchParams()
  for (const name of parameters) {
    const value = search.get(name)
    if (value !== null && value !== '' && value.length <= MOST_VALUE) kept.set(name, value)
  }
  const key = `${trimmed}${kept.size > 0 ? `?${kept}` : ''}`
  return { kind: 'page', locale, key, url: `${origin}${key}` }
}
