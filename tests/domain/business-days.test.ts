import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addBusinessDays } from '#domain/time/business-days.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'

const at = (date: string): number => Date.parse(`${date}T13:00:00+04:00`)
const after = (date: string, days = 3): string => yerevan(addBusinessDays(at(date), days)).date

test('weekends and holidays of Armenia do not count; the time of day stays', () => {
  expect(after('2026-11-20')).toBe('2026-11-25')
  expect(after('2026-11-21')).toBe('2026-11-25')
  expect(after('2026-12-29')).toBe('2027-01-05')
  expect(after('2027-01-04')).toBe('2027-01-08')
  expect(after('2026-01-26', 2)).toBe('2026-01-29')
  expect(after('2026-04-23', 1)).toBe('2026-04-27')
  expect(yerevan(addBusinessDays(at('2026-11-20'), 3)).time).toBe('13:00')
  expect(after('2026-11-20', 0)).toBe('2026-11-20')
})

test('every day counted is one on which people work, and none of them is left out', () => {
  const free = /-(?:01-0[126]|01-28|03-08|04-24|05-01|05-09|05-28|07-05|09-21|12-31)$/
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 1, max: 12 }), (offset, days) => {
      const start = at('2024-01-01') + offset * 86_400_000
      const end = addBusinessDays(start, days)
      let counted = 0
      for (let day = start + 86_400_000; day <= end; day += 86_400_000) {
        const { date } = yerevan(day)
        const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
        if (weekday !== 0 && weekday !== 6 && !free.test(date)) counted += 1
      }
      expect(counted).toBe(days)
      const { date } = yerevan(end)
      expect(free.test(date) || [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())).toBe(false)
    })
  )
})
