import type { Locale } from '#domain/locale.ts'

/** What each language calls itself; read by people who do not know the page's language. */
export const LANGUAGE_NAMES: Record<Locale, string> = { hy: 'Հայերեն', en: 'English', ru: 'Русский' }
export const LANGUAGE_SHORT: Record<Locale, string> = { hy: 'Հայ', en: 'Eng', ru: 'Рус' }
/** The quiet line for a reader of another language, in the reader's own. */
export const READ_IN: Record<Locale, string> = { hy: 'Կարդալ հայերեն', en: 'Read in English', ru: 'Читать по-русски' }
