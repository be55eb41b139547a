import type { Http } from './http.ts'

/** Longer than a visit to a provider and the code after it; the database decides what is still valid. */
const SECONDS = 3_600
const nameOf = ({ secure }: Pick<Http, 'secure'>): string => (secure ? '__Secure-buy_sign_in' : 'buy_sign_in')

/**
 * Cookie that ties a visit to a provider to the browser that began it. SameSite=Lax: sent when a provider redirects the browser by GET.
 * Apple posts its form instead, which is redirected to the same address by GET.
 */
export const browserCookie = (http: Http): string | undefined => http.cookie(nameOf(http)) || undefined

export const writeBrowserCookie = (http: Http, browserKey: string): void =>
  http.setCookie(nameOf(http), browserKey, { path: '/api/auth', sameSite: 'Lax', httpOnly: true, secure: http.secure, maxAge: SECONDS })
