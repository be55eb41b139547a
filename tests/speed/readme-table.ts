import type { RecordedRow } from './record.ts'

const BEGIN = '<!-- speed: written by `npm run speed` -->'
const END = '<!-- /speed -->'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** When and at which commit rows were measured; parts that were measured apart are named. */
const measuredAt = (rows: readonly RecordedRow[]): string => {
  const parts = new Map<string, Set<string>>()
  for (const { part, date, commit } of rows) {
    const when = `${date} at commit ${commit}`
    parts.set(when, (parts.get(when) ?? new Set()).add(part))
  }
  if (parts.size === 1) return `Measured on ${[...parts.keys()].join('')}.`
  return `Measured on ${[...parts].map(([when, names]) => `${when} (${[...names].join(', ')})`).join('; ')}.`
}

export const tableOf = (rows: readonly RecordedRow[]): string =>
  [
    '| what | goal | figure | verdict |',
    '| --- | --- | --- | --- |',
    ...rows.map(({ what, goal, figure, verdict }) => `| ${[what, goal, figure, verdict].map(cell).join(' | ')} |`)
  ].join('\n')

/** The text of README with the table between its two markers written anew. */
export const withTable = (readme: string, rows: readonly RecordedRow[]): string => {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`README.md lacks the markers "${BEGIN}" and "${END}"`)
  const body = `${measuredAt(rows)}\n\n<details>\n<summary>All ${rows.length} figures</summary>\n\n${tableOf(rows)}\n\n</details>`
  return `${readme.slice(0, begin + BEGIN.length)}\n${body}\n${readme.slice(end)}`
}
