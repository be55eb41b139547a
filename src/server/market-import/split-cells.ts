const QUOTE = '"'

/** The cells of a line, or the problem with its quotes and the cell (from 0). */
export type Cells = { cells: string[] } | { cell: number; problem: string }

const quoted = (line: string, from: number): { text: string; end: number } | null => {
  let text = ''
  for (let start = from + 1; ;) {
    const end = line.indexOf(QUOTE, start)
    if (end < 0) return null
    text += line.slice(start, end)
    if (line[end + 1] !== QUOTE) return { text, end: end + 1 }
    text += QUOTE
    start = end + 2
  }
}

/**
 * Splits a line of comma-separated values (RFC 4180), except that a cell has no line breaks: each line is parsed alone, so that a broken
 * quote is reported at its line and affects no other.
 */
export const splitCells = (line: string): Cells => {
  if (!line.includes(QUOTE)) return { cells: line.split(',') }
  const cells: string[] = []
  for (let at = 0; ;) {
    if (line[at] === QUOTE) {
      const cell = quoted(line, at)
      if (!cell)
        return {
          cell: cells.length,
          problem: 'the quote is not closed on this line; expected a cell of one line that ends with a double quote'
        }
      if (cell.end < line.length && line[cell.end] !== ',')
        return {
          cell: cells.length,
          problem: `text after the closing quote; expected a comma there, and quotes inside a cell doubled ("")`
        }
      cells.push(cell.text)
      at = cell.end
    } else {
      const comma = line.indexOf(',', at)
      const text = line.slice(at, comma < 0 ? line.length : comma)
      if (text.includes(QUOTE))
        return {
          cell: cells.length,
          problem: 'a double quote inside a cell without quotes; expected the cell in quotes and its own quotes doubled ("")'
        }
      cells.push(text)
      at += text.length
    }
    if (at >= line.length) return { cells }
    at += 1
  }
}
