import type { SignedIn } from '#contract/auth/calls.ts'
import { ACCESS_COOKIE, ANONYMOUS_COOKIE, ANONYMOUS_COOKIE_DAYS } from '#domain/constants.ts'
import { ACCESS_SECONDS } from '#server/services/auth/tokens/access-token.ts'
import { newAnonymousId } from '#server/services/auth/codes/requester.ts'
import { PROOF_SECONDS } from '#server/services/auth/fresh-proof.ts'
import { KNOWN_BROWSER_SECONDS } from '#server/services/auth/known-browser.ts'
import { REFRESH_SECONDS } from '#server/services/auth/tokens/refresh-token.ts'
import type { Entry } from '#server/services/auth/session.ts'
import { freshProofName, knownBrowserName, type Http } from './http.ts'

const AUTH_PATH = '/api/auth'
const DAY = 86_400

/** Not `Secure` on http, so that a phone on the local network can stay signed in. */
const refreshName = ({ secure }: Http): string => (secure ? '__Secure-buy_refresh_token' : 'buy_refresh_token')
const accessOptions = ({ secure }: Http) => ({ path: '/', sameSite: 'Lax', secure }) as const
const hiddenOptions = ({ secure }: Http, path = '/api') => ({ path, sameSite: 'Lax', httpOnly: true, secure }) as const
const refreshOptions = (http: Http) => hiddenOptions(http, AUTH_PATH)

/** Cookie of the refresh token: sent only to the auth paths and hidden from scripts. */
export const refreshCookie = (http: Http): string | undefined => http.cookie(refreshName(http)) || undefined

/** The client reads the access token; only the server reads the refresh token. */
export const writeTokens = (http: Http, accessToken: string, refreshToken: string): void => {
  http.setCookie(ACCESS_COOKIE, accessToken, { ...accessOptions(http), maxAge: ACCESS_SECONDS })
  http.setCookie(refreshName(http), refreshToken, { ...refreshOptions(http), maxAge: REFRESH_SECONDS })
}

/** Hidden from scripts, so that whoever steals an access token does not have it. */
export const writeProof = (http: Http, freshProof: string): void =>
  http.setCookie(freshProofName(http.secure), freshProof, { ...hiddenOptions(http), maxAge: PROOF_SECONDS })

/** The browser stays known. */
export const clearSession = (http: Http): void => {
  http.clearCookie(ACCESS_COOKIE, accessOptions(http))
  http.clearCookie(refreshName(http), refreshOptions(http))
  http.clearCookie(freshProofName(http.secure), hiddenOptions(http))
}

/** Clears the session at sign-out and gives the browser a new anonymous id: whoever comes next is somebody else. */
export const endVisit = (http: Http): void => {
  clearSession(http)
  http.setCookie(ANONYMOUS_COOKIE, newAnonymousId(), { path: '/', sameSite: 'Lax', maxAge: ANONYMOUS_COOKIE_DAYS * DAY })
}

/** Signs this browser in: sets the cookies and returns the reply without what only cookies carry. */
export const enter = (http: Http, { reply, refreshToken, knownBrowser, freshProof }: Entry): SignedIn => {
  writeTokens(http, reply.accessToken, refreshToken)
  http.setCookie(knownBrowserName(http.secure), knownBrowser, { ...hiddenOptions(http), maxAge: KNOWN_BROWSER_SECONDS })
  writeProof(http, freshProof)
  return reply
}
