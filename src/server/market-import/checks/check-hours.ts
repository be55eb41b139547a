import * as v from 'valibot'
import { CLOSED_REASONS } from '#domain/enums.ts'
import { parseSpan } from '#domain/time/opening-hours.ts'
import { DAY_MINUTES, isDate } from '#domain/time/yerevan-time.ts'
import { across, list, record } from './check-values.ts'

const SPAN = "a span such as '10:00-23:00', in quotes"
const span = v.pipe(
  v.string(SPAN),
  v.check((text) => parseSpan(text) !== null, SPAN)
)
const spans = list(span, "a list of spans such as ['10:00-23:00'], [] for closed")
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const WEEK = DAYS.length * DAY_MINUTES

interface PlacedSpan {
  start: number
  end: number
  path: (string | number)[]
}

const placed = (texts: readonly string[], offset: number, path: (string | number)[]): PlacedSpan[] =>
  texts.flatMap((text, index) => {
    const parsed = parseSpan(text)
    return parsed ? [{ start: parsed.start + offset, end: parsed.end + offset, path: [...path, index] }] : []
  })

/** Reports spans that overlap an earlier one. */
const overlaps = (all: PlacedSpan[], report: (path: (string | number)[], message: string) => void): void => {
  let last: PlacedSpan | undefined
  for (const one of all.toSorted((a, b) => a.start - b.start)) {
    if (last && one.start < last.end)
      report(one.path, `overlaps the span at ${last.path.join('.')}, expected spans apart (past midnight counts too)`)
    if (!last || one.end > last.end) last = one
  }
}

/** Seven days of spans; the output is seven lists, Monday first. A late Sunday may overlap Monday. */
export const hours = v.pipe(
  record({ mon: spans, tue: spans, wed: spans, thu: spans, fri: spans, sat: spans, sun: spans }),
  across((week, report) => {
    const all = DAYS.flatMap((day, index) => placed(week[day], index * DAY_MINUTES, [day]))
    const late = all.filter(({ end }) => end > WEEK).map((one) => ({ ...one, start: one.start - WEEK, end: one.end - WEEK }))
    overlaps([...late, ...all], report)
  }),
  v.transform((week) => DAYS.map((day) => week[day]))
)

const DATE = 'a date that exists, such as 2026-12-31'
const day = v.pipe(v.string(DATE), v.check(isDate, DATE))
const exception = v.pipe(
  record({ from: day, to: day, reason: v.picklist(CLOSED_REASONS, `one of ${CLOSED_REASONS.join(', ')}`), hours: spans }),
  across(({ from, to, hours: spansOfDay }, report) => {
    if (to < from) report(['to'], `is ${to}, before ${from}; expected a day at or after "from"`)
    overlaps(placed(spansOfDay, 0, ['hours']), report)
  })
)

/** Days with other hours; no two exceptions may share a day. */
export const exceptions = v.optional(
  v.pipe(
    list(exception, 'a list of exceptions: from, to, reason, hours'),
    across((all, report) => {
      all.forEach((one, index) => {
        const conflict = all.slice(0, index).findIndex(({ from, to }) => one.from <= to && from <= one.to)
        if (conflict >= 0) report([index], `shares days with exceptions[${conflict}], expected every day in one exception only`)
      })
    })
  ),
  []
)
