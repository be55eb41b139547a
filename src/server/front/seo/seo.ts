import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ApiError, createCaller, type Fetch } from '#client/call.ts'
import { httpStatus } from '#contract/codes.ts'
import { DEFAULT_LOCALE } from '#domain/locale.ts'
import { BoundedMap } from '#server/front/bounded-map.ts'
import { acceptedEncoding, matchesEtag, type Encoding } from '#server/front/encoding.ts'
import { createSharePictures, TooBusy, type SharePicturesOptions } from './share-pictures.ts'
import { createSitemaps, robotsText } from './sitemaps.ts'

interface SeoOptions extends Pick<SharePicturesOptions, 'client' | 'stored'> {
  fetch: Fetch
  /** SITE_URL. */
  origin: string
  common: readonly string[]
  now: () => number
}
/** Body of a 503, read by crawlers: English only. */
const UNAVAILABLE = 'This cannot be made just now. Ask again in a moment.\n'
type Answer = (req: IncomingMessage, res: ServerResponse, pathname: string) => Promise<boolean>

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const COMPRESS: Record<Encoding, (text: Buffer) => Promise<Buffer>> = {
  br: (text) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => zip(text),
  identity: (text) => Promise.resolve(text)
}

/** Time that a compressed sitemap is cached, and how many are. */
const FRESH_MS = 10 * 60_000
const MAX_CACHED = 60
/** Retry interval after a failure; also the Retry-After of a 503. */
const RETRY_MS = 5_000
const HOUR = 'public, max-age=3600'
const DAY = 'public, max-age=86400'

/** HTTP status of an expected failure; 0 for an unexpected one. */
const statusOf = (cause: unknown): number => (cause instanceof ApiError ? httpStatus(cause.type) : cause instanceof TooBusy ? 503 : 0)

/** Serves `/robots.txt`, sitemaps and link preview pictures. Resolves with false for any other path. */
export const createSeo = ({ fetch, origin, common, now, ...pictures }: SeoOptions): Answer => {
  const sitemapOf = createSitemaps(fetch, origin)
  const pictureOf = createSharePictures({ ...pictures, call: createCaller({ fetch, locale: DEFAULT_LOCALE }) })
  const cache = new BoundedMap<string, { until: number; made: Promise<Buffer | null> }>(MAX_CACHED)

  const cachedOr = (key: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> => {
    const previous = cache.get(key)
    if (previous && now() < previous.until) return previous.made
    const evict = (): void => void (cache.get(key)?.made === made && cache.delete(key))
    const made: Promise<Buffer | null> = make().then(
      (body) => {
        // A missing sitemap is not cached.
        if (!body) evict()
        return body
      },
      (cause: unknown) => {
        evict()
        // While rebuilding fails, the previous body is served.
        if (!previous || statusOf(cause) < 429) throw cause
        cache.set(key, { until: now() + RETRY_MS, made: previous.made })
        return previous.made
      }
    )
    cache.set(key, { until: now() + FRESH_MS, made })
    return made
  }
  const compressed = (pathname: string, encoding: Encoding): Promise<Buffer | null> =>
    cachedOr(`${encoding} ${pathname}`, async () => {
      const text = pathname === '/robots.txt' ? robotsText(origin) : await sitemapOf(pathname)
      return text === null ? null : COMPRESS[encoding](Buffer.from(text))
    })
  const send = (req: IncomingMessage, res: ServerResponse, body: Buffer, etag: string, headers: readonly string[]): void => {
    const shared = [...common, ...headers, 'ETag', etag]
    if (matchesEtag(req.headers['if-none-match'], etag)) return void res.writeHead(304, shared).end()
    res.writeHead(200, [...shared, 'Content-Length', String(body.length)])
    res.end(req.method === 'HEAD' ? undefined : body)
  }

  const answerText: Answer = async (req, res, pathname) => {
    const encoding = acceptedEncoding(req.headers['accept-encoding'])
    const body = await compressed(pathname, encoding)
    if (!body) return false
    const contentEncoding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    const type = pathname.endsWith('.xml') ? 'application/xml; charset=utf-8' : 'text/plain; charset=utf-8'
    const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
    send(req, res, body, etag, ['Content-Type', type, 'Cache-Control', HOUR, 'Vary', 'Accept-Encoding', ...contentEncoding])
    return true
  }
  const answerPicture = async (req: IncomingMessage, res: ServerResponse, name: string): Promise<boolean> => {
    const picture = await pictureOf(name)
    if (!picture) return false
    send(req, res, picture.content, picture.etag, ['Content-Type', 'image/jpeg', 'Cache-Control', DAY])
    return true
  }

  return async (req, res, pathname) => {
    const picture = /^\/pictures\/share\/(shop|[1-9]\d{0,8})\.jpg$/.exec(pathname)?.[1]
    const isText = pathname === '/robots.txt' || pathname === '/sitemap.xml' || pathname.startsWith('/sitemaps/')
    if (!picture && !isText) return false
    try {
      return picture ? await answerPicture(req, res, picture) : await answerText(req, res, pathname)
    } catch (cause) {
      const status = statusOf(cause)
      // A remote API may not support sitemaps.
      if (status === 404) return false
      if (status < 429) throw cause
      const type = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(UNAVAILABLE.length)]
      res.writeHead(503, [...common, 'Retry-After', String(RETRY_MS / 1000), 'Cache-Control', 'no-store', ...type])
      res.end(req.method === 'HEAD' ? undefined : UNAVAILABLE)
      return true
    }
  }
}
