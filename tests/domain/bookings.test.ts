import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { laundryStateOf, SERVICE_STATUS, serviceStatusOf } from '#domain/bookings/booking.ts'
import { pickupDates, pickupWindows, priceAt, returnWindows, windowAt, windowsOfDay, type BookingRules } from '#domain/bookings/windows.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { addDays, instantOf, toIso, yerevan } from '#domain/time/yerevan-time.ts'
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

describe('windows in which a courier comes, against a walk through all minutes', () => {
  it('are as many as fit, from each opening on', () => {
    fc.assert(
      fc.property(anySchedule, anyRules, fc.integer({ min: 0, max: 30 }), (schedule, rules, day) => {
        const windows = windowsOfDay(rules, schedule, dateOf(day))
        expect(starts(windows)).toEqual(slowWindows(paint(schedule), day, rules.windowMinutes))
        expect(windows.every(({ from, to }) => to - from === rules.windowMinutes * MINUTE)).toBe(true)
      }),
      { numRuns: 150 }
    )
  })

  it('fetch from the notice on, within two weeks, and bring back when the work is done, or within the hours of a faster speed', () => {
    fc.assert(
      fc.property(anySchedule, anyRules, fc.integer({ min: 0, max: 3 * 1_440 }), (schedule, rules, after) => {
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
        expect(dates.flatMap((date) => pickupWindows(rules, schedule, date, now)).map(({ from }) => from)).toEqual(expected)
        const [first] = expected
        if (first === undefined) return
        const fetched = first + length
        const reach = fetched + rules.hours * HOUR + 14 * DAY
        // The strip ends after 38 days.
        if (reach < MONDAY + 33 * DAY)
          expect(returnWindows(rules, schedule, fetched, 'standard').map(({ from }) => from)).toEqual(
            all.filter((from) => from >= fetched + rules.hours * HOUR && from + length <= reach)
          )
        for (const speed of ['express', 'urgent'] as const) {
          const faster = rules[speed]
          const back = returnWindows(rules, schedule, fetched, speed).map(({ from }) => from)
          if (!faster) expect(back).toEqual([])
          else
            expect(back).toEqual(
              all.filter((from) => from >= fetched + (faster.hours / 3) * HOUR && from + length <= fetched + faster.hours * HOUR)
            )
        }
      }),
      { numRuns: 120 }
    )
  })

  it('is found by its beginning; what is no date or time finds none', () => {
    const windows = [{ from: instantOf('2026-11-20', '09:00'), to: instantOf('2026-11-20', '11:00') }]
    expect(windowAt(windows, '2026-11-20', '09:00')).toBe(windows[0])
    for (const [date, time] of [
      ['2026-11-20', '10:00'],
      ['2026-11-20', '9:00'],
      ['2026-02-30', '09:00'],
      ['', '']
    ] as const)
      expect(windowAt(windows, date, time)).toBeUndefined()
    expect(windowsOfDay({ windowMinutes: 60 }, { week: [], exceptions: [] }, 'tomorrow')).toEqual([])
  })
})

describe('prices and statuses', () => {
  it('a price at a speed is whole drams', () => {
    expect(priceAt(90_000, 2)).toBe(180_000)
    expect(priceAt(33_300, 1.5)).toBe(50_000)
    expect(priceAt(90_000, 1)).toBe(90_000)
  })

  it('follow the order once the price is agreed to; an order that was never paid asks again', () => {
    const { UPDATED, IN_PROCESS, CANCELLED, COLLECTING, READY_FOR_DELIVERY, COMPLETELY_DELIVERED } = SERVICE_STATUS
    const at = (status: (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS], unpaid = false) => serviceStatusOf(UPDATED, { status, unpaid })
    expect(serviceStatusOf(IN_PROCESS, null)).toBe(IN_PROCESS)
    expect(serviceStatusOf(UPDATED, null)).toBe(UPDATED)
    expect(at(ORDER_STATUS.NEW_NOT_PAID)).toBe(UPDATED)
    for (const status of [ORDER_STATUS.OPEN, ORDER_STATUS.PAID, ORDER_STATUS.IN_PROCESS]) expect(at(status)).toBe(COLLECTING)
    expect(at(ORDER_STATUS.READY_FOR_DELIVERY)).toBe(READY_FOR_DELIVERY)
    expect(at(ORDER_STATUS.COMPLETELY_DELIVERED)).toBe(COMPLETELY_DELIVERED)
    expect(at(ORDER_STATUS.CANCELLED)).toBe(CANCELLED)
    expect(at(ORDER_STATUS.CANCELLED, true)).toBe(UPDATED)
    expect(serviceStatusOf(CANCELLED, { status: ORDER_STATUS.CANCELLED, unpaid: true })).toBe(CANCELLED)
  })

  it('of laundry are a view of them', () => {
    expect([1, 1, 2, 3, 4, 5, 6, 7, 8, 0].map((status, index) => laundryStateOf(status as 1, index === 1))).toEqual([
      1, 2, 3, 4, 4, 5, 5, 6, 7, 0
    ])
  })
})
