import fc from 'fast-check'
import type { Schedule } from '#domain/time/opening-hours.ts'
import { canDeliverNow, SLOT_HORIZON_DAYS, slotsOfDay, type SlotSupplier } from '#domain/time/slots.ts'
import { dateOf, isPainted, MONDAY, paint, scheduleOf } from './schedule-oracle.ts'

/** A slow second opinion on windows: it walks the kitchen's minutes one by one. */

const MINUTE = 60_000
const HALF_HOUR = 30 * MINUTE
const DAY = 1440 * MINUTE

export const supplierWith = (schedule: fc.Arbitrary<Schedule>): fc.Arbitrary<SlotSupplier> =>
  fc
    .record({
      schedule,
      preparationMinutes: fc.integer({ min: 0, max: 180 }),
      deliveryMinutes: fc.integer({ min: 0, max: 180 }),
      pickup: fc.boolean()
    })
    .map((supplier) => (supplier.pickup ? { ...supplier, deliveryMinutes: 0 } : supplier))

/** A branch hands over until the window is over. */
const openMinutes = ({ preparationMinutes, pickup }: SlotSupplier): number => preparationMinutes + (pickup ? 30 : 0)

const isOpenFor = (strip: Uint8Array, from: number, minutes: number): boolean => {
  for (let minute = 0; minute < Math.max(1, minutes); minute++) if (!isPainted(strip, from + minute * MINUTE)) return false
  return true
}

const keeps = (supplier: SlotSupplier, strip: Uint8Array, start: number, now: number): boolean => {
  const begins = start - (supplier.preparationMinutes + supplier.deliveryMinutes) * MINUTE
  return begins >= now && isOpenFor(strip, begins, openMinutes(supplier))
}

interface Painted {
  supplier: SlotSupplier
  strip: Uint8Array
}
export const painted = (suppliers: readonly SlotSupplier[], days?: number): Painted[] =>
  suppliers.map((supplier) => ({ supplier, strip: paint(supplier.schedule, days) }))

/** Starts of the windows of a day, counted from MONDAY, that all of them can keep. */
export const startsOn = (family: readonly Painted[], day: number, now: number): number[] => {
  const ahead = day - Math.floor((now - MONDAY) / DAY)
  if (ahead < 0 || ahead >= SLOT_HORIZON_DAYS) return []
  return Array.from({ length: 48 }, (_, half) => MONDAY + day * DAY + half * HALF_HOUR).filter((start) =>
    family.every(({ supplier, strip }) => keeps(supplier, strip, start, now))
  )
}

/** Whether all of them are open until a dish that is begun now is done. */
export const canBeginAt = (family: readonly Painted[], now: number): boolean =>
  family.every(({ supplier, strip }) => isOpenFor(strip, Math.floor(now / MINUTE) * MINUTE, openMinutes(supplier)))

const YEARS_DAYS = 730
/** Beyond the last day: its horizon, and a window that ends on the day after. */
const STRIP_DAYS = YEARS_DAYS + SLOT_HORIZON_DAYS + 4

const anyFamily = fc.array(supplierWith(scheduleOf(40, YEARS_DAYS)), { minLength: 1, maxLength: 3 })

const same = (suppliers: readonly SlotSupplier[], family: readonly Painted[], now: number, day: number): boolean => {
  const starts = slotsOfDay(suppliers, dateOf(day), now).map(({ from }) => from)
  const expected = startsOn(family, day, now)
  return starts.length === expected.length && starts.every((start, index) => start === expected[index])
}

/** Two years of a family of suppliers: on each day at one moment, the windows of a day up to two weeks ahead, and whether it can be had now. */
export const yearsAgree = fc.property(
  anyFamily,
  fc.integer({ min: 0, max: 1439 }),
  fc.integer({ min: 0, max: 15 }),
  (suppliers, first, ahead) => {
    const family = painted(suppliers, STRIP_DAYS)
    for (let day = 0; day < YEARS_DAYS; day++) {
      // Steps that meet every minute of a day and every distance.
      const now = MONDAY + day * DAY + ((first + day * 487) % 1440) * MINUTE
      if (canDeliverNow(suppliers, now) !== canBeginAt(family, now)) return false
      if (!same(suppliers, family, now, day + ((ahead + day) % 16))) return false
    }
    return true
  }
)

/** The same, at every minute of so many days, of today's windows. */
export const minutesAgree = (days: number) =>
  fc.property(anyFamily, fc.integer({ min: 0, max: YEARS_DAYS - days }), (suppliers, first) => {
    const family = painted(suppliers, STRIP_DAYS)
    for (let minute = first * 1440; minute < (first + days) * 1440; minute++) {
      const now = MONDAY + minute * MINUTE
      if (canDeliverNow(suppliers, now) !== canBeginAt(family, now)) return false
      if (!same(suppliers, family, now, Math.floor(minute / 1440))) return false
    }
    return true
  })
