import { isOpenThroughout, openIntervals, type Schedule } from './opening-hours.ts'
import { addDays, DAY_MINUTES, daysBetween, instantOf, isDate, isTime, MINUTE, yerevan, type Instant } from './yerevan-time.ts'

export const SLOT_MINUTES = 30
/** Number of days that can be scheduled, today included. */
export const SLOT_HORIZON_DAYS = 14

export interface SlotSupplier {
  schedule: Schedule
  preparationMinutes: number
  deliveryMinutes: number
  /** The order is fetched: the branch is open until its window is over. */
  pickup?: boolean
}

/** A delivery window. */
export interface SlotWindow {
  from: Instant
  to: Instant
}

/** Slot starts that a supplier can meet between two moments: it prepares while open, then the courier leaves, or it is fetched. */
const slotChecker = (supplier: SlotSupplier, first: Instant, last: Instant, now: Instant): ((start: Instant) => boolean) => {
  const travel = supplier.deliveryMinutes * MINUTE
  const work = supplier.preparationMinutes * MINUTE
  const open = openIntervals(supplier.schedule, first - travel - work, last)
  return (start) => {
    const leaves = start - travel
    const begins = leaves - work
    const ends = supplier.pickup ? start + SLOT_MINUTES * MINUTE : Math.max(leaves, begins + 1)
    return begins >= now && open.some(([opens, closes]) => opens <= begins && ends <= closes)
  }
}

/** Windows of a day (yyyy-mm-dd) in which all suppliers can deliver, earliest first; empty for no suppliers. */
export const slotsOfDay = (suppliers: readonly SlotSupplier[], date: string, now: Instant): SlotWindow[] => {
  const distance = isDate(date) ? daysBetween(yerevan(now).date, date) : -1
  if (suppliers.length === 0 || distance < 0 || distance >= SLOT_HORIZON_DAYS) return []
  const midnight = instantOf(date, 0)
  const checkers = suppliers.map((supplier) => slotChecker(supplier, midnight, midnight + DAY_MINUTES * MINUTE, now))
  return Array.from({ length: DAY_MINUTES / SLOT_MINUTES }, (_, index) => midnight + index * SLOT_MINUTES * MINUTE)
    .filter((start) => checkers.every((isAvailable) => isAvailable(start)))
    .map((start) => ({ from: start, to: start + SLOT_MINUTES * MINUTE }))
}

/** All suppliers are open now and until their preparation is done; when it is fetched, as long as a window after that. */
export const canDeliverNow = (suppliers: readonly SlotSupplier[], now: Instant): boolean =>
  suppliers.length > 0 &&
  suppliers.every(({ schedule, preparationMinutes, pickup }) =>
    isOpenThroughout(schedule, now, now + (preparationMinutes + (pickup ? SLOT_MINUTES : 0)) * MINUTE)
  )

const daysFrom = (now: Instant, days: number): string[] => {
  const today = yerevan(now).date
  return Array.from({ length: Math.min(days, SLOT_HORIZON_DAYS) }, (_, index) => addDays(today, index))
}

/** Earliest window within this many days, today included; null when there is none. */
export const firstSlot = (suppliers: readonly SlotSupplier[], now: Instant, days = 7): SlotWindow | null => {
  for (const date of daysFrom(now, days)) {
    const [first] = slotsOfDay(suppliers, date, now)
    if (first) return first
  }
  return null
}

/** Dates (yyyy-mm-dd) from today on that have a window. */
export const datesWithSlots = (suppliers: readonly SlotSupplier[], now: Instant, days = 7): string[] =>
  daysFrom(now, days).filter((date) => slotsOfDay(suppliers, date, now).length > 0)

/** The window that begins at a moment; null when the suppliers cannot keep it. */
export const slotAt = (suppliers: readonly SlotSupplier[], start: Instant, now: Instant): SlotWindow | null =>
  slotsOfDay(suppliers, yerevan(start).date, now).find((slot) => slot.from === start) ?? null

/** True when a window at this date (yyyy-mm-dd) and time (HH:MM) is available; false for invalid values. */
export const isSlotAvailable = (suppliers: readonly SlotSupplier[], date: string, time: string, now: Instant): boolean => {
  return isDate(date) && isTime(time) && slotAt(suppliers, instantOf(date, time), now) !== null
}
