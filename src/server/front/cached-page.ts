import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gzipSync, type BrotliOptions } from 'node:zlib'
import type { Encoding } from './encoding.ts'

/** A page as its renderer gives it. */
export interface RenderedPage {
  status: number
  headers: Record<string, string>
  /** Its HTML, in memory that is written over when another page's is asked for. */
  body: () => Buffer
}

/** What one reader gets, made once and sent often: names and values of the head in one flat list, as `writeHead` takes it. */
export interface Answer {
  head: string[]
  notModified: string[]
  body: Buffer
}

/** A window of 256 KB holds a whole page; a larger one only takes longer to set up. */
const brotliOptions = (quality: number, size: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT
  },
  chunkSize: 64 * 1024
})
/** Somebody waits for the first one. While others are in line behind them too it takes half the time, for a seventh more bytes. */
const FIRST_QUALITY = 3
const BUSY_QUALITY = 1
/** Bytes of a page that is compressed well at once, because it takes no longer than a long one compressed quickly. */
const SHORT = 96 * 1024
/** Spent once on a long page that so many read, saves them another eighth or quarter of the bytes. */
const BETTER_QUALITY = 7
const MANY_READERS = 5
/** Of a page's other strings and objects, about. */
const OVERHEAD = 6_000

/** A copy in memory of its own. What (de)compressors give, and any short Buffer, is a part of something larger, which would be kept with it. */
const own = (body: Buffer): Buffer => {
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}
const compress = (plain: Buffer, busy: boolean): Buffer => {
  const quality = plain.length < SHORT ? BETTER_QUALITY : busy ? BUSY_QUALITY : FIRST_QUALITY
  return own(brotliCompressSync(plain, brotliOptions(quality, plain.length)))
}
const brotli = promisify(brotliCompress)

/** A rendered page, compressed. Only the brotli body is made at once; the others are made from it for the first reader who wants them. */
export class CachedPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly tags: readonly string[]
  /** Clock time after which the page tells a wrong open state. */
  readonly until: number
  readonly renderedAt: number
  /** The catalogue has changed under it: good only while nothing better can be had. */
  dropped = false
  /** Written by the sender. */
  readonly answers: Partial<Record<Encoding, Answer>> = {}
  readonly #bodies: Partial<Record<Encoding, Buffer>>
  readonly #grown: (bytes: number) => void
  #readers = 0
  #improving = false

  /**
   * `busy`: other pages wait to be made. `before`: the page it takes the place of, whose bodies are taken over where nothing has changed.
   * `grown` hears of memory taken later.
   */
  constructor(
    page: RenderedPage,
    renderedAt: number,
    busy: boolean,
    before: CachedPage | undefined,
    grown: (page: CachedPage, bytes: number) => void
  ) {
    const { 'x-cache-until': until, 'x-cache-tags': tags } = page.headers
    this.status = page.status
    this.headers = Object.fromEntries(Object.entries(page.headers).filter(([name]) => LEAVING.has(name)))
    const plain = page.body()
    this.etag = `W/"${hash('sha1', plain, 'base64url')}"`
    this.tags = (tags ?? '').split(' ').filter(Boolean)
    this.until = until ? Number(until) : Infinity
    this.renderedAt = renderedAt
    this.#grown = (bytes) => grown(this, bytes)
    const same = before?.etag === this.etag
    this.#bodies = same ? before.#bodies : { br: compress(plain, busy) }
    this.#improving = same && before.#improving
  }

  /** Memory it takes, in bytes. */
  get bytes(): number {
    return Object.values(this.#bodies).reduce((sum, body) => sum + body.length, OVERHEAD)
  }

  body(encoding: Encoding): Buffer {
    const known = this.#bodies[encoding]
    if (known) return known
    const plain = brotliDecompressSync(this.#bodies.br ?? Buffer.alloc(0))
    const made = own(encoding === 'gzip' ? gzipSync(plain) : plain)
    this.#bodies[encoding] = made
    this.#grown(made.length)
    return made
  }

  /** Counts a reader of the compressed page. What many read is compressed again, better, where it is long, beside the answers. */
  read(): void {
    this.#readers += 1
    if (this.#readers < MANY_READERS || this.#improving) return
    this.#improving = true
    const plain = this.#bodies.identity ?? brotliDecompressSync(this.#bodies.br ?? Buffer.alloc(0))
    if (plain.length < SHORT) return
    brotli(plain, brotliOptions(BETTER_QUALITY, plain.length)).then(
      (result) => {
        if (result.length >= (this.#bodies.br?.length ?? 0)) return
        const better = own(result)
        this.#grown(better.length - (this.#bodies.br?.length ?? 0))
        this.#bodies.br = better
        delete this.answers.br
      },
      () => undefined
    )
  }
}

/** The headers of a rendered page that a visitor sees. Nothing of one visitor may ever be kept, so no cookie leaves a page. */
const LEAVING = new Set(['content-security-policy', 'location', 'link', 'x-robots-tag'])
