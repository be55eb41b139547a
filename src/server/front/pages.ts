import type { IncomingMessage, ServerResponse } from 'node:http'
import { codeNumber } from '#contract/codes.ts'
import { CITY_COOKIE, LOCALE_COOKIE } from '#domain/constants.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import type { CachedPage } from './cached-page.ts'
import type { Cities } from './cities.ts'
import { RETRY_AFTER_SECONDS } from './headers.ts'
import type { createSender } from './page-answer.ts'
import type { PageCache } from './page-cache.ts'
import { CITY_PARAMETER, LANGUAGE_PARAMETER, routeOf } from './routes.ts'

export interface Pages {
  /** Sends a fresh cached page whose key equals the URL; returns false when there is none. */
  atOnce: (req: IncomingMessage, res: ServerResponse) => boolean
  /** Answers any URL: with a page, a redirect or the 404 page of its language. */
  answer: (req: IncomingMessage, res: ServerResponse, url: URL) => Promise<void>
}

const METHODS = 'GET, HEAD, OPTIONS'
const LOCALE_IN_COOKIE = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=(en|ru)\\b`)
/** The language of the cookie, for the redirect of `/` only. */
const chosenLocale = (req: IncomingMessage): string | undefined => LOCALE_IN_COOKIE.exec(req.headers.cookie ?? '')?.[1]

/** Whether a page failed because a call was answered 503, as while the database or a remote API is away. Pages are a bundle of their own, so by value. */
const isTemporary = (cause: unknown): boolean =>
  cause instanceof Error && cause.name === 'ApiError' && 'code' in cause && cause.code === codeNumber('DATABASE_AWAY')

/** Answers requests for pages from the cache. `common`: headers of every response, as a flat list. */
export const createPages = (cache: PageCache, cities: Cities, send: ReturnType<typeof createSender>, common: readonly string[]): Pages => {
  const faultPage = (locale: Locale, status: 404 | 500): Promise<CachedPage | null> =>
    cache.get(`${status} ${locale}`, localePath(locale, `/${status}`), status)
  /** The error page of a language as 503: the data of this page can be had again in a moment. */
  const sendTemporary = async (req: IncomingMessage, res: ServerResponse, locale: Locale): Promise<void> => {
    // Without the error page, plain text is sent.
    const page = await faultPage(locale, 500).catch(() => null)
    const headers = page ? Object.entries(page.headers).flat() : []
    const type = ['Content-Type', `text/${page ? 'html' : 'plain'}; charset=utf-8`]
    res.writeHead(503, [...common, ...headers, ...type, 'Cache-Control', 'no-store', 'Retry-After', RETRY_AFTER_SECONDS])
    res.end(req.method === 'HEAD' ? undefined : (page?.body('identity') ?? '503'))
  }
  const sendEmpty = (res: ServerResponse, status: number, headers: string[]): void =>
    void res.writeHead(status, [...common, ...headers]).end()

  return {
    atOnce: (req, res) => {
      const address = req.url ?? ''
      if (cities.isMissing(req.headers.cookie)) return false
      const city = cities.of(null, req.headers.cookie)
      // Of another city only pages without parameters are found here.
      if (city && address.includes('?')) return false
      const key = city ? `${address}?${CITY_PARAMETER}=${city}` : address
      const page = cache.ready(key)
      if (!page || (address === '/' && chosenLocale(req))) return false
      send(req, res, page, key)
      return true
    },
    answer: async (req, res, url) => {
      if (req.method === 'OPTIONS') return sendEmpty(res, 204, ['Allow', METHODS])
      if (req.method !== 'GET' && req.method !== 'HEAD') return sendEmpty(res, 405, ['Allow', METHODS, 'Content-Length', '0'])
      const { cookie } = req.headers
      if (url.searchParams.has(CITY_PARAMETER) || cookie?.includes(CITY_COOKIE)) await cities.ready()
      const route = routeOf(url.pathname, url.searchParams, (requested) => cities.of(requested, cookie))
      if (route.kind === 'redirect') return sendEmpty(res, 308, ['Location', route.to, 'Content-Length', '0'])
      const preferred = url.pathname === '/' && !url.searchParams.has(LANGUAGE_PARAMETER) ? chosenLocale(req) : undefined
      if (preferred)
        return sendEmpty(res, 302, [
          'Location',
          `/${preferred}${url.search}`,
          'Cache-Control',
          'no-store',
          'Vary',
          'Cookie',
          'Content-Length',
          '0'
        ])
      const { locale } = route
      const found = async (): Promise<CachedPage | null> =>
        (route.kind === 'page' ? await (route.cached === false ? cache.once(route.url) : cache.get(route.key, route.url)) : null) ??
        (await faultPage(locale, 404))
      try {
        const page = await found()
        if (page) return send(req, res, page, route.kind === 'page' ? route.key : '')
      } catch (cause) {
        // The cache has reported the failure already.
        if (isTemporary(cause)) return sendTemporary(req, res, locale)
      }
      // Without the error page, plain text is sent.
      const fault = await faultPage(locale, 500).catch(() => null)
      if (fault) send(req, res, fault, '')
      else res.writeHead(500, [...common, 'Content-Type', 'text/plain; charset=utf-8']).end('500')
    }
  }
}
