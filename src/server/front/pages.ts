import type { IncomingMessage, ServerResponse } from 'node:http'
import { LOCALE_COOKIE } from '#domain/constants.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import type { CachedPage } from './cached-page.ts'
import type { createSender } from './page-answer.ts'
import type { PageCache } from './page-cache.ts'
import { placeOf } from './routes.ts'

export interface Pages {
  /** Answers with a page that is ready, without looking closely at the address; false when it takes more than that. */
  atOnce: (req: IncomingMessage, res: ServerResponse) => boolean
  /** Answers any address: with a page, a redirect or the 404 page of its language. */
  answer: (req: IncomingMessage, res: ServerResponse, url: URL) => Promise<void>
}

const METHODS = 'GET, HEAD, OPTIONS'
const CHOSEN = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=(en|ru)\\b`)
/** Only the bare address sends a visitor on by the language cookie. */
const chosenLocale = (req: IncomingMessage): string | undefined => CHOSEN.exec(req.headers.cookie ?? '')?.[1]

/** Pages from the cache. `common`: names and values of the headers of every answer. */
export const createPages = (cache: PageCache, send: ReturnType<typeof createSender>, common: readonly string[]): Pages => {
  const faultPage = (locale: Locale, status: 404 | 500): Promise<CachedPage | null> =>
    cache.get(`${status} ${locale}`, localePath(locale, `/${status}`), status)
  const goTo = (res: ServerResponse, status: number, headers: string[]): void => void res.writeHead(status, [...common, ...headers]).end()

  return {
    atOnce: (req, res) => {
      const key = req.url ?? ''
      const page = cache.ready(key)
      if (!page || (key === '/' && chosenLocale(req))) return false
      send(req, res, page, key)
      return true
    },
    answer: async (req, res, url) => {
      if (req.method === 'OPTIONS') return goTo(res, 204, ['Allow', METHODS])
      if (req.method !== 'GET' && req.method !== 'HEAD') return goTo(res, 405, ['Allow', METHODS, 'Content-Length', '0'])
      const place = placeOf(url.pathname, url.searchParams)
      if (place.kind === 'redirect') return goTo(res, 308, ['Location', place.to, 'Content-Length', '0'])
      const chosen = url.pathname === '/' ? chosenLocale(req) : undefined
      if (chosen)
        return goTo(res, 302, ['Location', `/${chosen}${url.search}`, 'Cache-Control', 'no-store', 'Vary', 'Cookie', 'Content-Length', '0'])
      const { locale } = place
      const found = async (): Promise<CachedPage | null> =>
        (place.kind === 'page' ? await (place.kept === false ? cache.once(place.url) : cache.get(place.key, place.url)) : null) ??
        (await faultPage(locale, 404))
      // What failed has been told once by the cache, however many ask.
      const page = await found().catch(() => faultPage(locale, 500).catch(() => null))
      if (page) send(req, res, page, place.kind === 'page' ? place.key : '')
      else res.writeHead(500, [...common, 'Content-Type', 'text/plain; charset=utf-8']).end('500')
    }
  }
}
