import type { Amount } from '#domain/money.ts'
import { openIntervals, type Schedule } from '#domain/time/opening-hours.ts'
import { addDays, DAY_MINUTES, instantOf, isDate, isTime, MINUTE, yerevan, type Instant } from '#domain/time/yerevan-time.ts'

/** express: within 48 hours at twice the price (spec section 10); urgent: within 24 where a supplier offers it. */
export const SPEEDS = ['standard', 'express', 'urgent'] as const
export type Speed = (typeof SPEEDS)[number]

/** How a supplier takes bookings (market file, `bookings`). */
export interface BookingRules {
  /** Length of the windows in which a courier comes, from each opening on. */
  windowMinutes: number
  /** How many times a courier comes in one window, to fetch or to bring back. */
  perWindow: number
  /** From a booking to the first window. */
  noticeMinutes: number
  /** How long the work takes, from the end of the window in which the things are fetched. */
  hours: number
  /** The work is done, and the things are back, within `hours`, at the price times `factor`. */
  express: Faster | null
  urgent: Faster | null
}
export interface Faster {
  hours: number
  factor: number
}

/** Half-open. */
export interface BookingWindow {
  from: Instant
  to: Instant
}

/** Days ahead on which things are fetched, today included, and days after the work on which they come back. */
export const BOOKING_DAYS = 14
const HOUR = 60 * MINUTE
const DAY = DAY_MINUTES * MINUTE

/** All windows of a day (yyyy-mm-dd): as many as fit, one after the other, from each opening on. Empty for what is no date. */
export const windowsOfDay = (rules: Pick<BookingRules, 'windowMinutes'>, schedule: Schedule, date: string): BookingWindow[] => {
  if (!isDate(date)) return []
  const midnight = instantOf(date, 0)
  const length = rules.windowMinutes * MINUTE
  return openIntervals(schedule, midnight, midnight + DAY).flatMap(([opens, closes]) =>
    Array.from({ length: Math.floor((closes - opens) / length) }, (_, index) => {
      const from = opens + index * length
      return { from, to: from + length }
    })
  )
}

/** Windows of a day in which things can be fetched. */
export const pickupWindows = (rules: BookingRules, schedule: Schedule, date: string, now: Instant): BookingWindow[] => {
  const today = yerevan(now).date
  if (date < today || date >= addDays(today, BOOKING_DAYS)) return []
  return windowsOfDay(rules, schedule, date).filter(({ from }) => from >= now + rules.noticeMinutes * MINUTE)
}

/** The days (yyyy-mm-dd) that have such a window. */
export const pickupDates = (rules: BookingRules, schedule: Schedule, now: Instant): string[] =>
  Array.from({ length: BOOKING_DAYS }, (_, index) => addDays(yerevan(now).date, index)).filter(
    (date) => pickupWindows(rules, schedule, date, now).length > 0
  )

/** How much faster work costs: the price times this. null: not offered. */
export const factorOf = (rules: BookingRules, speed: Speed): number | null => (speed === 'standard' ? 1 : (rules[speed]?.factor ?? null))

/** A price in hundredths at a speed: whole drams, half of one up. */
export const priceAt = (price: Amount, factor: number): Amount => Math.round((price * factor) / 100) * 100

/**
 * Windows in which things that are fetched until `fetched` come back, earliest first. Standard: from when the work is done, for
 * BOOKING_DAYS. Faster: those that are over within the hours of that speed, and leave a third of them for the work.
 */
export const returnWindows = (rules: BookingRules, schedule: Schedule, fetched: Instant, speed: Speed): BookingWindow[] => {
  const faster = speed === 'standard' ? null : rules[speed]
  if (speed !== 'standard' && !faster) return []
  const from = fetched + (faster ? faster.hours / 3 : rules.hours) * HOUR
  const until = faster ? fetched + faster.hours * HOUR : from + BOOKING_DAYS * DAY
  const first = yerevan(from).date
  const days = Math.ceil((until - from) / DAY) + 1
  return Array.from({ length: days }, (_, index) => windowsOfDay(rules, schedule, addDays(first, index)))
    .flat()
    .filter((window) => window.from >= from && window.to <= until)
}

/** The window of a list that begins at a date (yyyy-mm-dd) and time (HH:MM). */
export const windowAt = (windows: readonly BookingWindow[], date: string, time: string): BookingWindow | undefined =>
  isDate(date) && isTime(time) ? windows.find(({ from }) => from === instantOf(date, time)) : undefined
