/** The three languages, with the database ids and locale codes of spec section 1. */
export const LOCALES = ['hy', 'en', 'ru'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'hy'

export const LANGUAGE_IDS: Record<Locale, number> = { hy: 1, en: 3, ru: 4 }
export const LOCALE_TAGS: Record<Locale, string> = { hy: 'hy-AM', en: 'en-US', ru: 'ru-RU' }

/** A text in all three languages. */
export type Words = Record<Locale, string>

export const isLocale = (value: unknown): value is Locale => typeof value === 'string' && (LOCALES as readonly string[]).includes(value)

export const localeOfLanguageId = (id: number): Locale => LOCALES.find((locale) => LANGUAGE_IDS[locale] === id) ?? DEFAULT_LOCALE

/** `/restaurants` in a language: hy has no prefix. */
export const localePath = (locale: Locale, path: string): string => {
  const clean = path.startsWith('/') ? path : `/${path}`
  if (locale === DEFAULT_LOCALE) return clean
  return clean === '/' ? `/${locale}` : `/${locale}${clean}`
}

/** Splits `/en/restaurants` into its language and the path without the prefix. */
export const splitLocalePath = (pathname: string): { locale: Locale; path: string } => {
  const match = /^\/(en|ru|hy)(\/.*)?$/.exec(pathname)
  if (!match) return { locale: DEFAULT_LOCALE, path: pathname }
  return { locale: match[1] as Locale, path: match[2] ?? '/' }
}

/** Puts the language into the links of cleaned HTML that lead to pages of this site, as the pages do for links of their own. */
export const localeLinks = (locale: Locale, html: string): string =>
  html.replace(/(<a href=")(\/[^"]*)/g, (_, start: string, path: string) => start + localePath(locale, splitLocalePath(path).path))
