import type { Locale } from '#domain/locale.ts'

/** A label before its value, with the sign of the language: "Կհասնի՝", "Arrives:". */
export const labelled = (label: string, locale: Locale): string => label + (locale === 'hy' ? '՝' : ':')
