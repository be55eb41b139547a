import armenian from 'dayjs/locale/hy-am.js'
import english from 'dayjs/locale/en.js'
import russian from 'dayjs/locale/ru.js'
import type { Locale } from '#domain/locale.ts'

/** Their full weekday names are correct; the short ones are not (hy-am has "կրկ" for Sunday, ru "вск"), and are unused. */
const DAYJS_LOCALES: Record<Locale, ILocale> = { hy: armenian, en: english, ru: russian }

/** The capitalised weekday name; index 0 is Monday. Throws RangeError outside 0 to 6. */
export const weekdayName = (index: number, locale: Locale): string => {
  const name = Number.isInteger(index) && index >= 0 && index <= 6 ? DAYJS_LOCALES[locale].weekdays?.[(index + 1) % 7] : undefined
  if (!name) throw new RangeError(`no such weekday: ${index}`)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
