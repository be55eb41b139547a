import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDistance, formatMinutes, formatMoment, formatQuantity, unitName } from '#domain/time/date-format.ts'
import { formatDate, formatDateTime, formatDay, formatDayInside, formatTime } from '#i18n/dates.ts'
import { UNIT } from '#domain/enums.ts'
import { LOCALES } from '#domain/locale.ts'
import { weekdayName } from '#i18n/weekdays.ts'
import { addDays, instantOf, toIso } from '#domain/time/yerevan-time.ts'

const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('dates', () => {
  const at = instantOf('2026-11-05', '09:07')
  it('are day/month/year in Yerevan', () => {
    expect([formatDate(at), formatTime(at), formatDateTime(at)]).toEqual(['05/11/2026', '09:07', '05/11/2026, 09:07'])
  })
  it('are those of UTC+4 at every moment, whatever the time zone of the machine', () => {
    const options = { timeZone: 'Etc/GMT-4', hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' } as const
    const day = new Intl.DateTimeFormat('en-GB', options)
    const moment = new Intl.DateTimeFormat('en-GB', { ...options, hour: '2-digit', minute: '2-digit' })
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1930, 0, 1), max: Date.UTC(2200, 0, 1) }), (ms) => {
        expect([formatDate(ms), formatDateTime(ms)]).toEqual([day.format(ms), moment.format(ms)])
        expect(formatDateTime(ms).endsWith(formatTime(ms))).toBe(true)
        expect(formatMoment(toIso(ms))).toBe(formatDateTime(ms))
      })
    )
  })
  it.each([
    ['2026-11-20', 'Այսօր, 20/11', 'Today, 20/11', 'Сегодня, 20/11'],
    ['2026-11-21', 'Վաղը, 21/11', 'Tomorrow, 21/11', 'Завтра, 21/11'],
    ['2026-11-19', 'Երեկ, 19/11', 'Yesterday, 19/11', 'Вчера, 19/11'],
    ['2026-11-23', 'Երկուշաբթի, 23/11', 'Monday, 23/11', 'Понедельник, 23/11'],
    ['2026-11-29', 'Կիրակի, 29/11', 'Sunday, 29/11', 'Воскресенье, 29/11'],
    ['2027-01-01', 'Ուրբաթ, 01/01', 'Friday, 01/01', 'Пятница, 01/01'],
    ['2025-11-20', 'Հինգշաբթի, 20/11/2025', 'Thursday, 20/11/2025', 'Четверг, 20/11/2025']
  ])('%s seen on 20/11/2026', (date, hy, en, ru) => {
    expect(LOCALES.map((locale) => formatDay(date, '2026-11-20', locale))).toEqual([hy, en, ru])
  })
  it.each([
    ['2026-11-21', 'վաղը, 21/11', 'tomorrow, 21/11', 'завтра, 21/11'],
    ['2026-11-23', 'երկուշաբթի, 23/11', 'Monday, 23/11', 'понедельник, 23/11']
  ])('%s inside a sentence, seen on 20/11/2026', (date, hy, en, ru) => {
    expect(LOCALES.map((locale) => formatDayInside(date, '2026-11-20', locale))).toEqual([hy, en, ru])
  })
  it('weekdays follow the language data of the standard, Monday first', () => {
    for (const locale of LOCALES) {
      const days = Array.from({ length: 7 }, (_, index) => addDays('2026-11-16', index))
      const long = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'Asia/Yerevan' })
      expect(days.map((_, index) => weekdayName(index, locale).toLowerCase())).toEqual(
        days.map((date) => long.format(instantOf(date, '12:00')).toLowerCase())
      )
      expect(days.map((date) => formatDay(date, '2026-06-01', locale).split(',')[0])).toEqual(
        days.map((_, index) => weekdayName(index, locale))
      )
    }
    for (const none of [-1, 7, 1.5]) expect(() => weekdayName(none, 'hy')).toThrow(RangeError)
  })
})

describe('measures', () => {
  it.each([
    [25, 35, 'hy', '25–35 րոպե'],
    [25, 35, 'en', '25–35 min'],
    [25, 35, 'ru', '25–35 мин'],
    [40, 40, 'en', '40 min'],
    [90, 105, 'hy', '90–105 րոպե'],
    [200, 215, 'hy', '3–4 ժամ'],
    [180, 180, 'ru', '3 ч']
  ] as const)('%i to %i minutes (%s): %s', (from, to, locale, text) => {
    expect(plain(formatMinutes(from, to, locale))).toBe(text)
  })
  it.each([
    [0, 'en', '0 m'],
    [0.347, 'hy', '350 մ'],
    [0.994, 'en', '990 m'],
    [0.996, 'en', '1 km'],
    [2.44, 'ru', '2,4 км'],
    [2.05, 'en', '2.1 km'],
    [3, 'hy', '3 կմ'],
    [7.3, 'ru', '7,3 км'],
    [9.97, 'en', '10 km'],
    [20.4, 'en', '20 km']
  ] as const)('%d km (%s): %s', (km, locale, text) => {
    expect(plain(formatDistance(km, locale))).toBe(text)
  })
  it.each([
    [35, UNIT.gram, 'hy', '0,35 կգ'],
    [35, UNIT.gram, 'en', '0.35 kg'],
    [100, UNIT.gram, 'ru', '1 кг'],
    [150, UNIT.gram, 'en', '1.5 kg'],
    [1_000, UNIT.gram, 'en', '10 kg'],
    [3, UNIT.piece, 'hy', '3'],
    [20, UNIT.kg, 'en', '20']
  ] as const)('%i of unit %i (%s): %s', (quantity, unit, locale, text) => {
    expect(plain(formatQuantity(quantity, unit, locale))).toBe(text)
  })
  it('weighed quantities lose nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), (quantity) => {
        expect(Math.round(Number.parseFloat(formatQuantity(quantity, UNIT.gram, 'en')) * 100)).toBe(quantity)
      })
    )
  })
  it('every unit has a name in every language; weighed goods go by the kilogram', () => {
    for (const unit of Object.values(UNIT)) for (const locale of LOCALES) expect(unitName(unit, locale)).toMatch(/^\p{L}+\.?$/u)
    expect(LOCALES.map((locale) => unitName(UNIT.gram, locale))).toEqual(['կգ', 'kg', 'кг'])
  })
})
