import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { pickupDates, pickupWindows, returnWindows, windowsOfDay, type BookingRules } from '#domain/bookings/windows.ts'
import { addDays, toIso, yerevan } from '#domain/time/yerevan-time.ts'
import { anySchedule, dateOf, isPainted, MONDAY, paint } from './schedule-oracle.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const anyRules: fc.Arbitrary<BookingRules> = fc
  .record({
    windowMinutes: fc.constantFrom(30, 45, 60, 90, 120, 240, 480),
    noticeMinutes: fc.integer({ min: 0, max: 2_000 }),
    hours: fc.integer({ min: 1, max: 120 }),
    express: fc.option(fc.record({ hours: fc.integer({ min: 1, max: 72 }), factor: fc.constantFrom(1, 1.5, 2) })),
    urgent: fc.option(fc.record({ hours: fc.integer({ min: 1, max: 48 }), factor: fc.constantFrom(2, 3) }))
  })
  .map((rules) => ({ ...rules, perWindow: 1 }))

/** Walks the minutes of a day: a window ends when it is full, and none begins before the one before it has ended. */
const slowWindows = (strip: Uint8Array, day: number, length: number): string[] => {
  const starts: string[] = []
  const midnight = MONDAY + day * DAY
  let since = -1
  for (let minute = 0; minute < 1_440; minute++) {
    if (!isPainted(strip, midnight + minute * MINUTE)) since = -1
    else if (since === -1) since = minute
    if (since !== -1 && minute - since + 1 === length) {
      starts.push(toIso(midnight + since * MINUTE))
      since = minute + 1
      if (minute + 1 >= 1_440 || !isPainted(strip, midnight + (minute + 1) * MINUTE)) since = -1
    }
  }
  return starts
}
const starts = (windows: { from: number }[]): string[] => windows.map(({ from }) => toIso(from))

/** All windows of a day. */
export const windowsAgree = fc.property(anySchedule, anyRules, fc.integer({ min: 0, max: 30 }), (schedule, rules, day) => {
  const windows = windowsOfDay(rules, schedule, dateOf(day))
  deepEqual(starts(windows), slowWindows(paint(schedule), day, rules.windowMinutes))
  deepEqual(
    windows.every(({ from, to }) => to - from === rules.windowMinutes * MINUTE),
    true
  )
})

/** Windows in which things are fetched, and come back. */
export const bookingsAgree = fc.property(anySchedule, anyRules, fc.integer({ min: 0, max: 3 * 1_440 }), (schedule, rules, after) => {
  const now = MONDAY + after * MINUTE
  const strip = paint(schedule)
  const days = Array.from({ length: 34 }, (_, day) => day)
  const all = days.flatMap((day) => slowWindows(strip, day, rules.windowMinutes).map((iso) => Date.parse(iso)))
  const today = yerevan(now).date
  const length = rules.windowMinutes * MINUTE
  const expected = all.filter(
    (from) => from >= now + rules.noticeMinutes * MINUTE && yerevan(from).date < addDays(today, 14) && yerevan(from).date >= today
  )
  const dates = pickupDates(rules, schedule, now)
  deepEqual(
    dates.flatMap((date) => pickupWindows(rules, schedule, date, now)).map(({ from }) => from),
    expected
  )
  const [first] = expected
  if (first === undefined) return
  const fetched = first + length
  const reach = fetched + rules.hours * HOUR + 14 * DAY
  // The strip ends after 38 days.
  if (reach < MONDAY + 33 * DAY)
    deepEqual(
      returnWindows(rules, schedule, fetched, 'standard').map(({ from }) => from),
      all.filter((from) => from >= fetched + rules.hours * HOUR && from + length <= reach)
    )
  for (const speed of ['express', 'urgent'] as const) {
    const faster = rules[speed]
    const back = returnWindows(rules, schedule, fetched, speed).map(({ from }) => from)
    if (!faster) deepEqual(back, [])
    else
      deepEqual(
        back,
        all.filter((from) => from >= fetched + (faster.hours / 3) * HOUR && from + length <= fetched + faster.hours * HOUR)
      )
  }
})
