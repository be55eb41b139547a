import { LOCALE_COOKIE } from '#domain/constants.ts'
import { localeOfLanguageId, localePath, splitLocalePath, type Locale } from '#domain/locale.ts'
import { environment } from './environment.ts'

const YEAR = 365 * 86_400

/** Saves the choice in a cookie. The URL decides which language is shown. */
export const rememberLocale = (locale: Locale): void => environment().cookies.write(LOCALE_COOKIE, locale, YEAR)

/** Returns the path of the same page and query in another language. */
export const pathIn = (locale: Locale, path: string): string => {
  const [pathname = '/', ...query] = path.split('?')
  const translated = localePath(locale, splitLocalePath(pathname).path)
  return query.length > 0 ? `${translated}?${query.join('?')}` : translated
}

/** After login saves the user's language in the cookie and reloads the route in it when it differs (spec section 4). */
export const followLanguage = (languageId: number): void => {
  const { locale, navigate, path } = environment()
  const own = localeOfLanguageId(languageId)
  rememberLocale(own)
  if (own !== locale) navigate(pathIn(own, path()))
}
