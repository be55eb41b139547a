import { expect, test } from 'vitest'
import { longDate, longDateTime, longDay } from '#domain/long-date.ts'

const EVENING = Date.parse('2026-11-20T20:30:00Z')

test.each([
  ['hy', '21\u00a0նոյեմբերի, 2026'],
  ['en', '21\u00a0November 2026'],
  ['ru', '21\u00a0ноября 2026\u00a0г.']
] as const)('a day of Yerevan in %s is %s', (locale, words) => {
  expect(longDay('2026-11-21', locale)).toBe(words)
  expect(longDate(EVENING, locale)).toBe(words)
  expect(longDateTime(EVENING, locale)).toBe(`${words}, 00:30`)
})

test.each(['en', 'ru'] as const)('every month in %s is what the server’s calendar calls it', (locale) => {
  const calendar = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'long', timeZone: 'UTC' })
  for (let month = 1; month <= 12; month += 1) {
    const date = `1990-${String(month).padStart(2, '0')}-09`
    expect(longDay(date, locale).replaceAll('\u00a0', ' ')).toBe(calendar.format(new Date(date)).replaceAll('\u00a0', ' '))
  }
})
