import { transcode } from 'node:buffer'

const MARK = '<!--held:'
const MARK_END = '-->'
/** Bytes of a unit of a string in UTF-16. */
const WIDE = 2

/** Memory that grows and is written over. */
const scratch = () => {
  let memory = Buffer.allocUnsafe(256 * 1024)
  return (size: number): Buffer => {
    if (memory.length < size) memory = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(size)))
    return memory
  }
}
const wideMemory = scratch()
const pageMemory = scratch()

/** UTF-8 by way of UTF-16: a string with Armenian letters becomes UTF-8 five times slower when it is asked itself. */
const bytesOf = (texts: readonly string[]): Uint8Array => {
  // In one piece before it is written, because what a string makes of itself when it is written lives as long as the string.
  const text = texts.join('').toWellFormed()
  const wide = wideMemory(text.length * WIDE)
  return text === '' ? wide.subarray(0, 0) : transcode(wide.subarray(0, wide.write(text, 'utf16le')), 'utf16le', 'utf8')
}

const joined = (pieces: readonly Uint8Array[]): Buffer => {
  const whole = pageMemory(pieces.reduce((sum, { length }) => sum + length, 0))
  let length = 0
  for (const piece of pieces) {
    whole.set(piece, length)
    length += piece.length
  }
  return whole.subarray(0, length)
}

/** What stands in a page for a part that is kept under a name. */
export const markOf = (name: string | number): string => `${MARK}${name}${MARK_END}`

/**
 * Long HTML that a page is made of and that is finished already, such as the cards of a menu: kept beside while the page is rendered around
 * marks, and put in when the page becomes bytes. So it is copied once, and not by each layer of the renderer.
 */
export class PageFragments {
  readonly #parts: (readonly string[] | Uint8Array)[] = []
  readonly #kept: Map<string, Uint8Array>

  /** `kept`: parts that pages share, by name; one memory for all of them. */
  constructor(kept = new Map<string, Uint8Array>()) {
    this.#kept = kept
  }

  /** Keeps a part, in one or many pieces; answers the mark that stands for it. */
  readonly hold = (html: readonly string[] | Uint8Array): string => markOf(this.#parts.push(html) - 1)

  /** The same for a part that many pages have under one name, such as a footer: it is written for the first of them. */
  readonly keep = (name: string, write: () => Promise<string>): string | Promise<string> => {
    const known = this.#kept.get(name)
    if (known) return this.hold(known)
    return write().then((html) => {
      const bytes = Buffer.from(html)
      this.#kept.set(name, bytes)
      return this.hold(bytes)
    })
  }

  /**
   * The page with all parts in their places, once, in memory that the next page is written over. Throws when a mark stands for nothing.
   * The parts are forgotten: Astro makes each page's own object a prototype, whose shape is old to the collector from the beginning, so that
   * all that a page knew stays until the next full collection.
   */
  fill(page: Buffer): Buffer {
    if (this.#parts.length === 0) return page
    const parts = this.#parts.splice(0).map((part) => (part instanceof Uint8Array ? part : bytesOf(part)))
    const pieces: Uint8Array[] = []
    let from = 0
    for (let at = page.indexOf(MARK); at >= 0; at = page.indexOf(MARK, from)) {
      const end = page.indexOf(MARK_END, at)
      const name = page.toString('latin1', at + MARK.length, end)
      const part = parts[Number(name)] ?? this.#kept.get(name)
      if (part === undefined) throw new Error('a mark in the page stands for nothing')
      pieces.push(page.subarray(from, at), part)
      from = end + MARK_END.length
    }
    return pieces.length === 0 ? page : joined([...pieces, page.subarray(from)])
  }
}
