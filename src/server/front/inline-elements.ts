const [LESS, GREATER, SLASH, DOUBLE, SINGLE, EQUALS] = [0x3c, 0x3e, 0x2f, 0x22, 0x27, 0x3d]

const isLetter = (byte: number | undefined): boolean => byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/** Returns the position after the `>` that ends a tag; one in an attribute's quoted value does not. -1 for a tag that never ends. */
const endOfTag = (html: Buffer, from: number): number => {
  let quote = 0
  let isValue = false
  for (let at = from; at < html.length; at += 1) {
    const byte = html[at] ?? 0
    if (quote !== 0) {
      if (byte === quote) quote = 0
    } else if (byte === GREATER) return at + 1
    else if (isValue && (byte === DOUBLE || byte === SINGLE)) quote = byte
    if (byte > 0x20) isValue = byte === EQUALS
  }
  return -1
}

/** Calls back with the tag and the content of each script and style of a page. Text in attributes and comments is not mistaken for tags. */
export const eachInline = (html: Buffer, found: (name: 'script' | 'style', tag: string, content: Buffer) => void): void => {
  for (let at = html.indexOf(LESS); at >= 0; at = html.indexOf(LESS, at)) {
    const next = html[at + 1]
    if (next === 0x21 && html[at + 2] === 0x2d && html[at + 3] === 0x2d) {
      const end = html.indexOf('-->', at + 4)
      if (end < 0) return
      at = end
    } else if (isLetter(next) || next === SLASH) {
      const start = endOfTag(html, at)
      if (start < 0) return
      const name = /^<(script|style)[\s/>]/i.exec(html.toString('latin1', at, at + 8))?.[1]?.toLowerCase()
      if (name === 'script' || name === 'style') {
        const end = html.indexOf(`</${name}`, start)
        if (end < 0) return
        found(name, html.toString('latin1', at, start), html.subarray(start, end))
        at = end
      } else at = start
    } else at += 1
  }
}
