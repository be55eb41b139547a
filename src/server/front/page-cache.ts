import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
}
export type Encoding = 'br' | 'gzip' | 'identity'
export interface CachedPage {
  status: number
  headers: Record<string, string>
  etag: string
  bodies: Record<Encoding, Buffer>
  tags: string[]
  renderedAt: number
  /** Clock time after which the page tells a wrong open state. */
  until: number
}
export interface PageCacheOptions {
  render: (url: string) => Promise<RenderedPage>
  now: () => number
  onError: (url: string, cause: unknown) => void
  /** A page older than this is served once more while a fresh one is rendered. */
  freshMs?: number
  mostBytes?: number
}
export interface PageCache {
  /** The page of a key; renders `url` when there is none. Throws when it cannot be rendered and no good one is left. */
  get(key: string, url: string): Promise<CachedPage>
  /** Marks the pages of a tag as out of date: the next reader gets a new one. */
  drop(tag: string): void
  readonly size: number
}

const FRESH_MS = 60_000
const MOST_BYTES = 64 * 1024 * 1024

/** Ready compressed pages in memory: one renderer a page however many wait, stale while revalidated, bounded (least recently used go). */
export const createPageCache = (options: PageCacheOptions): PageCache => {
  const { render, now, onError, freshMs = FRESH_MS, mostBytes = MOST_BYTES } = options
  const pages = new Map<string, CachedPage>()
  const rendering = new Map<string, Promise<CachedPage>>()
  let bytes = 0

  const forget = (key: string): void => {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    bytes -= weight(page)
  }
  const keep = (key: string, page: CachedPage): void => {
    forget(key)
    pages.set(key, page)
    bytes += weight(page)
    for (const [oldest] of pages) {
      if (bytes <= mostBytes || oldest === key) break
      forget(oldest)
    }
  }
  const renew = (key: string, url: string): Promise<CachedPage> => {
    const running = rendering.get(key)
    if (running) return running
    const work = (async () => {
      const page = await pack(await render(url), now())
      // A page that failed is never kept: the last good one goes on serving.
      if (page.status < 500) keep(key, page)
      return page
    })().finally(() => rendering.delete(key))
    rendering.set(key, work)
    return work
  }
  return {
    get: async (key, url) => {
      const page = pages.get(key)
      if (!page) return renew(key, url)
      pages.delete(key)
      pages.set(key, page)
      const at = now()
      if (at < page.until && at - page.renderedAt < freshMs) return page
      const next = renew(key, url).then(
        (fresh) => {
          if (fresh.status >= 500) onError(url, new Error(`rendered with status ${fresh.status}`))
          return fresh.status < 500 ? fresh : page
        },
        (cause: unknown) => {
          onError(url, cause)
          return page
        }
      )
      return at < page.until ? page : next
    },
    drop: (tag) => {
      for (const page of pages.values()) if (page.tags.includes(tag) || tag === '*') page.until = 0
    },
    get size() {
      return bytes
    }
  }
}

const weight = (page: CachedPage): number => page.bodies.br.length + page.bodies.gzip.length + page.bodies.identity.length

const pack = async (page: RenderedPage, now: number): Promise<CachedPage> => {
  const { 'x-cache-until': until, 'x-cache-tags': tags, ...headers } = page.headers
  const [br, gz] = await Promise.all([
    brotli(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: page.body.length } }),
    gzipped(page.body, { level: 6 })
  ])
  return {
    status: page.status,
    headers,
    etag: `W/"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`,
    bodies: { br, gzip: gz, identity: page.body },
    tags: (tags ?? '').split(' ').filter(Boolean),
    renderedAt: now,
    until: until ? Number(until) : Infinity
  }
}
