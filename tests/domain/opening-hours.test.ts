import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOpenThroughout, openIntervals, openStateAt, parseSpan, type Schedule } from '#domain/time/opening-hours.ts'
import { instantOf } from '#domain/time/yerevan-time.ts'
import { anySchedule, isPainted, MONDAY, nextChange, paint, reasonAt } from './schedule-oracle.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const daily = (...spans: string[]): Schedule => ({ week: Array.from({ length: 7 }, () => spans), exceptions: [] })

describe('spans', () => {
  it('reads plain ones, ones past midnight and the whole day', () => {
    expect(parseSpan('10:00-23:30')).toEqual({ start: 600, end: 1410 })
    expect(parseSpan('17:00-02:00')).toEqual({ start: 1020, end: 1560 })
    expect(parseSpan('00:00-24:00')).toEqual({ start: 0, end: 1440 })
    expect(parseSpan('00:00-00:00')).toEqual({ start: 0, end: 1440 })
    expect(parseSpan('10:00-10:00')).toEqual({ start: 600, end: 2040 })
  })
  it.each(['', '10-12', '24:00-02:00', '10:00-24:01', '10:60-12:00', '1:00-2:00', '10:00–12:00', ' 10:00-12:00'])('refuses %j', (text) => {
    expect(parseSpan(text)).toBeNull()
  })
})

describe('against the painted strip', () => {
  it('open intervals agree minute by minute over 17 days', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 0, max: 2 * 1440 }), fc.integer({ min: 0, max: 15 * 1440 }), (schedule, start, length) => {
        const strip = paint(schedule)
        const from = MONDAY + start * MINUTE
        const to = from + length * MINUTE
        const intervals = openIntervals(schedule, from, to)
        for (let index = 0; index < intervals.length; index++) {
          const [opens, closes] = intervals[index] as [number, number]
          const before = intervals[index - 1]?.[1] ?? -Infinity
          if (!(opens < closes && opens > before && opens >= from && closes <= to)) throw new Error('not sorted, merged and cut')
        }
        let next = 0
        for (let at = from; at < to; at += MINUTE) {
          while (next < intervals.length && (intervals[next]?.[1] ?? 0) <= at) next += 1
          const interval = intervals[next]
          const open = interval !== undefined && interval[0] <= at
          if (open !== isPainted(strip, at)) throw new Error(`differs at ${new Date(at).toISOString()}`)
        }
      }),
      { numRuns: 100 }
    )
  })

  it('the state agrees at every change, a moment before and after it, and at odd moments', () => {
    fc.assert(
      fc.property(anySchedule, fc.array(fc.integer({ min: 0, max: 10 * DAY }), { minLength: 8, maxLength: 8 }), (schedule, odd) => {
        const strip = paint(schedule)
        const changes = openIntervals(schedule, MONDAY, MONDAY + 4 * DAY).flat()
        const moments = [...changes.flatMap((at) => [at - 1, at, at + 1]), ...odd.map((after) => MONDAY + after)]
        for (const now of moments) {
          const open = isPainted(strip, now)
          const changesAt = nextChange(strip, now)
          expect(openStateAt(schedule, now)).toEqual({
            open,
            changesAt,
            reason: open ? null : reasonAt(schedule, now),
            closesSoon: open && changesAt !== null && changesAt - now <= 30 * MINUTE
          })
        }
      }),
      { numRuns: 100 }
    )
  })

  it('open throughout means every minute is painted', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 0, max: 7 * 1440 }), fc.integer({ min: 0, max: 600 }), (schedule, start, length) => {
        const strip = paint(schedule)
        const from = MONDAY + start * MINUTE
        let all = isPainted(strip, from)
        for (let minute = 0; minute < length; minute++) all &&= isPainted(strip, from + minute * MINUTE)
        expect(isOpenThroughout(schedule, from, from + length * MINUTE)).toBe(all)
      }),
      { numRuns: 150 }
    )
  })
})

describe('cases a person would tell', () => {
  it('around the clock never changes', () => {
    expect(openStateAt(daily('00:00-24:00'), MONDAY + 12_345_678)).toEqual({ open: true, changesAt: null, reason: null, closesSoon: false })
  })
  it('closed for ever says so', () => {
    expect(openStateAt(daily(), MONDAY)).toEqual({ open: false, changesAt: null, reason: 'non_working_day', closesSoon: false })
    // Weeks of special days end with an opening that is told, and so does a year of them with none.
    const closed = (to: string) => ({
      week: daily('10:00-20:00').week,
      exceptions: [{ from: '2026-11-01', to, reason: 'close' as const, hours: [] }]
    })
    expect(openStateAt(closed('2026-12-15'), MONDAY).changesAt).toBe(Date.parse('2026-12-16T10:00+04:00'))
    expect(openStateAt(closed('2099-01-01'), MONDAY).changesAt).toBeNull()
  })
  it('the night before a holiday still runs to its end', () => {
    const schedule = daily('17:00-02:00')
    schedule.exceptions.push({ from: '2026-12-31', to: '2027-01-02', reason: 'holiday', hours: [] })
    expect(openStateAt(schedule, instantOf('2026-12-31', '01:45'))).toEqual({
      open: true,
      changesAt: instantOf('2026-12-31', '02:00'),
      reason: null,
      closesSoon: true
    })
    expect(openStateAt(schedule, instantOf('2026-12-31', '18:00'))).toEqual({
      open: false,
      changesAt: instantOf('2027-01-03', '17:00'),
      reason: 'holiday',
      closesSoon: false
    })
  })
  it('closes at the closing minute, not after it', () => {
    const schedule = daily('10:00-23:00')
    expect(openStateAt(schedule, instantOf('2026-11-20', '23:00') - 1).open).toBe(true)
    expect(openStateAt(schedule, instantOf('2026-11-20', '23:00')).open).toBe(false)
    expect(isOpenThroughout(schedule, instantOf('2026-11-20', '22:30'), instantOf('2026-11-20', '23:00'))).toBe(true)
    expect(isOpenThroughout(schedule, instantOf('2026-11-20', '23:00'), instantOf('2026-11-20', '22:30'))).toBe(false)
  })
  it('an empty stretch of time has no intervals', () => {
    expect(openIntervals(daily('00:00-24:00'), MONDAY, MONDAY)).toEqual([])
    expect(openIntervals(daily('00:00-24:00'), MONDAY, MONDAY - 1)).toEqual([])
  })
})
