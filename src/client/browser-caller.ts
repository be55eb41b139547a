import * as auth from '#contract/auth/calls.ts'
import { ADULT_COOKIE, ANONYMOUS_COOKIE, ANONYMOUS_COOKIE_DAYS } from '#domain/constants.ts'
import type { Locale } from '#domain/locale.ts'
import { ApiError, createCaller, type Call, type CallerOptions, type Fetch } from './call.ts'
import { randomId, type CookieJar } from './cookies.ts'
import { createRefresher } from './refresh.ts'
import { createTokens, type SignInSession, type Tokens } from './tokens.ts'
import { runInTurn, type RunInTurn } from './in-turn.ts'

export interface BrowserCallerOptions {
  fetch: Fetch
  cookies: CookieJar
  locale: Locale
  base?: string
  session: () => SignInSession
  /** The session ended on the server; the tokens are cleared already. */
  onSessionEnd: () => void
  runInTurn?: RunInTurn
  solve?: (challenge: unknown) => Promise<string>
}
export interface BrowserCaller {
  call: Call
  tokens: Tokens
  anonymousId: () => string
  /** For streams: the same base URL, headers and refresh. */
  options: CallerOptions
}

const DAY = 86_400

/** The anonymous id of this browser; created when missing (spec section 6). */
export const anonymousIdOf = (cookies: CookieJar): string => {
  const existing = cookies.read(ANONYMOUS_COOKIE)
  if (existing) return existing
  const made = randomId()
  cookies.write(ANONYMOUS_COOKIE, made, ANONYMOUS_COOKIE_DAYS * DAY)
  return made
}

/** Creates a caller with this browser's cookies and automatic refresh of the session. */
export const createBrowserCaller = (given: BrowserCallerOptions): BrowserCaller => {
  const { fetch, cookies, locale, base } = given
  const tokens = createTokens(cookies, given.session)
  const anonymousId = (): string => anonymousIdOf(cookies)
  const publicOptions: CallerOptions = { fetch, locale, sessionId: anonymousId, ...(base ? { base } : {}) }
  const isEnd = (cause: unknown): boolean => cause instanceof ApiError && cause.code === 401
  const refresher = createRefresher({
    tokens,
    renew: (refreshToken) => createCaller(publicOptions)(auth.refresh, { body: refreshToken ? { refreshToken } : {} }),
    runInTurn: given.runInTurn ?? runInTurn,
    onEnded: given.onSessionEnd,
    isEnd
  })
  // The access token and its cookie expire after ten minutes: without a refresh the call would be a guest's.
  const ready = async (): Promise<void> => {
    await refresher.settled()
    if (tokens.access() || !given.session().isAuthenticated) return
    await refresher.refresh(null).catch((cause: unknown) => {
      if (!isEnd(cause)) throw cause
    })
  }
  const options: CallerOptions = {
    ...publicOptions,
    accessToken: tokens.access,
    isAdult: () => {
      const { isAuthenticated, isAdult } = given.session()
      return isAuthenticated ? isAdult === true : cookies.read(ADULT_COOKIE) === '1'
    },
    ready,
    refresh: refresher.refresh,
    ...(given.solve ? { solve: given.solve } : {})
  }
  return { call: createCaller(options), tokens, anonymousId, options }
}
