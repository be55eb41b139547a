import type { Locale } from '#domain/locale.ts'

/** A test holds them against the language data of the standard. Those of dayjs bring months and rules besides, 1.5 KB to every page of an order. */
const NAMES: Record<Locale, readonly string[]> = {
  hy: ['Երկուշաբթի', 'Երեքշաբթի', 'Չորեքշաբթի', 'Հինգշաբթի', 'Ուրբաթ', 'Շաբաթ', 'Կիրակի'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ru: ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье']
}

/** The capitalised weekday name; index 0 is Monday. Throws RangeError outside 0 to 6. */
export const weekdayName = (index: number, locale: Locale): string => {
  const name = NAMES[locale][index]
  if (name === undefined) throw new RangeError(`no such weekday: ${index}`)
  return name
}
