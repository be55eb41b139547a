import type { BookableWindow } from '#contract/bookings/calls.ts'
import { formatDay, formatDayInside, formatTime } from '#i18n/dates.ts'
import type { Locale } from '#domain/locale.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import { today } from '#stores/clock.ts'

/** "14:00–16:00" */
export const timesOf = ({ from, to }: Pick<BookableWindow, 'from' | 'to'>): string =>
  `${formatTime(Date.parse(from))}–${formatTime(Date.parse(to))}`

/** "Tomorrow, 21/11, 14:00–16:00" */
export const windowWords = (from: string, to: string, locale: Locale): string =>
  `${formatDay(yerevan(Date.parse(from)).date, today(), locale)}, ${timesOf({ from, to })}`

/** "tomorrow, 21/11, 14:00", inside a sentence. */
export const momentWords = (iso: string, locale: Locale): string => {
  const { date, time } = yerevan(Date.parse(iso))
  return `${formatDayInside(date, today(), locale)}, ${time}`
}
