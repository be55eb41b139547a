import { isOpenThroughout, openIntervals, type Schedule } from './opening-hours.ts'
import { addDays, DAY_MINUTES, daysBetween, instantOf, isDate, isTime, MINUTE, yerevan, type Instant } from './yerevan-time.ts'

export const SLOT_MINUTES = 30
/** Nothing can be ordered for later than this, today included. */
export const SLOT_HORIZON_DAYS = 14

export interface SlotSupplier {
  schedule: Schedule
  preparationMinutes: number
  deliveryMinutes: number
}

/** A window of delivery. */
export interface SlotWindow {
  from: Instant
  to: Instant
}

/** Which slot starts a supplier can keep between two moments: it prepares while open, then the courier leaves. */
const keeper = (supplier: SlotSupplier, first: Instant, last: Instant, now: Instant): ((start: Instant) => boolean) => {
  const way = supplier.deliveryMinutes * MINUTE
  const work = supplier.preparationMinutes * MINUTE
  const open = openIntervals(supplier.schedule, first - way - work, last)
  return (start) => {
    const leaves = start - way
    const begins = leaves - work
    return begins >= now && open.some(([opens, closes]) => opens <= begins && Math.max(leaves, begins + 1) <= closes)
  }
}

/** The windows of a day (yyyy-mm-dd) in which all suppliers can deliver, earliest first; none for no suppliers. */
export const slotsOfDay = (suppliers: readonly SlotSupplier[], date: string, now: Instant): SlotWindow[] => {
  const distance = isDate(date) ? daysBetween(yerevan(now).date, date) : -1
  if (suppliers.length === 0 || distance < 0 || distance >= SLOT_HORIZON_DAYS) return []
  const midnight = instantOf(date, 0)
  const keepers = suppliers.map((supplier) => keeper(supplier, midnight, midnight + DAY_MINUTES * MINUTE, now))
  return Array.from({ length: DAY_MINUTES / SLOT_MINUTES }, (_, index) => midnight + index * SLOT_MINUTES * MINUTE)
    .filter((start) => keepers.every((keeps) => keeps(start)))
    .map((start) => ({ from: start, to: start + SLOT_MINUTES * MINUTE }))
}

/** All are open now and until their preparation is done. */
export const canDeliverNow = (suppliers: readonly SlotSupplier[], now: Instant): boolean =>
  suppliers.length > 0 &&
  suppliers.every(({ schedule, preparationMinutes }) => isOpenThroughout(schedule, now, now + preparationMinutes * MINUTE))

const daysFrom = (now: Instant, days: number): string[] => {
  const today = yerevan(now).date
  return Array.from({ length: Math.min(days, SLOT_HORIZON_DAYS) }, (_, index) => addDays(today, index))
}

/** The earliest window within so many days, today included; null when there is none. */
export const firstSlot = (suppliers: readonly SlotSupplier[], now: Instant, days = 7): SlotWindow | null => {
  for (const date of daysFrom(now, days)) {
    const [first] = slotsOfDay(suppliers, date, now)
    if (first) return first
  }
  return null
}

/** The dates (yyyy-mm-dd) of the next days, today included, that have a window. */
export const datesWithSlots = (suppliers: readonly SlotSupplier[], now: Instant, days = 7): string[] =>
  daysFrom(now, days).filter((date) => slotsOfDay(suppliers, date, now).length > 0)

/** Whether a window starting at this date (yyyy-mm-dd) and time (HH:MM) can be kept; false for texts that are neither. */
export const isSlotAvailable = (suppliers: readonly SlotSupplier[], date: string, time: string, now: Instant): boolean => {
  if (!isDate(date) || !isTime(time)) return false
  const start = instantOf(date, time)
  return slotsOfDay(suppliers, date, now).some((slot) => slot.from === start)
}
