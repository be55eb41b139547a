import { describe, expect, it } from 'vitest'
import type { ImportProgress } from '#server/market-import/import-market.ts'
import { createProgress, describeImport, formatDuration } from '#server/market-import/progress.ts'

const at = (lines: number, bytes: number, phase: ImportProgress['phase'] = 'reading'): ImportProgress => ({
  phase,
  lines,
  bytes,
  totalBytes: 1_000
})

const watch = (isTTY: boolean) => {
  const texts: string[] = []
  let now = 0
  const progress = createProgress({ isTTY, columns: 100, write: (text) => texts.push(text) }, () => now)
  return { texts, progress, wait: (seconds: number) => void (now += seconds * 1_000) }
}

describe('progress of an import', () => {
  it('is a bar with rate and time left on a terminal, which goes away at the end', () => {
    const { texts, progress, wait } = watch(true)
    wait(2)
    progress.show(at(20_000, 250))
    expect(texts[0]).toContain('██████░░░░░░░░░░░░░░░░░░  25 %  20 000 lines, 10 000 lines/s, 6 s left')
    expect(texts[0]?.startsWith('\r')).toBe(true)
    progress.show(at(20_001, 250))
    expect(texts).toHaveLength(1)
    progress.show(at(80_000, 1_000, 'writing'))
    expect(texts[1]).toContain('100 %  80 000 lines read, writing…')
    progress.end()
    expect(texts[2]).toBe('\r\u001b[2K')
  })

  it('is a line now and then elsewhere', () => {
    const { texts, progress, wait } = watch(false)
    progress.show(at(10, 1))
    wait(6)
    progress.show(at(6_000, 100))
    wait(1)
    progress.show(at(7_000, 110))
    progress.show(at(60_000, 1_000, 'writing'))
    progress.end()
    expect(texts).toEqual(['10 %  6 000 lines, 1 000 lines/s, 54 s left\n', '100 %  60 000 lines read, writing…\n'])
  })

  it('ends with what was done', () => {
    const counts = {
      suppliers: 2,
      products: 1_200,
      added: 0,
      changed: 0,
      withdrawn: 0,
      unchanged: 1_200,
      otherChanges: 0,
      seconds: 0.5,
      linesPerSecond: 2_400
    }
    expect(describeImport(counts)).toBe('1 200 products of 2 suppliers in 0.5 s (2 400 lines/s): nothing changed.')
    expect(describeImport({ ...counts, added: 7, otherChanges: 1 })).toContain(
      '7 added, 0 changed, 0 withdrawn, 1 200 unchanged; 1 other rows written'
    )
    expect([formatDuration(59.4), formatDuration(65)]).toEqual(['59 s', '1 min 05 s'])
  })
})
