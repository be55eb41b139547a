import { transcode } from 'node:buffer'

const PLACEHOLDER = '<!--held:'
const PLACEHOLDER_END = '-->'
/** Bytes of a UTF-16 code unit. */
const UTF16_BYTES = 2

/** Returns a buffer of at least `size` bytes, which each call overwrites and enlarges when needed. */
const reusableBuffer = () => {
  let memory = Buffer.allocUnsafe(256 * 1024)
  return (size: number): Buffer => {
    if (memory.length < size) memory = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(size)))
    return memory
  }
}
const utf16Buffer = reusableBuffer()
const pageBuffer = reusableBuffer()

/** Encodes as UTF-8 by way of UTF-16: five times faster than Buffer.from for strings with Armenian letters. */
const bytesOf = (texts: readonly string[]): Uint8Array => {
  // Joined first: V8 flattens a string when it is written, and the flat copy lives as long as the string.
  const text = texts.join('').toWellFormed()
  const wide = utf16Buffer(text.length * UTF16_BYTES)
  return text === '' ? wide.subarray(0, 0) : transcode(wide.subarray(0, wide.write(text, 'utf16le')), 'utf16le', 'utf8')
}

const concatenate = (pieces: readonly Uint8Array[]): Buffer => {
  const whole = pageBuffer(pieces.reduce((sum, { length }) => sum + length, 0))
  let length = 0
  for (const piece of pieces) {
    whole.set(piece, length)
    length += piece.length
  }
  return whole.subarray(0, length)
}

/** The placeholder in a page for a fragment. */
export const placeholderOf = (name: string | number): string => `${PLACEHOLDER}${name}${PLACEHOLDER_END}`

/**
 * Finished long HTML of a page, such as the cards of a menu. The page is rendered with placeholders, which are replaced when it becomes
 * bytes, so that fragments are copied once instead of by each layer of the renderer.
 */
export class PageFragments {
  readonly #fragments: (readonly string[] | Uint8Array)[] = []
  readonly #shared: Map<string, Uint8Array>

  /** `shared`: fragments used by several pages, by name. */
  constructor(shared = new Map<string, Uint8Array>()) {
    this.#shared = shared
  }

  /** Stores a fragment of one page and returns its placeholder. */
  readonly hold = (html: readonly string[] | Uint8Array): string => placeholderOf(this.#fragments.push(html) - 1)

  /** The same for a fragment that pages share under a name, such as a footer: written on first use. */
  readonly keep = (name: string, write: () => Promise<string>): string | Promise<string> => {
    const existing = this.#shared.get(name)
    if (existing) return this.hold(existing)
    return write().then((html) => {
      const bytes = Buffer.from(html)
      this.#shared.set(name, bytes)
      return this.hold(bytes)
    })
  }

  /**
   * Returns the page with its fragments, in a buffer that the next page overwrites. Throws for a placeholder without a fragment.
   * Clears the fragments: Astro makes each page's object a prototype, which V8 puts into the old generation, so everything it
   * references would stay until the next full collection.
   */
  fill(page: Buffer): Buffer {
    if (this.#fragments.length === 0) return page
    const fragments = this.#fragments.splice(0).map((fragment) => (fragment instanceof Uint8Array ? fragment : bytesOf(fragment)))
    const pieces: Uint8Array[] = []
    let from = 0
    for (let at = page.indexOf(PLACEHOLDER); at >= 0; at = page.indexOf(PLACEHOLDER, from)) {
      const end = page.indexOf(PLACEHOLDER_END, at)
      const name = page.toString('latin1', at + PLACEHOLDER.length, end)
      const fragment = fragments[Number(name)] ?? this.#shared.get(name)
      if (fragment === undefined) throw new Error('a placeholder in the page stands for nothing')
      pieces.push(page.subarray(from, at), fragment)
      from = end + PLACEHOLDER_END.length
    }
    return pieces.length === 0 ? page : concatenate([...pieces, page.subarray(from)])
  }
}
