import type { ClosedReason } from '#domain/enums.ts'
import { DAY_MINUTES, midnightOf, MINUTE, yerevan, type Instant } from './yerevan-time.ts'

/** 'HH:MM-HH:MM'; an end at or before the start is on the next day, '00:00-24:00' is the whole day. */
export type Span = string

/** Replaces the hours of the days from..to (yyyy-mm-dd, both included); no hours: closed. The first matching exception applies. */
export interface HoursException {
  from: string
  to: string
  reason: ClosedReason
  hours: Span[]
}

/** Intervals of the seven days, Monday first. An interval belongs to the day on which it starts. */
export interface Schedule {
  week: Span[][]
  exceptions: HoursException[]
}

export interface OpenStateAt {
  open: boolean
  /** Next closing within LOOK_AHEAD_DAYS, or next opening, also after weeks of exceptions. Otherwise null. */
  changesAt: Instant | null
  /** Why it is closed; null when open. */
  reason: ClosedReason | null
  closesSoon: boolean
}

/** Last moment at which an order can still be prepared before closing; null when preparation takes longer than any opening interval. */
export const lastOrderAt = (closesAt: Instant, preparationMinutes: number): Instant | null =>
  preparationMinutes <= MAX_WAITED_MINUTES ? closesAt - preparationMinutes * MINUTE : null
const MAX_WAITED_MINUTES = 120

export const LOOK_AHEAD_DAYS = 14
export const CLOSES_SOON_MINUTES = 30

/** Minutes of the day; the end exceeds 1440 past midnight. null when the text is not an interval. */
export const parseSpan = (text: Span): { start: number; end: number } | null => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/.exec(text)
  if (!match) return null
  const start = Number(match[1]) * 60 + Number(match[2])
  const end = match[3] === undefined ? DAY_MINUTES : Number(match[3]) * 60 + Number(match[4])
  return { start, end: end <= start ? end + DAY_MINUTES : end }
}

const DAY = DAY_MINUTES * MINUTE

/** Returns the exception for a day (yyyy-mm-dd). */
export const exceptionOn = (schedule: Pick<Schedule, 'exceptions'>, date: string): HoursException | undefined =>
  schedule.exceptions.find((exception) => exception.from <= date && date <= exception.to)

/** Returns the hours of the day of a moment. */
const spansAt = (schedule: Schedule, at: Instant): readonly Span[] => {
  const { date, weekday } = yerevan(at)
  return exceptionOn(schedule, date)?.hours ?? schedule.week[weekday] ?? []
}

const intervalsOfDay = (schedule: Schedule, midnight: Instant): [Instant, Instant][] =>
  spansAt(schedule, midnight).flatMap((text) => {
    const span = parseSpan(text)
    return span ? [[midnight + span.start * MINUTE, midnight + span.end * MINUTE] satisfies [Instant, Instant]] : []
  })

const merged = (intervals: [Instant, Instant][]): [Instant, Instant][] => {
  const result: [Instant, Instant][] = []
  for (const [start, end] of intervals.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}

/** Opening intervals between two moments: half-open, sorted, adjacent ones merged, clipped to from..to. */
export const openIntervals = (schedule: Schedule, from: Instant, to: Instant): [Instant, Instant][] => {
  if (to <= from) return []
  const intervals: [Instant, Instant][] = []
  for (let midnight = midnightOf(from) - DAY; midnight < to; midnight += DAY) {
    for (const [start, end] of intervalsOfDay(schedule, midnight)) {
      if (start < to && end > from) intervals.push([Math.max(start, from), Math.min(end, to)])
    }
  }
  return merged(intervals)
}

/** True when open without interruption between two moments; for equal moments: open at that moment. */
export const isOpenThroughout = (schedule: Schedule, from: Instant, to: Instant): boolean => {
  if (to < from) return false
  const end = Math.max(to, from + 1)
  const [first] = openIntervals(schedule, from, end)
  return first !== undefined && first[0] === from && first[1] === end
}

const reasonAt = (schedule: Schedule, now: Instant): ClosedReason =>
  exceptionOn(schedule, yerevan(now).date)?.reason ?? (spansAt(schedule, now).length > 0 ? 'close' : 'non_working_day')

/** First opening interval. Usually within one day, which is checked first because lists call this for every supplier. */
const firstInterval = (schedule: Schedule, now: Instant, horizon: Instant): [Instant, Instant] | undefined => {
  const tomorrow = now + DAY
  const [first] = openIntervals(schedule, now, tomorrow)
  return first && first[1] < tomorrow ? first : openIntervals(schedule, now, horizon)[0]
}

/** Limit of the search for opening hours. */
const FARTHEST_DAYS = 366

/** First opening after weeks of exceptions: within a regular week after the last of them. */
const openingAfter = (schedule: Schedule, now: Instant, horizon: Instant): [Instant, Instant] | undefined => {
  const last = schedule.exceptions.reduce((latest, { to }) => (to > latest ? to : latest), '')
  const end = last === '' ? 0 : Math.min(Date.parse(last) + 9 * DAY, now + FARTHEST_DAYS * DAY)
  return openIntervals(schedule, horizon, end)[0]
}

/** Open state at a moment, the reason, and the next change. */
export const openStateAt = (schedule: Schedule, now: Instant): OpenStateAt => {
  const horizon = now + LOOK_AHEAD_DAYS * DAY
  const first = firstInterval(schedule, now, horizon) ?? openingAfter(schedule, now, horizon)
  if (!first || first[0] > now) {
    return { open: false, changesAt: first?.[0] ?? null, reason: reasonAt(schedule, now), closesSoon: false }
  }
  const changesAt = first[1] < horizon ? first[1] : null
  const closesSoon = changesAt !== null && changesAt - now <= CLOSES_SOON_MINUTES * MINUTE
  return { open: true, changesAt, reason: null, closesSoon }
}
