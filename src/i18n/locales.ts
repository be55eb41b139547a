import type { Locale } from '#domain/locale.ts'

/** The name of each language in itself, for readers who do not know the page's language. */
export const LANGUAGE_NAMES: Record<Locale, string> = { hy: 'Հայերեն', en: 'English', ru: 'Русский' }
export const LANGUAGE_SHORT: Record<Locale, string> = { hy: 'Հայ', en: 'Eng', ru: 'Рус' }
/** Text of the language hint, in the reader's language. */
export const READ_IN: Record<Locale, string> = { hy: 'Կարդալ հայերեն', en: 'Read in English', ru: 'Читать по-русски' }
