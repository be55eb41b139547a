import { ACCESS_COOKIE } from '#domain/constants.ts'
import type { CookieJar } from './cookies.ts'

/** Tokens of the session in memory. Remote APIs return a refresh token too; ours sets it in an HttpOnly cookie. */
export interface SignInSession {
  accessToken?: string
  refreshToken?: string
  /** True when a user is saved in this browser. */
  isAuthenticated: boolean
  /** The user's answer to the age question; null: never asked. */
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
  /** Whether a refresh is possible: with a readable token, or with the HttpOnly cookie. */
  canRefresh: () => boolean
  save: (accessToken: string, seconds?: number) => void
  clear: () => void
}

/** Reads the cookie first; if missing or `undefined`, the session in memory, which is then written to the cookie (spec section 4). */
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
    save: (accessToken, seconds = ACCESS_SECONDS) => cookies.write(ACCESS_COOKIE, accessToken, seconds),
    clear: () => {
      cookies.write(ACCESS_COOKIE, '', 0)
      cookies.write(REFRESH_COOKIE, '', 0)
    }
  }
}
