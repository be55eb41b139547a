import type { IncomingMessage, ServerResponse } from 'node:http'
import { LOCALE_COOKIE } from '#domain/constants.ts'
import { localePath } from '#domain/locale.ts'
import type { Config } from '#server/config.ts'
import { acceptedEncoding, matchesEtag } from './encoding.ts'
import { policyOf } from './headers.ts'
import type { CachedPage, PageCache } from './page-cache.ts'
import { placeOf } from './routes.ts'

/** Answers pages from the cache; every address means a page, a redirect or the 404 page of its language. */
export const createPages = (cache: PageCache, config: Config, onError: (url: string, cause: unknown) => void) => {
  const policy = policyOf(config)

  const send = (req: IncomingMessage, res: ServerResponse, page: CachedPage, status = page.status): void => {
    const encoding = acceptedEncoding(req.headers['accept-encoding'])
    const own = page.headers['content-security-policy']
    for (const [name, value] of Object.entries(page.headers))
      if (name !== 'content-security-policy' && name !== 'content-length') res.setHeader(name, value)
    res.setHeader('Content-Security-Policy', own ? `${own.replace(/;\s*$/, '')}; ${policy}` : policy)
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    res.setHeader('Vary', 'Accept-Encoding')
    res.setHeader('Cache-Control', status === 200 ? 'public, max-age=0, s-maxage=30, stale-while-revalidate=60' : 'no-store')
    if (status === 200) {
      res.setHeader('ETag', page.etag)
      if (matchesEtag(req.headers['if-none-match'], page.etag)) {
        res.writeHead(304).end()
        return
      }
    }
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding)
    const body = page.bodies[encoding]
    res.writeHead(status, { 'Content-Length': body.length })
    res.end(req.method === 'HEAD' ? undefined : body)
  }

  return async (req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    const place = placeOf(url.pathname, url.searchParams)
    if (place.kind === 'redirect') {
      res.writeHead(308, { Location: place.to }).end()
      return
    }
    // Only the bare address sends a visitor on by the language cookie.
    const chosen =
      url.pathname === '/' ? new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=(en|ru)\\b`).exec(req.headers.cookie ?? '')?.[1] : undefined
    if (chosen) {
      res.writeHead(302, { Location: `/${chosen}${url.search}`, 'Cache-Control': 'no-store', Vary: 'Cookie' }).end()
      return
    }
    const target = place.kind === 'missing' ? { key: `404 ${place.locale}`, url: localePath(place.locale, '/404') } : place
    try {
      const page = await cache.get(target.key, target.url)
      send(req, res, page, place.kind === 'missing' ? 404 : page.status)
    } catch (cause) {
      onError(target.url, cause)
      const page = await cache.get(`500 ${place.locale}`, localePath(place.locale, '/500')).catch(() => null)
      if (page) send(req, res, page, 500)
      else res.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end('500')
    }
  }
}
