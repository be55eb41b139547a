import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding, matchesEtag, type Encoding } from './encoding.ts'
import type { Answer, CachedPage } from './cached-page.ts'
import { variesByCookie } from './routes.ts'

/** Shared caches may serve a page for 30 + 60 s (see SHARED), so a page that expires sooner is not given to them. */
const SHARED_CACHE_MS = 90_000
const SHARED = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'
const REVALIDATE = 'public, max-age=0, must-revalidate'

export interface SenderOptions {
  /** Headers of every response, as a flat list of names and values. */
  common: readonly string[]
  /** See PageCache. */
  lasts: (page: CachedPage, ms: number) => boolean
}

/** Returns a function that sends cached pages. Pages that depend on the city's or, at `/`, the language's cookie vary by Cookie. */
export const createSender = ({ common, lasts }: SenderOptions) => {
  const make = (page: CachedPage, key: string, encoding: Encoding, caching: string): Answer => {
    const body = page.body(encoding)
    const vary = variesByCookie(key) ? 'Accept-Encoding, Cookie' : 'Accept-Encoding'
    const pageHeaders = Object.entries(page.headers).flat()
    const etag = page.status === 200 ? ['ETag', page.etag] : []
    const shared = [...common, ...pageHeaders, 'Vary', vary, 'Cache-Control', page.status === 200 ? caching : 'no-store', ...etag]
    const contentEncoding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    return {
      head: [...shared, 'Content-Type', 'text/html; charset=utf-8', ...contentEncoding, 'Content-Length', String(body.length)],
      notModified: shared,
      body
    }
  }
  return (req: IncomingMessage, res: ServerResponse, page: CachedPage, key: string): void => {
    const encoding = acceptedEncoding(req.headers['accept-encoding'])
    if (encoding === 'br') page.read()
    // Only the response with the usual caching header is stored for reuse.
    const answer = lasts(page, SHARED_CACHE_MS)
      ? (page.answers[encoding] ??= make(page, key, encoding, SHARED))
      : make(page, key, encoding, REVALIDATE)
    if (page.status === 200 && matchesEtag(req.headers['if-none-match'], page.etag)) {
      res.writeHead(304, answer.notModified)
      res.end()
      return
    }
    res.writeHead(page.status, answer.head)
    res.end(req.method === 'HEAD' ? undefined : answer.body)
  }
}
