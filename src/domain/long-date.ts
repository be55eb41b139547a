import type { Locale } from './locale.ts'
import { yerevan, type Instant } from './yerevan-time.ts'

/** Months as they stand in a date. Own tables, no Intl: browsers know no Armenian there. */
const MONTHS: Record<Locale, readonly string[]> = {
  hy: [
    'հունվարի',
    'փետրվարի',
    'մարտի',
    'ապրիլի',
    'մայիսի',
    'հունիսի',
    'հուլիսի',
    'օգոստոսի',
    'սեպտեմբերի',
    'հոկտեմբերի',
    'նոյեմբերի',
    'դեկտեմբերի'
  ],
  en: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  ru: ['января', 'февраля', 'марта', 'апреля', 'мая', 'июня', 'июля', 'августа', 'сентября', 'октября', 'ноября', 'декабря']
}
const NBSP = '\u00a0'

/** A day yyyy-mm-dd: «21 նոյեմբերի, 2026», "21 November 2026", «21 ноября 2026 г.» */
export const longDay = (date: string, locale: Locale): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const text = `${day}${NBSP}${MONTHS[locale][month - 1]}`
  return locale === 'hy' ? `${text}, ${year}` : locale === 'ru' ? `${text} ${year}${NBSP}г.` : `${text} ${year}`
}
export const longDate = (ms: Instant, locale: Locale): string => longDay(yerevan(ms).date, locale)
/** With the time: "21 November 2026, 14:05". */
export const longDateTime = (ms: Instant, locale: Locale): string => `${longDate(ms, locale)}, ${yerevan(ms).time}`
