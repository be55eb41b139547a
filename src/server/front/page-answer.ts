import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding, matchesEtag, type Encoding } from './encoding.ts'
import type { Answer, CachedPage } from './cached-page.ts'

/** Caches outside keep a page for half a minute and show it for another while they fetch: so long before its clock strikes they get none. */
const OUTSIDE_MS = 90_000
const SHARED = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'
const CHECKED = 'public, max-age=0, must-revalidate'

export interface SenderOptions {
  /** Names and values of the headers of every answer. */
  common: readonly string[]
  /** See PageCache. */
  lasts: (page: CachedPage, ms: number) => boolean
}

/** Sends kept pages. `/` is answered by its reader's language cookie (see pages.ts), and says so to caches outside. */
export const createSender = ({ common, lasts }: SenderOptions) => {
  const make = (page: CachedPage, key: string, encoding: Encoding, caching: string): Answer => {
    const body = page.body(encoding)
    const vary = key === '/' ? 'Accept-Encoding, Cookie' : 'Accept-Encoding'
    const own = Object.entries(page.headers).flat()
    const known = page.status === 200 ? ['ETag', page.etag] : []
    const shared = [...common, ...own, 'Vary', vary, 'Cache-Control', page.status === 200 ? caching : 'no-store', ...known]
    const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    return {
      head: [...shared, 'Content-Type', 'text/html; charset=utf-8', ...coded, 'Content-Length', String(body.length)],
      notModified: shared,
      body
    }
  }
  return (req: IncomingMessage, res: ServerResponse, page: CachedPage, key: string): void => {
    const encoding = acceptedEncoding(req.headers['accept-encoding'])
    if (encoding === 'br') page.read()
    // The answer is kept as long as it is the usual one.
    const answer = lasts(page, OUTSIDE_MS)
      ? (page.answers[encoding] ??= make(page, key, encoding, SHARED))
      : make(page, key, encoding, CHECKED)
    if (page.status === 200 && matchesEtag(req.headers['if-none-match'], page.etag)) {
      res.writeHead(304, answer.notModified)
      res.end()
      return
    }
    res.writeHead(page.status, answer.head)
    res.end(req.method === 'HEAD' ? undefined : answer.body)
  }
}
