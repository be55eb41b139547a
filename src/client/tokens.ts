import { ACCESS_COOKIE } from '#domain/constants.ts'
import type { CookieJar } from './cookies.ts'

/** Tokens the sign-in session holds in memory; remote APIs hand out a refresh token too, ours keeps it in a cookie no script reads. */
export interface SignInSession {
  accessToken?: string
  refreshToken?: string
  /** True when this browser believes somebody is signed in. */
  isAuthenticated: boolean
  /** What the person signed in said of their age; null: never asked. */
  isAdult?: boolean | null | undefined
}

const REFRESH_COOKIE = 'buy_refresh_token'
const ACCESS_SECONDS = 600
const REFRESH_SECONDS = 60 * 86_400

/** The literal text `undefined` is a missing token (spec section 4, "Token refresh"). */
const present = (value: string | null | undefined): string | null => (value && value !== 'undefined' ? value : null)

export interface Tokens {
  access: () => string | null
  refresh: () => string | null
  /** Whether a refresh can be tried: a readable token, or the cookie that only the server reads. */
  canRefresh: () => boolean
  store: (accessToken: string, seconds?: number) => void
  clear: () => void
}

/** Cookie first; if missing or `undefined`, the sign-in session, which is then stored in the cookie (spec section 4). */
export const createTokens = (cookies: CookieJar, session: () => SignInSession): Tokens => {
  const find = (cookie: string, inMemory: string | undefined, seconds: number): string | null => {
    const found = present(cookies.read(cookie))
    if (found) return found
    const own = present(inMemory)
    if (own) cookies.write(cookie, own, seconds)
    return own
  }
  const refresh = (): string | null => find(REFRESH_COOKIE, session().refreshToken, REFRESH_SECONDS)
  return {
    access: () => find(ACCESS_COOKIE, session().accessToken, ACCESS_SECONDS),
    refresh,
    canRefresh: () => refresh() !== null || session().isAuthenticated,
    store: (accessToken, seconds = ACCESS_SECONDS) => cookies.write(ACCESS_COOKIE, accessToken, seconds),
    clear: () => {
      cookies.write(ACCESS_COOKIE, '', 0)
      cookies.write(REFRESH_COOKIE, '', 0)
    }
  }
}
