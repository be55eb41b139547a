import fc from 'fast-check'
import type { HoursException, Schedule } from '#domain/time/opening-hours.ts'

/** A slow second opinion on opening hours: a strip of minutes, painted one by one. Written apart from the code it judges. */

/** Monday 2026-11-16, 00:00 in Yerevan. */
export const MONDAY = Date.parse('2026-11-15T20:00:00Z')
export const STRIP_DAYS = 40
const DAY_MS = 86_400_000

/** Date of a day of the strip; the strip begins two days before MONDAY. */
export const dateOf = (day: number): string => new Date(Date.UTC(2026, 10, 16) + day * DAY_MS).toISOString().slice(0, 10)

const hoursOf = (schedule: Schedule, day: number): { spans: string[]; exception: HoursException | null } => {
  const date = dateOf(day)
  for (const exception of schedule.exceptions) {
    if (exception.from > date || exception.to < date) continue
    return { spans: exception.hours, exception }
  }
  return { spans: schedule.week[((day % 7) + 7) % 7] ?? [], exception: null }
}

const LEAD_DAYS = 2

export const paint = (schedule: Schedule, days = STRIP_DAYS): Uint8Array => {
  const strip = new Uint8Array(days * 1440)
  for (let day = -LEAD_DAYS; day < days - LEAD_DAYS; day++) {
    for (const span of hoursOf(schedule, day).spans) {
      const [opening, closing] = span.split('-') as [string, string]
      const clock = (minute: number): string =>
        `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      const [hour = 0, minute = 0] = opening.split(':').map(Number)
      let at = hour * 60 + minute
      do {
        const cell = (day + LEAD_DAYS) * 1440 + at
        if (cell < strip.length) strip[cell] = 1
        at += 1
      } while (clock(at) !== (closing === '24:00' ? '00:00' : closing))
    }
  }
  return strip
}

const cellOf = (ms: number): number => Math.floor((ms - MONDAY) / 60_000) + LEAD_DAYS * 1440
export const isPainted = (strip: Uint8Array, ms: number): boolean => strip[cellOf(ms)] === 1

/** The next minute that differs: within 14 days while it is open, as far as the strip reaches while it is closed. */
export const nextChange = (strip: Uint8Array, ms: number): number | null => {
  const first = cellOf(ms)
  const end = strip[first] ? cellOf(ms + 14 * DAY_MS - 1) + 1 : strip.length
  for (let cell = first + 1; cell < end; cell++) {
    if (strip[cell] !== strip[first]) return MONDAY + (cell - LEAD_DAYS * 1440) * 60_000
  }
  return null
}

export const reasonAt = (schedule: Schedule, ms: number): string => {
  const { spans, exception } = hoursOf(schedule, Math.floor((ms - MONDAY) / DAY_MS))
  if (exception) return exception.reason
  return spans.length === 0 ? 'non_working_day' : 'close'
}

const text = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const span = (step: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 0, max: 1440 / step - 1 }), fc.integer({ min: 0, max: 1440 / step }))
    .map(([start, end]) => `${text(start * step)}-${text(end * step)}`)
/** Few distinct times make spans adjoin and overlap; fine ones make odd minutes. */
const anySpan = fc.oneof(
  { weight: 3, arbitrary: span(60) },
  { weight: 2, arbitrary: span(5) },
  { weight: 1, arbitrary: span(1) },
  { weight: 1, arbitrary: fc.constant('00:00-24:00') }
)
const exceptionBy = (lastDay: number): fc.Arbitrary<HoursException> =>
  fc
    .record({
      first: fc.integer({ min: -LEAD_DAYS, max: lastDay }),
      days: fc.integer({ min: 0, max: 5 }),
      reason: fc.constantFrom('close' as const, 'holiday' as const, 'non_working_day' as const),
      hours: fc.array(anySpan, { maxLength: 2 })
    })
    .map(({ first, days, reason, hours }) => ({ from: dateOf(first), to: dateOf(first + days), reason, hours }))
const week = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.array(anySpan, { maxLength: 3 }), { minLength: 7, maxLength: 7 }) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 7 }, () => ['00:00-24:00'])) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 7 }, () => ['10:00-15:00', '15:00-02:00'])) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 7 }, (): string[] => [])) }
)
/** Up to so many exceptions, the last of which begins by this day of the strip. */
export const scheduleOf = (exceptions: number, lastDay: number): fc.Arbitrary<Schedule> =>
  fc.record({ week, exceptions: fc.array(exceptionBy(lastDay), { maxLength: exceptions }) })
export const anySchedule: fc.Arbitrary<Schedule> = scheduleOf(3, 20)
