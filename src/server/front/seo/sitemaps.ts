import * as sitemap from '#contract/sitemap/calls.ts'
import { createCaller, type Fetch } from '#client/call.ts'
import { DEFAULT_LOCALE, LOCALES, localePath, type Locale } from '#domain/locale.ts'
import { escapeHtml } from '#domain/text/escape-html.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const urlset = (origin: string, paths: readonly string[]): string =>
  `${HEAD}<urlset ${SPACE}>${paths.map((path) => `<url><loc>${escapeHtml(origin + path)}</loc></url>`).join('')}</urlset>`

const GROUPS = ['pages', 'suppliers', 'campaigns'] as const

/**
 * Returns a function that gives the XML of a sitemap by path, null when there is none. `/sitemap.xml` is the index of one sitemap per
 * language and group or piece of products. There is no lastmod: the time of a page's last change is not known.
 */
export const createSitemaps = (fetch: Fetch, origin: string): ((path: string) => Promise<string | null>) => {
  const callerOf = (locale: Locale) => createCaller({ fetch, locale })
  const index = async (): Promise<string> => {
    const { productPieces } = await callerOf(DEFAULT_LOCALE)(sitemap.overview)
    const names = [...GROUPS, ...productPieces.map((piece) => `products-${piece}`)]
    const all = LOCALES.flatMap((locale) =>
      names.map((name) => `<sitemap><loc>${escapeHtml(`${origin}/sitemaps/${locale}/${name}.xml`)}</loc></sitemap>`)
    )
    return `${HEAD}<sitemapindex ${SPACE}>${all.join('')}</sitemapindex>`
  }
  return async (path) => {
    if (path === '/sitemap.xml') return index()
    const [, locale, name = '', piece] =
      /^\/sitemaps\/(hy|en|ru)\/(pages|suppliers|campaigns|products-([1-9]\d{0,4}))\.xml$/.exec(path) ?? []
    if (!locale) return null
    const language = locale as Locale
    const call = callerOf(language)
    const paths = piece
      ? (await call(sitemap.products, { params: { piece: Number(piece) } })).ids.map((id) => `/products/${id}`)
      : (await call(sitemap.overview))[name as (typeof GROUPS)[number]]
    if (piece && paths.length === 0) return null
    return urlset(
      origin,
      paths.map((one) => localePath(language, one))
    )
  }
}

/** Paths that robots must not crawl: personal pages and those that are not content. */
const DISALLOWED = ['/account', '/checkout', '/favorites', '/gallery', '/picks/buy-it-again', '/reset-password']

export const robotsText = (origin: string): string =>
  [
    'User-agent: *',
    ...['/api/', '/outbox', '/simulator/'].map((path) => `Disallow: ${path}`),
    ...LOCALES.flatMap((locale) => DISALLOWED.map((path) => `Disallow: ${localePath(locale, path)}`)),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    ''
  ].join('\n')
