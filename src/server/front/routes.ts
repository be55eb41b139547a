import { grownTo } from '#domain/listing.ts'
import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts'

/** The values of a parameter that make another page; whatever else somebody writes is left out of the address. */
const NAME = /^[a-z0-9-]{1,60}$/
/** In the order in which the site writes them. */
const GROWN = 'to'
const SHOWN: Parameters = { [GROWN]: /^\d{1,4}$/, size: /^(72|120)$/, page: /^([2-9]|[1-9]\d{1,3})$/ }
const YES = /^1$/
/** About a kilometre: nobody's address, and few enough places to be kept. */
const COARSE = /^(39|4[01])\.\d{2},4[3-6]\.\d{2}$/
const LISTING: Parameters = {
  ...{ category: NAME, city: NAME, open: YES, deals: YES, free: YES, sort: /^[1-9]$/, near: COARSE },
  ...SHOWN
}
const AMOUNT = /^\d{1,8}$/
/** Values of a filter: forms send each by itself, the site's own links send them joined. */
const VALUES = /^[bcp]-[A-Za-z0-9-]{1,60}(\|[bcp]-[A-Za-z0-9-]{1,60}){0,29}$/
const JOINED = 'f'
const GOODS: Parameters = { [JOINED]: VALUES, min: AMOUNT, max: AMOUNT, deals: YES, sort: /^[1-5]$/, ...SHOWN }
const NONE: Parameters = {}
const PAGE_NUMBER = /^([2-9]|[1-9]\d{1,3})$/
const PAGED: Parameters = { page: PAGE_NUMBER }
const GIFTS: Parameters = { occasion: NAME, price: /^(0-5000|5000-10000|10000-20000|20000-)$/, ...SHOWN }
/** Whatever is typed: such pages are made for one reader and not kept. */
const SEARCH: Parameters = { supplier: NAME, term: /[\s\S]/, tab: /^[a-z]{1,20}$/, ...SHOWN }
const UNKEPT = SEARCH
type Parameters = Readonly<Record<string, RegExp>>

/** The pages there are, without their language, and the query parameters that shape them. Everything else is a 404 that nobody renders. */
const PAGES: readonly (readonly [pattern: RegExp, parameters: Parameters])[] = [
  [/^\/$/, NONE],
  [/^\/(restaurants|supermarkets|shops|pharmacies|services|gift-card)$/, LISTING],
  [/^\/(restaurants|supermarkets|shops|pharmacies|services|gift-card)\/[a-z0-9-]{1,80}$/, NONE],
  [/^\/picks\/(new-on-buy|hot-deals|get-bonuses)$/, SHOWN],
  [/^\/picks\/find-gift$/, GIFTS],
  [/^\/picks\/(buy-it-again|unlock-promocode)$/, NONE],
  [/^\/(categories|brands|catalogs)$/, NONE],
  [/^\/(categories|brands|catalogs)\/[a-z0-9-]{1,80}$/, GOODS],
  [/^\/products$/, GOODS],
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
/** One page however its name is written after the id. */
const PRODUCT = /^(\/products\/[1-9]\d{0,8})(-[a-z0-9-]{1,120})?$/
/** Pages that are one page for every number: rendered once, the island reads the address. */
const NUMBERED = /^\/account\/orders\/\d{4,12}$/
const ANY_NUMBER = '/account/orders/1000'

/** Each value once, in one order; null for none. */
const joined = (values: readonly string[]): string | null =>
  values.length === 0 ? null : [...new Set(values.flatMap((value) => value.split('|')))].sort().join('|')

export type Place =
  | { kind: 'page'; locale: Locale; key: string; url: string; kept?: false }
  | { kind: 'redirect'; to: string }
  | { kind: 'missing'; locale: Locale }

/** Without the slashes at its end; counted, because a pattern would try each of thousands anew. */
const withoutEnd = (pathname: string): string => {
  let end = pathname.length
  while (pathname[end - 1] === '/') end -= 1
  return pathname.slice(0, end)
}

/**
 * What an address means. `/hy/...` leads to the unprefixed page with its query, a slash at the end is dropped,
 * unknown and campaign parameters are no part of the key.
 */
export const placeOf = (pathname: string, search: URLSearchParams): Place => {
  const trimmed = pathname.length > 1 ? withoutEnd(pathname) || '/' : pathname
  const query = search.size > 0 ? `?${search}` : ''
  if (trimmed === '/hy' || trimmed.startsWith('/hy/')) return { kind: 'redirect', to: `${trimmed.slice(3).replace(/^\/*/, '/')}${query}` }
  const [, prefix, rest] = /^\/(en|ru)(\/.*)?$/.exec(trimmed) ?? []
  const locale = (prefix as Locale | undefined) ?? DEFAULT_LOCALE
  const path = prefix ? (rest ?? '/') : trimmed
  const page = (key: string, kept = true): Place => ({ kind: 'page', locale, key, url: key, ...(kept ? {} : { kept: false }) })
  const within = prefix ? `/${prefix}` : ''
  const numbered = NUMBERED.test(path)
  const product = PRODUCT.exec(path)?.[1]
  const parameters = numbered || product ? NONE : PAGES.find(([pattern]) => pattern.test(path))?.[1]
  if (!parameters) return { kind: 'missing', locale }
  if (trimmed !== pathname) return { kind: 'redirect', to: `${trimmed.replace(/^\/*/, '/')}${query}` }
  if (numbered) return page(within + ANY_NUMBER)
  if (product) return page(within + product)
  const kept = new URLSearchParams()
  for (const [name, values] of Object.entries(parameters)) {
    const value = name === JOINED ? joined([...search.getAll(name), ...search.getAll(`${name}[]`)]) : search.get(name)
    if (value === null || !values.test(value)) continue
    // Few sizes of a list are kept, whatever number is written.
    const size = name === GROWN ? grownTo(Number(value)) : value
    if (size !== null) kept.set(name, String(size))
  }
  return page(`${trimmed}${kept.size > 0 ? `?${kept}` : ''}`, parameters !== UNKEPT || kept.size === 0)
}
