import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Schedule } from '#domain/time/opening-hours.ts'
import { canDeliverNow, datesWithSlots, firstSlot, isSlotAvailable, slotsOfDay, type SlotSupplier } from '#domain/time/slots.ts'
import { formatTime } from '#i18n/dates.ts'
import { instantOf, toIso } from '#domain/time/yerevan-time.ts'
import { anySchedule, dateOf, MONDAY } from './schedule-oracle.ts'
import { canBeginAt, minutesAgree, painted, startsOn, supplierWith, yearsAgree } from './slots-oracle.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const anySupplier = supplierWith(anySchedule)
const anyNow = fc.integer({ min: 0, max: 2 * DAY }).map((after) => MONDAY + after)

describe('against the painted strip', () => {
  it('a slot is offered exactly when every supplier can keep it', () => {
    fc.assert(
      fc.property(fc.array(anySupplier, { minLength: 1, maxLength: 3 }), anyNow, fc.integer({ min: 0, max: 16 }), (suppliers, now, day) => {
        const expected = startsOn(painted(suppliers), day, now).map(toIso)
        const slots = slotsOfDay(suppliers, dateOf(day), now)
        expect(slots.map((slot) => toIso(slot.from))).toEqual(expected)
        expect(slots.every((slot) => slot.to - slot.from === 30 * MINUTE)).toBe(true)
      }),
      { numRuns: 130 }
    )
  })

  it('delivery now means the kitchen is open until it is done', () => {
    fc.assert(
      fc.property(fc.array(anySupplier, { minLength: 1, maxLength: 3 }), anyNow, (suppliers, moment) => {
        const now = Math.floor(moment / MINUTE) * MINUTE
        expect(canDeliverNow(suppliers, now)).toBe(canBeginAt(painted(suppliers), now))
      }),
      { numRuns: 100 }
    )
  })

  it('two years of holidays agree, and every minute of a day', () => {
    fc.assert(yearsAgree, { numRuns: 3 })
    fc.assert(minutesAgree(1), { numRuns: 5 })
  })

  it('first slot, dates and the check of one slot agree with the days', () => {
    fc.assert(
      fc.property(
        fc.array(anySupplier, { minLength: 1, maxLength: 2 }),
        anyNow,
        fc.integer({ min: 0, max: 47 }),
        (suppliers, now, half) => {
          const today = Math.floor((now - MONDAY) / DAY)
          const week = Array.from({ length: 7 }, (_, index) => dateOf(today + index))
          const days = week.map((date) => ({ date, slots: slotsOfDay(suppliers, date, now) }))
          expect(firstSlot(suppliers, now)).toEqual(days.flatMap(({ slots }) => slots)[0] ?? null)
          expect(datesWithSlots(suppliers, now)).toEqual(days.filter(({ slots }) => slots.length > 0).map(({ date }) => date))
          for (const { date, slots } of days) {
            const start = instantOf(date, half * 30)
            expect(isSlotAvailable(suppliers, date, formatTime(start), now)).toBe(slots.some((slot) => slot.from === start))
          }
        }
      ),
      { numRuns: 100 }
    )
  })
})

describe('cases a person would tell', () => {
  const daily = (...spans: string[]): Schedule => ({ week: Array.from({ length: 7 }, () => spans), exceptions: [] })
  const grill: SlotSupplier = { schedule: daily('10:00-23:00'), preparationMinutes: 25, deliveryMinutes: 20 }
  const times = (suppliers: SlotSupplier[], date: string, now: number): string[] =>
    slotsOfDay(suppliers, date, now).map((slot) => formatTime(slot.from))

  it('a closed restaurant can be ordered from for after it reopens', () => {
    const night = instantOf('2026-11-20', '03:10')
    expect(canDeliverNow([grill], night)).toBe(false)
    expect(times([grill], '2026-11-20', night).slice(0, 2)).toEqual(['11:00', '11:30'])
    expect(firstSlot([grill], night)?.from).toBe(instantOf('2026-11-20', '11:00'))
  })
  it('a slot can just be kept at the last minute, not a moment later', () => {
    const lastMinute = instantOf('2026-11-20', '13:15')
    expect(times([grill], '2026-11-20', lastMinute)[0]).toBe('14:00')
    expect(times([grill], '2026-11-20', lastMinute + 1)[0]).toBe('14:30')
  })
  it('the last slot leaves before closing', () => {
    expect(times([grill], '2026-11-20', instantOf('2026-11-20', '09:00')).at(-1)).toBe('23:00')
  })
  it('fetched: the last slot ends at closing, and the last order for now can still be fetched', () => {
    const counter: SlotSupplier = { ...grill, deliveryMinutes: 0, pickup: true }
    expect(times([counter], '2026-11-20', instantOf('2026-11-20', '09:00')).at(-1)).toBe('22:30')
    expect(canDeliverNow([counter], instantOf('2026-11-20', '22:05'))).toBe(true)
    expect(canDeliverNow([counter], instantOf('2026-11-20', '22:06'))).toBe(false)
    expect(canDeliverNow([grill], instantOf('2026-11-20', '22:06'))).toBe(true)
  })
  it('two suppliers share only what both can keep', () => {
    const cafe: SlotSupplier = { schedule: daily('08:00-12:00'), preparationMinutes: 10, deliveryMinutes: 20 }
    expect(times([grill, cafe], '2026-11-20', instantOf('2026-11-20', '06:00'))).toEqual(['11:00', '11:30', '12:00'])
  })
  it('offers nothing for nobody, for the past, for texts that are no date, and for later than two weeks', () => {
    const now = instantOf('2026-11-20', '12:00')
    expect(slotsOfDay([], '2026-11-20', now)).toEqual([])
    expect(canDeliverNow([], now)).toBe(false)
    expect(firstSlot([], now)).toBeNull()
    expect(slotsOfDay([grill], '2026-11-19', now)).toEqual([])
    expect(slotsOfDay([grill], 'tomorrow', now)).toEqual([])
    expect(isSlotAvailable([grill], '2026-11-21', '12:15', now)).toBe(false)
    expect(isSlotAvailable([grill], '2026-02-30', '12:00', now)).toBe(false)
    expect(isSlotAvailable([grill], '2026-11-21', '25:00', now)).toBe(false)
    expect(isSlotAvailable([grill], '2026-12-03', '12:00', now)).toBe(true)
    expect(isSlotAvailable([grill], '2026-12-04', '12:00', now)).toBe(false)
  })
})
