/** A moment: milliseconds since 1970 UTC. */
export type Instant = number

export const MINUTE = 60_000
export const DAY_MINUTES = 1_440
const DAY = DAY_MINUTES * MINUTE
/** Armenia has had no summer time since 2012 (spec section 9: UTC+4). */
export const OFFSET_MINUTES = 240
const OFFSET = OFFSET_MINUTES * MINUTE

export interface YerevanTime {
  /** yyyy-mm-dd */
  date: string
  /** Minute of the day, 0 to 1439. */
  minutes: number
  /** 0 is Monday, 6 Sunday. */
  weekday: number
  year: number
  month: number
  day: number
  /** HH:MM */
  time: string
}

const two = (value: number): string => String(value).padStart(2, '0')
const timeOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** Date and time in Yerevan at a moment. */
export const yerevan = (ms: Instant): YerevanTime => {
  const local = new Date(ms + OFFSET)
  const year = local.getUTCFullYear()
  const month = local.getUTCMonth() + 1
  const day = local.getUTCDate()
  const minutes = local.getUTCHours() * 60 + local.getUTCMinutes()
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  return { date, minutes, weekday: (local.getUTCDay() + 6) % 7, year, month, day, time: timeOf(minutes) }
}

/** Start of the Yerevan day of a moment. */
export const midnightOf = (ms: Instant): Instant => Math.floor((ms + OFFSET) / DAY) * DAY - OFFSET

/** '2026-11-20T15:00:00+04:00', in whole seconds. */
export const toIso = (ms: Instant): string => {
  const { date, time } = yerevan(ms)
  return `${date}T${time}:${two(new Date(ms).getUTCSeconds())}+04:00`
}

const midnightUtc = (date: string): number => {
  const [year = NaN, month = NaN, day = NaN] = date.split('-').map(Number)
  return Date.UTC(year, month - 1, day)
}

/** True for an existing date yyyy-mm-dd. */
export const isDate = (text: string): boolean => {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false
  return new Date(midnightUtc(text)).toISOString().startsWith(text)
}

/** True for 00:00 to 23:59. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/**
 * Moment of a Yerevan date and time; minutes may be outside the day (1500 is 01:00 of the next).
 * Throws RangeError for invalid dates or times: check external input with isDate and isTime first.
 */
export const instantOf = (date: string, time: string | number): Instant => {
  if (!isDate(date)) throw new RangeError(`no such date: ${date}`)
  if (typeof time === 'number') return midnightUtc(date) - OFFSET + time * MINUTE
  if (!isTime(time)) throw new RangeError(`no such time: ${time}`)
  return midnightUtc(date) - OFFSET + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE
}

/** Date n days later (earlier when negative). */
export const addDays = (date: string, n: number): string => yerevan(instantOf(date, 0) + n * DAY).date

/** 0 is Monday, 6 Sunday. */
export const weekdayOf = (date: string): number => yerevan(instantOf(date, 0)).weekday

/** Whole days between two dates; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (instantOf(to, 0) - instantOf(from, 0)) / DAY

/** The end of a day in Yerevan, so many days after the one of an instant. */
export const endOfDay = (now: number, daysAhead: number): number => midnightOf(now) + (daysAhead + 1) * DAY
