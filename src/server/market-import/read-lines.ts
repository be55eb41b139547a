import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { FaultList } from './faults.ts'

/** Consecutive lines; `first` is the number of the first. null: the line is not UTF-8, which has been reported. */
export interface Lines {
  first: number
  lines: (string | null)[]
  bytes: number
}

const CHUNK_BYTES = 1 << 17
const MAX_LINE_LENGTH = 1 << 20
const NEWLINE = 10
const NOT_UTF8 = 'is not UTF-8; expected a file saved as UTF-8 ("CSV UTF-8" in a spreadsheet)'

/** Returns the numbers of lines that are not UTF-8. Bytes can be split at `\n`, which is never part of another UTF-8 character. */
const badLines = (part: Buffer, first: number): number[] => {
  const bad: number[] = []
  for (let start = 0, line = first; start < part.length; line += 1) {
    const end = part.indexOf(NEWLINE, start)
    if (!isUtf8(part.subarray(start, end < 0 ? part.length : end))) bad.push(line)
    start = end < 0 ? part.length : end + 1
  }
  return bad
}

const withoutBom = (part: Buffer): Buffer => (part[0] === 0xef && part[1] === 0xbb && part[2] === 0xbf ? part.subarray(3) : part)
const isUtf16 = (part: Buffer): boolean => (part[0] === 0xff && part[1] === 0xfe) || (part[0] === 0xfe && part[1] === 0xff)

/**
 * Reads a text file in blocks of whole lines. The byte order mark and `\r` of spreadsheets are removed.
 * Lines that are not UTF-8 become faults. An empty file yields nothing.
 */
export async function* readLines(path: string, file: string, faults: FaultList): AsyncGenerator<Lines> {
  let line = 1
  let rest: Buffer = Buffer.alloc(0)
  const decode = (part: Buffer): Lines => {
    const bad = isUtf8(part) ? [] : badLines(part, line)
    for (const number of bad) faults.add(file, number, '', NOT_UTF8)
    const texts = part.toString('utf8').split('\n')
    if (texts.at(-1) === '') texts.pop()
    const first = line
    line += texts.length
    const lines: (string | null)[] = texts.map((text) => (text.endsWith('\r') ? text.slice(0, -1) : text))
    for (const number of bad) lines[number - first] = null
    return { first, lines, bytes: part.length }
  }
  let start = true
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer)
    if (start) {
      if (isUtf16(bytes)) return void faults.add(file, 1, '', `is UTF-16 and ${NOT_UTF8}`)
      bytes = withoutBom(bytes)
      start = false
    }
    const end = bytes.lastIndexOf(NEWLINE) + 1
    rest = bytes.subarray(end)
    if (end > 0) yield decode(bytes.subarray(0, end))
    if (rest.length > MAX_LINE_LENGTH)
      return void faults.add(file, line, '', 'the line is longer than a million characters; expected lines of products')
    if (faults.full) return
  }
  if (rest.length > 0) yield decode(rest)
}
