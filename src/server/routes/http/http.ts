import type { Context as HonoContext } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { ACCESS_COOKIE } from '#domain/constants.ts'

/** Names of HttpOnly cookies; a browser takes the prefix only by https. */
export const knownBrowserName = (secure: boolean): string => (secure ? '__Secure-buy_known_browser' : 'buy_known_browser')
export const freshProofName = (secure: boolean): string => (secure ? '__Secure-buy_fresh_proof' : 'buy_fresh_proof')

/** Access of a route to the HTTP of a call; services never see it. */
export interface Http {
  cookie(name: string): string | undefined
  setCookie(name: string, value: string, options: CookieOptions): void
  clearCookie(name: string, options: CookieOptions): void
  userAgent: string
  /** Returns the bearer token, otherwise the cookie's; '' for none. Not verified. */
  accessToken: string
  /** Address of the caller: the socket's, or the proxy's header when TRUST_PROXY is set. */
  ip: string
  /** Signed texts of cookies, and the answer to a challenge; '' for none. Not verified. */
  knownBrowser: string
  freshProof: string
  challengeSolution: string
  idempotencyKey: string
  /** True when the browser connected by https. */
  secure: boolean
  /** True while the call has not set a header. */
  hasNoHeaders: boolean
}

export const httpOf = (c: HonoContext, ip: string, secure: boolean): Http => ({
  hasNoHeaders: true,
  cookie: (name) => getCookie(c, name),
  setCookie(name, value, options) {
    this.hasNoHeaders = false
    setCookie(c, name, value, options)
  },
  clearCookie(name, options) {
    this.hasNoHeaders = false
    deleteCookie(c, name, options)
  },
  userAgent: (c.req.header('user-agent') ?? '').slice(0, 200),
  accessToken: /^Bearer (\S{1,2000})$/.exec(c.req.header('authorization') ?? '')?.[1] ?? getCookie(c, ACCESS_COOKIE) ?? '',
  ip,
  knownBrowser: getCookie(c, knownBrowserName(secure)) ?? '',
  freshProof: getCookie(c, freshProofName(secure)) ?? '',
  challengeSolution: (c.req.header('challenge-solution') ?? '').slice(0, 500),
  idempotencyKey: c.req.header('idempotency-key') ?? '',
  secure
})
