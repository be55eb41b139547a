import { LOCALES, type Words } from '#domain/locale.ts'
import { isDate } from '#domain/time/yerevan-time.ts'
import { readWords, type ReportFault } from './check-cells.ts'
import { textFault } from './check-text.ts'
import { shown, type FaultList } from '#server/market-import/faults.ts'
import { readLines } from '#server/market-import/read-lines.ts'
import type { Sink } from '#server/market-import/rows.ts'
import { splitCells } from '#server/market-import/split-cells.ts'

const COLUMNS = ['code', 'date', 'stars', 'author_hy', 'author_en', 'author_ru', 'text_hy', 'text_en', 'text_ru', 'demo'] as const
type Column = (typeof COLUMNS)[number]
const EXPECTED = `expected the first line ${COLUMNS.join(',')}`
const CODE = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/
const MAX_NAME_LENGTH = 60
const MAX_TEXT_LENGTH = 1_000

export interface ReviewsCheck {
  path: string
  /** Name in faults. */
  file: string
  supplierId: number
  /** The rating of supplier.yaml; its count includes all reviews. */
  rating: { count: number } | undefined
  faults: FaultList
  sink: Sink
  onRead: (lines: number, bytes: number) => void
}

/** Reads a line of reviews.csv, split into one cell per column. The row is valid only if nothing was reported. */
const readReview = (cells: readonly string[], codes: Set<string>, report: ReportFault): Record<string, unknown> => {
  const cell = (column: Column): string => cells[COLUMNS.indexOf(column)] ?? ''
  const [code, date, stars, demo] = [cell('code'), cell('date'), cell('stars'), cell('demo')]
  if (!CODE.test(code)) report('code', `is ${shown(code)}, expected up to 64 latin letters, digits and dashes`)
  else if (codes.has(code)) report('code', `${shown(code)} stands here twice, expected every code once in the file`)
  codes.add(code)
  if (!isDate(date)) report('date', `is ${shown(date)}, expected a date that exists, such as 2026-11-03`)
  if (!/^[1-5]$/.test(stars)) report('stars', `is ${shown(stars)}, expected a whole number from 1 to 5`)
  if (demo !== '' && demo !== '0' && demo !== '1') report('demo', `is ${shown(demo)}, expected 1, 0 or nothing`)
  const texts: Partial<Words> = {}
  LOCALES.forEach((locale) => {
    const text = cell(`text_${locale}`)
    if (text === '') return
    const expected = textFault(text, locale, MAX_TEXT_LENGTH)
    if (expected) report(`text_${locale}`, `is ${shown(text)}, expected ${expected}`)
    texts[locale] = text
  })
  const author = readWords('author', { hy: cell('author_hy'), en: cell('author_en'), ru: cell('author_ru') }, MAX_NAME_LENGTH, report)
  return { code, written_on: date, stars: Number(stars), author, words: texts, demo: demo === '1' }
}

const cellsOf = (text: string, report: ReportFault): string[] | null => {
  const split = splitCells(text)
  if (text.trim() === '') report('', 'the line is empty, expected a review or the end of the file')
  else if ('problem' in split) report(COLUMNS[split.cell] ?? '', split.problem)
  else if (split.cells.length === COLUMNS.length) return split.cells
  else report('', `has ${split.cells.length} cells, expected ${COLUMNS.length}`)
  return null
}

/** Reads reviews.csv and passes its rows on; faults go to the list. */
export const checkReviews = async ({ path, file, supplierId, rating, faults, sink, onRead }: ReviewsCheck): Promise<void> => {
  const codes = new Set<string>()
  let read = 0
  for await (const { first, lines, bytes } of readLines(path, file, faults)) {
    if (first === 1 && lines[0] !== COLUMNS.join(',')) return faults.add(file, 1, '', `has other columns, ${EXPECTED}`)
    const rows: Record<string, unknown>[] = []
    for (let index = first === 1 ? 1 : 0; index < lines.length && !faults.full; index += 1) {
      const faultsBefore = faults.list.length
      const report: ReportFault = (column, problem) => faults.add(file, first + index, column, problem)
      const text = lines[index]
      const cells = typeof text === 'string' ? cellsOf(text, report) : null
      const row = cells && readReview(cells, codes, report)
      if (row && faults.list.length === faultsBefore) rows.push({ supplier_id: supplierId, ...row })
    }
    read += rows.length
    await sink('reviews', rows)
    onRead(0, bytes)
    if (faults.full) return
  }
  if (read > (rating?.count ?? 0))
    faults.add(file, 0, '', `has ${read} reviews, but the rating of supplier.yaml counts ${rating?.count ?? 0}; expected no more than that`)
}
