import type { Http } from './http.ts'

/** Longer than a visit to a provider and the code after it; rows decide what is still valid. */
const SECONDS = 3_600
const nameOf = ({ secure }: Pick<Http, 'secure'>): string => (secure ? '__Secure-buy_sign_in' : 'buy_sign_in')

/**
 * Ties a visit to a provider to the browser that began it. Lax: it comes along when a provider leads the browser back by GET; Apple's form is
 * answered with a redirect to the same address, so that it comes then.
 */
export const browserCookie = (http: Http): string | undefined => http.cookie(nameOf(http)) || undefined

export const writeBrowserCookie = (http: Http, browserKey: string): void =>
  http.setCookie(nameOf(http), browserKey, { path: '/api/auth', sameSite: 'Lax', httpOnly: true, secure: http.secure, maxAge: SECONDS })
