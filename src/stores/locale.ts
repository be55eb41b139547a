import { LOCALE_COOKIE } from '#domain/constants.ts'
import { localeOfLanguageId, localePath, splitLocalePath, type Locale } from '#domain/locale.ts'
import { environment } from './environment.ts'

const YEAR = 365 * 86_400

/** Keeps the choice; the address decides what is shown. */
export const rememberLocale = (locale: Locale): void => environment().cookies.write(LOCALE_COOKIE, locale, YEAR)

/** The same page and query in a language. */
export const pathIn = (locale: Locale, path: string): string => {
  const [pathname = '/', ...query] = path.split('?')
  const translated = localePath(locale, splitLocalePath(pathname).path)
  return query.length > 0 ? `${translated}?${query.join('?')}` : translated
}

/** After login the person's language goes to the cookie and the route reloads in it (spec section 4); nothing happens when it is this one. */
export const followLanguage = (languageId: number): void => {
  const { locale, navigate, path } = environment()
  const own = localeOfLanguageId(languageId)
  rememberLocale(own)
  if (own !== locale) navigate(pathIn(own, path()))
}
