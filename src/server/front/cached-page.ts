import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gzipSync, type BrotliOptions } from 'node:zlib'
import type { Encoding } from './encoding.ts'

/** A page as the renderer returns it. */
export interface RenderedPage {
  status: number
  headers: Record<string, string>
  /** Returns the HTML in a shared buffer, which the next page's `body()` overwrites. */
  body: () => Buffer
}

/** One ready response, reused for many requests. Headers are flat lists of names and values, as `writeHead` takes them. */
export interface Answer {
  head: string[]
  notModified: string[]
  body: Buffer
}

/** A window of 256 KB (2^18) covers a whole page; a larger one only takes longer to set up. */
const brotliOptions = (quality: number, size: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT
  },
  chunkSize: 64 * 1024
})
/** Brotli quality of the first response, for which a visitor waits. While other renders are queued: half the time for a seventh more bytes. */
const FIRST_QUALITY = 3
const BUSY_QUALITY = 1
/**
 * Pages below this, such as lists, are compressed at LIST_QUALITY: a millisecond more for a seventh fewer bytes. While many renders are queued
 * they take a third less time, and stay within the byte budget, which BUSY_QUALITY would exceed.
 */
const LIST_PAGE_BYTES = 192 * 1024
const LIST_QUALITY = 5
const BUSY_LIST_QUALITY = 4
/** Pages below this are compressed at BETTER_QUALITY at once: it takes no longer than a long page at low quality. */
const SHORT_PAGE_BYTES = 96 * 1024
/** A long page with MANY_READERS is compressed once more at this quality, which saves another eighth to quarter of the bytes. */
const BETTER_QUALITY = 7
const MANY_READERS = 5
/** Approximate memory of a page's strings and objects besides its bodies. */
const OVERHEAD_BYTES = 6_000

/** Copies into memory of its own: results of zlib and short Buffers are slices of a larger block that would stay alive with them. */
const copyOf = (body: Buffer): Buffer => {
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}
const compress = (html: Buffer, busy: boolean): Buffer => {
  const [calmQuality, busyQuality] = html.length < LIST_PAGE_BYTES ? [LIST_QUALITY, BUSY_LIST_QUALITY] : [FIRST_QUALITY, BUSY_QUALITY]
  const quality = html.length < SHORT_PAGE_BYTES ? BETTER_QUALITY : busy ? busyQuality : calmQuality
  return copyOf(brotliCompressSync(html, brotliOptions(quality, html.length)))
}
const brotli = promisify(brotliCompress)

/** A rendered page, compressed. The brotli body is made at once; the others are derived from it on the first request for them. */
export class CachedPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly tags: readonly string[]
  /** Time (ms since the epoch) after which the page shows a wrong opening state. */
  readonly until: number
  readonly renderedAt: number
  /** Set when the catalogue has changed: the page is served only while no newer one can be rendered. */
  dropped = false
  /** Ready responses by encoding; filled by createSender. */
  readonly answers: Partial<Record<Encoding, Answer>> = {}
  readonly #bodies: Partial<Record<Encoding, Buffer>>
  readonly #onGrow: (bytes: number) => void
  #readers = 0
  #improving = false

  /**
   * `busy`: other renders are queued. `previous`: the page being replaced; its bodies are reused when the HTML is the same.
   * `onGrow` is called with the bytes of bodies that are added later.
   */
  constructor(
    page: RenderedPage,
    renderedAt: number,
    busy: boolean,
    previous: CachedPage | undefined,
    onGrow: (page: CachedPage, bytes: number) => void
  ) {
    const { 'x-cache-until': until, 'x-cache-tags': tags } = page.headers
    this.status = page.status
    this.headers = Object.fromEntries(Object.entries(page.headers).filter(([name]) => PUBLIC_HEADERS.has(name)))
    const html = page.body()
    this.etag = `W/"${hash('sha1', html, 'base64url')}"`
    this.tags = (tags ?? '').split(' ').filter(Boolean)
    this.until = until ? Number(until) : Infinity
    this.renderedAt = renderedAt
    this.#onGrow = (bytes) => onGrow(this, bytes)
    const same = previous?.etag === this.etag
    this.#bodies = same ? previous.#bodies : { br: compress(html, busy) }
    this.#improving = same && previous.#improving
  }

  /** Memory in bytes, approximately. */
  get bytes(): number {
    return Object.values(this.#bodies).reduce((sum, body) => sum + body.length, OVERHEAD_BYTES)
  }

  body(encoding: Encoding): Buffer {
    const existing = this.#bodies[encoding]
    if (existing) return existing
    const html = brotliDecompressSync(this.#bodies.br ?? Buffer.alloc(0))
    const encoded = copyOf(encoding === 'gzip' ? gzipSync(html) : html)
    this.#bodies[encoding] = encoded
    this.#onGrow(encoded.length)
    return encoded
  }

  /** Counts a request for the compressed page. A long page that many request is compressed again in the background, at better quality. */
  read(): void {
    this.#readers += 1
    if (this.#readers < MANY_READERS || this.#improving) return
    this.#improving = true
    const html = this.#bodies.identity ?? brotliDecompressSync(this.#bodies.br ?? Buffer.alloc(0))
    if (html.length < SHORT_PAGE_BYTES) return
    brotli(html, brotliOptions(BETTER_QUALITY, html.length)).then(
      (result) => {
        if (result.length >= (this.#bodies.br?.length ?? 0)) return
        const better = copyOf(result)
        this.#onGrow(better.length - (this.#bodies.br?.length ?? 0))
        this.#bodies.br = better
        delete this.answers.br
      },
      () => undefined
    )
  }
}

/** The headers of a rendered page that are sent. Cookies are not among them: a cached page must hold nothing of one visitor. */
const PUBLIC_HEADERS = new Set(['content-security-policy', 'location', 'link', 'x-robots-tag'])
