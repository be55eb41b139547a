import type { ClosedReason } from './enums.ts'
import { addDays, DAY_MINUTES, instantOf, MINUTE, weekdayOf, yerevan, type Instant } from './yerevan-time.ts'

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
  /** When it opens or closes next; null when not within LOOK_AHEAD_DAYS. */
  changesAt: Instant | null
  /** Why it is closed; null when open. */
  reason: ClosedReason | null
  closesSoon: boolean
}

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

const exceptionOn = (schedule: Schedule, date: string): HoursException | undefined =>
  schedule.exceptions.find((exception) => exception.from <= date && date <= exception.to)

const spansOn = (schedule: Schedule, date: string): readonly Span[] =>
  exceptionOn(schedule, date)?.hours ?? schedule.week[weekdayOf(date)] ?? []

const intervalsOfDay = (schedule: Schedule, date: string): [Instant, Instant][] =>
  spansOn(schedule, date).flatMap((text) => {
    const span = parseSpan(text)
    return span ? [[instantOf(date, span.start), instantOf(date, span.end)] satisfies [Instant, Instant]] : []
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
  const lastDate = yerevan(to).date
  const intervals: [Instant, Instant][] = []
  for (let date = addDays(yerevan(from).date, -1); date <= lastDate; date = addDays(date, 1)) {
    for (const [start, end] of intervalsOfDay(schedule, date)) {
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

const reasonOn = (schedule: Schedule, date: string): ClosedReason =>
  exceptionOn(schedule, date)?.reason ?? (spansOn(schedule, date).length > 0 ? 'close' : 'non_working_day')

/** Open or closed at a moment, why, and until when. */
export const openStateAt = (schedule: Schedule, now: Instant): OpenStateAt => {
  const horizon = now + LOOK_AHEAD_DAYS * DAY_MINUTES * MINUTE
  const [first] = openIntervals(schedule, now, horizon)
  if (!first || first[0] > now) {
    return { open: false, changesAt: first?.[0] ?? null, reason: reasonOn(schedule, yerevan(now).date), closesSoon: false }
  }
  const changesAt = first[1] < horizon ? first[1] : null
  const closesSoon = changesAt !== null && changesAt - now <= CLOSES_SOON_MINUTES * MINUTE
  return { open: true, changesAt, reason: null, closesSoon }
}
