import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chartOf } from './speed/chart.ts'
import { merged, readRecord, type RecordedRow } from './speed/record.ts'
import { withTable } from './speed/readme-table.ts'
import { shareOf } from './speed/shares.ts'
import { ROOT } from './support/sources.ts'

const row = (part: string, what: string, more: Partial<RecordedRow> = {}): RecordedRow => ({
  part,
  what,
  goal: '<= 2 s',
  figure: '1500 ms',
  verdict: 'met',
  date: '2026-11-22',
  commit: 'abcdef0',
  ...more
})

describe('the share of a goal that a figure uses', () => {
  test.each([
    ['<= 2 s', '1500 ms', 0.75],
    ['>= 1000/s on one core', '500/s, p99 10 ms; server 0.3 ms', 2],
    ['<= 4.0 KB, 15.0 KB', '2.0 KB, 15.0 KB', 1],
    ['<= 1.5 s, 0.01, 30 ms', '1.28 s, 0.000, 60 ms', 2],
    ['>= 97 / >= 100 / >= 100 / any', '97 / 100 / 100 / 66', 1],
    ['a million <= 2 times ten thousand', '2.0 / 1.8 / 1.9 ms, 0.50 times', 0.25],
    ['<= 1.6 times', '0.80 times (33563/s, 28 µs against 35692/s)', 0.5]
  ])('%s: %s', (goal, figure, share) => expect(shareOf({ goal, figure })).toBeCloseTo(share))

  test('is unknown without a number to reach, or with numbers of another kind', () => {
    expect(shareOf({ goal: 'reported', figure: '5 ms' })).toBeNull()
    expect(shareOf({ goal: '<= 5 MB', figure: 'no PostgreSQL programs on this machine' })).toBeNull()
    expect(shareOf({ goal: '<= 5 MB', figure: '3 ms' })).toBeNull()
  })
})

describe('the record of figures', () => {
  const old = [row('api', 'lists'), row('api', 'an old name'), row('pages', 'start')]

  test('a run of some parts replaces the rows of these and keeps the others, in the order of the parts', () => {
    const fresh = [row('api', 'lists', { figure: '900 ms', commit: '1234567' })]
    expect(merged(old, fresh, ['pages', 'api'])).toEqual([old[2], ...fresh])
  })

  test('a part that measured nothing keeps its rows', () => {
    expect(merged(old, [], ['pages', 'api'])).toEqual([old[2], old[0], old[1]])
  })
})

describe('the picture of figures', () => {
  const rows = [
    row('pages', 'start & <first> page'),
    row('api', 'lists', { goal: '>= 1000/s', figure: '800/s', verdict: 'MISSED' }),
    row('api', 'memory', { goal: 'reported', figure: '5 MB', verdict: 'reported' })
  ]
  const svg = chartOf(rows)

  test('has a bar for each figure with a goal, longer than the goal where it is missed', () => {
    const widths = (verdict: string): number[] =>
      [...svg.matchAll(new RegExp(`<rect class="${verdict}" [^>]*width="([\\d.]+)"`, 'g'))].map((match) => Number(match[1]))
    const [goal = 0] = widths('track')
    expect(widths('met')).toEqual([goal * 0.75])
    expect(widths('MISSED')).toEqual([goal * 1.25])
    expect(svg).not.toContain('memory')
  })

  test('says what it shows in words, with a name for those who do not see it', () => {
    expect(svg).toContain('role="img" aria-labelledby="title desc"')
    expect(svg).toContain('2 figures against their goals: 1 met, 1 missed (lists).')
    expect(svg).toContain('start &amp; &lt;first&gt; page')
    expect(svg).toContain('prefers-color-scheme:dark')
  })
})

describe('the table in README', () => {
  const [begin, end] = ['<!-- speed: written by `npm run speed` -->', '<!-- /speed -->']
  const text = `before\n${begin}\nold\n${end}\nafter\n`

  test('is written between its markers, the same again the second time', () => {
    const once = withTable(text, [row('api', 'lists')])
    expect(once).toMatch(/^before\n[\s\S]*\| lists \| &lt;= 2 s \| 1500 ms \| met \|[\s\S]*\nafter\n$/)
    expect(once).not.toContain('old')
    expect(once).toContain('Measured on 2026-11-22 at commit abcdef0.')
    expect(withTable(once, [row('api', 'lists')])).toBe(once)
  })

  test('tells parts of different days and commits apart', () => {
    const text2 = withTable(text, [row('api', 'lists'), row('pages', 'start', { commit: '1234567' })])
    expect(text2).toContain('Measured on 2026-11-22 at commit abcdef0 (api); 2026-11-22 at commit 1234567 (pages).')
  })

  test('and the picture are what the record says', () => {
    const record = readRecord(join(ROOT, '.readme/speed.json'))
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    expect(record.length).toBeGreaterThan(50)
    expect(withTable(readme, record)).toBe(readme)
    expect(readFileSync(join(ROOT, '.readme/speed.svg'), 'utf8')).toBe(chartOf(record))
  })

  test('a README without the markers is a fault', () => {
    expect(() => withTable('before', [])).toThrow(/lacks the markers/)
  })
})
