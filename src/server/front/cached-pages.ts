import type { CachedPage } from './cached-page.ts'

/** A page read within so many milliseconds is not moved up again. */
const TOUCH_MS = 1_000

interface Entry {
  page: CachedPage
  bytes: number
  touchedAt: number
}

/** Pages by their key, at most so many bytes: those not read for the longest time go. */
export class CachedPages {
  readonly #entries = new Map<string, Entry>()
  readonly #mostBytes: number
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The page of a key, which counts as read at `now`. */
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
    this.#makeRoom(key)
  }

  /** A page of this key has made itself another body. */
  grow(key: string, page: CachedPage, bytes: number): void {
    const entry = this.#entries.get(key)
    if (entry?.page !== page) return
    entry.bytes += bytes
    this.#bytes += bytes
    this.#makeRoom(key)
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

  #makeRoom(but: string): void {
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= this.#mostBytes) return
      if (oldest !== but) this.delete(oldest)
    }
  }
}
