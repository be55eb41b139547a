import type { SignedIn } from '#contract/auth/calls.ts'
import { ACCESS_COOKIE } from '#domain/constants.ts'
import { ACCESS_SECONDS } from '#server/services/auth/tokens/access-token.ts'
import { REFRESH_SECONDS } from '#server/services/auth/tokens/refresh-token.ts'
import type { Entry } from '#server/services/auth/session.ts'
import type { Http } from './http.ts'

const AUTH_PATH = '/api/auth'

/** Not `Secure` on http, so that a phone on the local network can stay signed in. */
const refreshName = ({ secure }: Http): string => (secure ? '__Secure-buy_refresh_token' : 'buy_refresh_token')
const accessOptions = ({ secure }: Http) => ({ path: '/', sameSite: 'Lax', secure }) as const
const refreshOptions = ({ secure }: Http) => ({ path: AUTH_PATH, sameSite: 'Lax', httpOnly: true, secure }) as const

/** Cookie of the refresh token: sent only to the auth paths and hidden from scripts. */
export const refreshCookie = (http: Http): string | undefined => http.cookie(refreshName(http)) || undefined

/** The client reads the access token; only the server reads the refresh token. */
export const writeSession = (http: Http, accessToken: string, refreshToken: string): void => {
  http.setCookie(ACCESS_COOKIE, accessToken, { ...accessOptions(http), maxAge: ACCESS_SECONDS })
  http.setCookie(refreshName(http), refreshToken, { ...refreshOptions(http), maxAge: REFRESH_SECONDS })
}

export const clearSession = (http: Http): void => {
  http.clearCookie(ACCESS_COOKIE, accessOptions(http))
  http.clearCookie(refreshName(http), refreshOptions(http))
}

/** Signs this browser in: sets the cookies and returns the reply without the refresh token. */
export const enter = (http: Http, { reply, refreshToken }: Entry): SignedIn => {
  writeSession(http, reply.accessToken, refreshToken)
  return reply
}
