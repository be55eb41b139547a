import type { ClosedReason } from '#domain/enums.ts'
import { DAY_MINUTES, midnightOf, MINUTE, yerevan, type Instant } from './yerevan-time.ts'

/** 'HH:MM-HH:MM'; an end at or before the start runs past midnight, '00:00-24:00' is the whole day. */
export type Span = string

/** Replaces the hours of the days from..to (yyyy-mm-dd, both included); no hours: closed. The first that fits holds. */
export interface HoursException {
  from: string
  to: string
  reason: ClosedReason
  hours: Span[]
}

/** Spans of the seven days, Monday first. A span belongs to the day it starts on, also where it runs past midnight. */
export interface Schedule {
  week: Span[][]
  exceptions: HoursException[]
}

export interface OpenStateAt {
  open: boolean
  /** When it closes next, within LOOK_AHEAD_DAYS; when it opens next, also after weeks of special days. Else null. */
  changesAt: Instant | null
  /** Why it is closed; null when open. */
  reason: ClosedReason | null
  closesSoon: boolean
}

/** Until when something can still be prepared before closing; null where preparing takes longer than anybody waits at a door. */
export const lastOrderAt = (closesAt: Instant, preparationMinutes: number): Instant | null =>
  preparationMinutes <= MAX_WAITED_MINUTES ? closesAt - preparationMinutes * MINUTE : null
const MAX_WAITED_MINUTES = 120

export const LOOK_AHEAD_DAYS = 14
export const CLOSES_SOON_MINUTES = 30

/** Minutes of the day; the end exceeds 1440 past midnight. null when the text is no span. */
export const parseSpan = (text: Span): { start: number; end: number } | null => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/.exec(text)
  if (!match) return null
  const start = Number(match[1]) * 60 + Number(match[2])
  const end = match[3] === undefined ? DAY_MINUTES : Number(match[3]) * 60 + Number(match[4])
  return { start, end: end <= start ? end + DAY_MINUTES : end }
}

const DAY = DAY_MINUTES * MINUTE

/** The exception that a day (yyyy-mm-dd) follows. */
export const exceptionOn = (schedule: Pick<Schedule, 'exceptions'>, date: string): HoursException | undefined =>
  schedule.exceptions.find((exception) => exception.from <= date && date <= exception.to)

/** Hours of the day a moment lies in. */
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

/** When it is open between two moments: half-open intervals, sorted, adjoining ones joined, cut to from..to. */
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

/** Open without a break from one moment up to another; for equal moments: open at that moment. */
export const isOpenThroughout = (schedule: Schedule, from: Instant, to: Instant): boolean => {
  if (to < from) return false
  const end = Math.max(to, from + 1)
  const [first] = openIntervals(schedule, from, end)
  return first !== undefined && first[0] === from && first[1] === end
}

const reasonAt = (schedule: Schedule, now: Instant): ClosedReason =>
  exceptionOn(schedule, yerevan(now).date)?.reason ?? (spansAt(schedule, now).length > 0 ? 'close' : 'non_working_day')

/** The first stretch of opening hours; one day tells nearly always, and lists ask this of every supplier. */
const firstInterval = (schedule: Schedule, now: Instant, horizon: Instant): [Instant, Instant] | undefined => {
  const tomorrow = now + DAY
  const [first] = openIntervals(schedule, now, tomorrow)
  return first && first[1] < tomorrow ? first : openIntervals(schedule, now, horizon)[0]
}

/** Nobody plans further ahead than this. */
const FARTHEST_DAYS = 366

/** The first opening after weeks of special days: a week with usual hours follows the last of them. */
const openingAfter = (schedule: Schedule, now: Instant, horizon: Instant): [Instant, Instant] | undefined => {
  const last = schedule.exceptions.reduce((latest, { to }) => (to > latest ? to : latest), '')
  const end = last === '' ? 0 : Math.min(Date.parse(last) + 9 * DAY, now + FARTHEST_DAYS * DAY)
  return openIntervals(schedule, horizon, end)[0]
}

/** Open or closed at a moment, why, and until when. */
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
