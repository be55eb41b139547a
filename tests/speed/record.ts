import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ROOT } from '#tests/support/sources.ts'
import type { verdictOf } from './rows.ts'

/** A row of the table with the part of `npm run speed` that measured it, and when. */
export interface RecordedRow {
  part: string
  what: string
  goal: string
  figure: string
  verdict: ReturnType<typeof verdictOf>
  date: string
  commit: string
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** Today, and the commit that is measured; a plus: with changes that are not committed. Without git: unknown. */
export const measuredNow = (): Pick<RecordedRow, 'date' | 'commit'> => {
  const date = new Date().toISOString().slice(0, 10)
  try {
    const isChanged = git('status', '--porcelain', '--', 'src', 'content', 'public', 'package-lock.json', ':!*.md') !== ''
    return { date, commit: git('rev-parse', '--short=7', 'HEAD') + (isChanged ? '+' : '') }
  } catch {
    // No repository, as in a downloaded archive.
    return { date, commit: 'unknown' }
  }
}

/** The record with a part's rows replaced by new ones, parts in the order given. A part that measured nothing leaves its old rows. */
export const merged = (old: readonly RecordedRow[], fresh: readonly RecordedRow[], parts: readonly string[]): RecordedRow[] => {
  const measured = new Set(fresh.map(({ part }) => part))
  const all = [...old.filter(({ part }) => !measured.has(part)), ...fresh]
  return parts.flatMap((part) => all.filter((row) => row.part === part))
}

export const readRecord = (file: string): RecordedRow[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedRow[]) : []

export const writeRecord = (file: string, rows: readonly RecordedRow[]): void => writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`)
