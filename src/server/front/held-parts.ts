const MARK = '<!--held:'
const MARK_END = '-->'
/** UTF-8 takes at most so many bytes for a unit of a string. */
const MOST_BYTES = 3

let scratch = Buffer.allocUnsafe(256 * 1024)
const scratchOf = (size: number): Buffer => {
  if (scratch.length < size) scratch = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(size)))
  return scratch
}

/**
 * Long HTML that a page is made of and that is finished already, such as the cards of a menu: kept beside while the page is rendered around
 * marks, and put in when the page becomes bytes. So it is copied once, and not by each layer of the renderer.
 */
export class HeldParts {
  readonly #parts: string[] = []

  /** Keeps a part; answers the mark that stands for it. */
  readonly hold = (html: string): string => `${MARK}${this.#parts.push(html) - 1}${MARK_END}`

  /** The page with all parts in their places, in memory that the next page is written over. Throws when a mark stands for nothing. */
  fill(page: Buffer): Buffer {
    if (this.#parts.length === 0) return page
    const filled = scratchOf(this.#parts.reduce((sum, part) => sum + part.length * MOST_BYTES, page.length))
    let from = 0
    let length = 0
    for (let at = page.indexOf(MARK); at >= 0; at = page.indexOf(MARK, from)) {
      const end = page.indexOf(MARK_END, at)
      const part = this.#parts[Number(page.toString('latin1', at + MARK.length, end))]
      if (part === undefined) throw new Error('a mark in the page stands for nothing')
      length += page.copy(filled, length, from, at)
      length += filled.write(part, length)
      from = end + MARK_END.length
    }
    length += page.copy(filled, length, from)
    return filled.subarray(0, length)
  }
}
