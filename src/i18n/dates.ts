import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import type { Locale, Words } from '#domain/locale.ts'
import { daysBetween, OFFSET_MINUTES, weekdayOf, type Instant } from '#domain/time/yerevan-time.ts'
import { weekdayName } from './weekdays.ts'

dayjs.extend(utc)

/** Formats of dates and times in Yerevan, on the server and in islands that load late (checkout, orders, account). */
const inYerevan = (ms: Instant): dayjs.Dayjs => dayjs.utc(ms).utcOffset(OFFSET_MINUTES)

/** dd/mm/yyyy */
export const formatDate = (ms: Instant): string => inYerevan(ms).format('DD/MM/YYYY')
/** HH:MM */
export const formatTime = (ms: Instant): string => inYerevan(ms).format('HH:mm')
/** dd/mm/yyyy, HH:MM */
export const formatDateTime = (ms: Instant): string => inYerevan(ms).format('DD/MM/YYYY, HH:mm')

const NEAR_DAYS: Record<number, Words> = {
  [-1]: { hy: 'Երեկ', en: 'Yesterday', ru: 'Вчера' },
  0: { hy: 'Այսօր', en: 'Today', ru: 'Сегодня' },
  1: { hy: 'Վաղը', en: 'Tomorrow', ru: 'Завтра' }
}
/** Beyond half a year, day and month need the year. */
const YEAR_SHOWN_FROM_DAYS = 180

/** "Այսօր, 20/11", "Tomorrow, 21/11", "Понедельник, 23/11"; both dates yyyy-mm-dd. */
export const formatDay = (date: string, today: string, locale: Locale): string => dayWords(date, today, locale, false)

/** The same inside a sentence or after a colon: "վաղը, 21/11", "tomorrow, 21/11", "понедельник, 23/11"; English weekdays stay capitalised. */
export const formatDayInside = (date: string, today: string, locale: Locale): string => dayWords(date, today, locale, true)

const dayWords = (date: string, today: string, locale: Locale, inside: boolean): string => {
  const distance = daysBetween(today, date)
  const near = NEAR_DAYS[distance]?.[locale]
  const name = near ?? weekdayName(weekdayOf(date), locale)
  const written = inside && (near !== undefined || locale !== 'en') ? name.toLowerCase() : name
  return `${written}, ${dayjs.utc(date).format(Math.abs(distance) >= YEAR_SHOWN_FROM_DAYS ? 'DD/MM/YYYY' : 'DD/MM')}`
}
