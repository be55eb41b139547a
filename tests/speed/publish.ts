import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#tests/support/sources.ts'
import { chartOf } from './chart.ts'
import { measuredNow, merged, readRecord, writeRecord } from './record.ts'
import { withTable } from './readme-table.ts'
import { verdictOf, type Row } from './rows.ts'

const FOLDER = join(ROOT, '.readme')
const RECORD = join(FOLDER, 'speed.json')
const README = join(ROOT, 'README.md')

/** Puts a part's rows into the record, and draws picture and table of README anew. `parts`: all there are, in their order. */
export const publish = (part: string, rows: readonly Row[], parts: readonly string[]): void => {
  const now = measuredNow()
  const fresh = rows.map(({ what, goal, figure, met }) => ({ part, what, goal, figure, verdict: verdictOf({ met }), ...now }))
  const record = merged(readRecord(RECORD), fresh, parts)
  mkdirSync(FOLDER, { recursive: true })
  writeRecord(RECORD, record)
  writeFileSync(join(FOLDER, 'speed.svg'), chartOf(record))
  writeFileSync(README, withTable(readFileSync(README, 'utf8'), record))
}
