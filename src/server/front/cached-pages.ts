import type { CachedPage } from './cached-page.ts'

/** A page read within this time is not moved to the end of the LRU order again. */
const TOUCH_MS = 1_000

interface Entry {
  page: CachedPage
  bytes: number
  touchedAt: number
}

/** An LRU cache of pages by key, bounded by `maxBytes`. */
export class CachedPages {
  readonly #entries = new Map<string, Entry>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Returns the page of a key and marks it as read at `now`. */
  get(key: string, now: number): CachedPage | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (now - entry.touchedAt > TOUCH_MS) {
      entry.touchedAt = now
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    return entry.page
  }

  set(key: string, page: CachedPage, now: number): void {
    this.delete(key)
    this.#entries.set(key, { page, bytes: page.bytes, touchedAt: now })
    this.#bytes += page.bytes
    this.#evict(key)
  }

  /** Adds the bytes of a body that a page of this key has added. */
  grow(key: string, page: CachedPage, bytes: number): void {
    const entry = this.#entries.get(key)
    if (entry?.page !== page) return
    entry.bytes += bytes
    this.#bytes += bytes
    this.#evict(key)
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  *values(): Generator<CachedPage> {
    for (const { page } of this.#entries.values()) yield page
  }

  #evict(exceptKey: string): void {
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      if (oldest !== exceptKey) this.delete(oldest)
    }
  }
}
