import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, instantOf, isDate, isTime, midnightOf, toIso, weekdayOf, yerevan } from '#domain/time/yerevan-time.ts'

/** Since Armenia gave up summer time. */
const moment = fc.integer({ min: Date.UTC(2013, 0, 1), max: Date.UTC(2090, 0, 1) })
const second = moment.map((ms) => Math.floor(ms / 1000) * 1000)
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Yerevan', dateStyle: 'full', timeStyle: 'short' })

describe('the clock of Yerevan', () => {
  it('agrees with the time zone database', () => {
    const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
    fc.assert(
      fc.property(moment, (ms) => {
        const here = yerevan(ms)
        const there = Object.fromEntries(clock.formatToParts(ms).map((part) => [part.type, part.value]))
        expect(here.time).toBe(`${there['hour']}:${there['minute']}`)
        expect([here.day, here.year, names[here.weekday]]).toEqual([Number(there['day']), Number(there['year']), there['weekday']])
      })
    )
  })
  it('its parts are one', () => {
    fc.assert(
      fc.property(second, (ms) => {
        const { date, minutes, weekday, time, year, month, day } = yerevan(ms)
        expect(Date.parse(toIso(ms))).toBe(ms)
        expect(instantOf(date, time)).toBe(Math.floor(ms / 60_000) * 60_000)
        expect(instantOf(date, minutes)).toBe(instantOf(date, time))
        expect(weekdayOf(date)).toBe(weekday)
        expect(midnightOf(ms)).toBe(instantOf(date, 0))
        expect(date.split('-').map(Number)).toEqual([year, month, day])
        expect(isDate(date) && isTime(time)).toBe(true)
      })
    )
  })
  it('by example', () => {
    const ms = Date.parse('2026-11-20T11:00:00Z')
    expect(toIso(ms)).toBe('2026-11-20T15:00:00+04:00')
    expect(toIso(ms + 12_345)).toBe('2026-11-20T15:00:12+04:00')
    expect(yerevan(ms)).toEqual({ date: '2026-11-20', minutes: 900, weekday: 4, year: 2026, month: 11, day: 20, time: '15:00' })
    expect(yerevan(Date.parse('2026-12-31T20:30:00Z')).date).toBe('2027-01-01')
  })
})

describe('dates', () => {
  it('days are added and counted, over leap days and new years', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -4_000, max: 4_000 }), (ms, n) => {
        const { date } = yerevan(ms)
        expect(daysBetween(date, addDays(date, n))).toBe(n)
        expect(addDays(addDays(date, n), -n)).toBe(date)
      })
    )
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })
  it('minutes outside the day reach into its neighbours', () => {
    expect(instantOf('2026-11-20', 1500)).toBe(instantOf('2026-11-21', '01:00'))
    expect(instantOf('2026-11-20', -30)).toBe(instantOf('2026-11-19', '23:30'))
  })
  it.each(['2026-02-30', '2026-13-01', '2026-00-10', '2026-1-1', '20/11/2026', '2026-11-20T00:00', '', 'today', '0026-01-01'])(
    '%j is no date',
    (text) => {
      expect(isDate(text)).toBe(false)
      expect(() => instantOf(text, 0)).toThrow(RangeError)
    }
  )
  it.each(['24:00', '12:60', '1:00', '12:00:00', '', 'noon', '12.00'])('%j is no time', (text) => {
    expect(isTime(text)).toBe(false)
    expect(() => instantOf('2026-11-20', text)).toThrow(RangeError)
  })
})
