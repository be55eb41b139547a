import type { Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { signInSchemas } from '#contract/sign-in/schemas.ts'
import * as signIn from '#contract/sign-in/calls.ts'
import { LOCALE_COOKIE } from '#domain/constants.ts'
import { DEFAULT_LOCALE, isLocale, localePath, type Locale } from '#domain/locale.ts'
import { finishSignIn, type SignInOutcome } from '#server/services/sign-in/finish.ts'
import { readPostedNames } from '#server/services/sign-in/provider-profile.ts'
import { storeNames } from '#server/services/sign-in/visits.ts'
import { browserCookie, writeBrowserCookie } from './http/browser-cookie.ts'
import { contextOf, type AppVariables } from './http/caller.ts'
import type { Kernel } from '#server/kernel.ts'
import { httpOf } from './http/http.ts'
import { isWithinLimit } from './http/limits.ts'
import type { ApiApp } from './http/mount.ts'
import { enter } from './http/session-cookies.ts'

type C = HonoContext<{ Variables: AppVariables }>

const POSTED: Endpoint = { ...signIn.callback, method: 'POST' }

/**
 * Receives browsers returning from a provider. Every answer leads to a page that continues from there; the provider's data is never echoed.
 * Other calls refuse with JSON, which nobody should see during sign-in.
 */
export const mountSignInCallback = (app: ApiApp, kernel: Kernel): void => {
  app.get(signIn.callback.path, (c) => handleReturn(c, kernel))
  // Apple posts cross-site, without Lax cookies: redirecting to the same address by GET restores them.
  app.post(signIn.callback.path, async (c) => {
    const { ctx, ip } = await contextOf(c, kernel, true)
    // A malformed form has no data.
    const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>)
    const query = new URLSearchParams()
    for (const name of ['code', 'state', 'error']) {
      const value: unknown = Reflect.get(form, name)
      if (typeof value === 'string' && value.length <= 4_000) query.set(name, value)
    }
    const names = readPostedNames(Reflect.get(form, 'user'))
    if (names && isWithinLimit(kernel.limit, POSTED, ctx, ip)) await storeNames(ctx, query.get('state') ?? '', names)
    c.header('Cache-Control', 'no-store')
    return c.redirect(`${c.req.path}?${query}`, 303)
  })
}

const handleReturn = async (c: C, kernel: Kernel): Promise<Response> => {
  c.header('Cache-Control', 'no-store')
  // The address of this reply contains the code and the state.
  c.header('Referrer-Policy', 'no-referrer')
  const provider = c.req.param('provider') ?? ''
  try {
    const { ctx, ip, secure } = await contextOf(c, kernel, true)
    kernel.limit(signIn.callback, ctx, ip)
    const http = httpOf(c, ip, secure)
    const browserKey = browserCookie(http)
    const query = v.safeParse(signInSchemas.callback.query, c.req.query())
    const { code, state, error } = query.success ? query.output : {}
    const outcome = await finishSignIn(ctx, { provider, code, state, error, browserKey, accessToken: http.accessToken, device: http })
    if (outcome.at === 'done' && outcome.entry) enter(http, outcome.entry)
    if ((outcome.at === 'link' || outcome.at === 'choose') && browserKey) writeBrowserCookie(http, browserKey)
    if (outcome.at === 'error') kernel.log('info', `sign-in by ${providerName(kernel, provider)}: ${outcome.reason}`)
    return c.redirect(redirectPath(c, provider, outcome), 303)
  } catch (cause) {
    kernel.log('error', `sign-in by ${providerName(kernel, provider)} ${c.get('requestId')}`, cause)
    return c.redirect(redirectPath(c, provider, { at: 'error', why: 'failed', reason: '', redirect: null }), 303)
  }
}

/** The provider of a path, which may contain anything, as the log may have it. */
const providerName = ({ adapters }: Kernel, provider: string): string =>
  adapters.signIn.find(({ id }) => id === provider)?.id ?? 'an unknown provider'

const redirectPath = (c: C, provider: string, outcome: SignInOutcome): string => {
  const query = new URLSearchParams({ signin: outcome.at })
  if (outcome.at === 'error') query.set('signin-error', outcome.why)
  if (/^[a-z]{1,20}$/.test(provider)) query.set('provider', provider)
  if (outcome.redirect === null) return `${localePath(localeOf(c), '/account/sign-in')}?${query}`
  query.set('redirect', outcome.redirect)
  if (outcome.enablePickup) query.set('enablePickup', '1')
  return `${localePath(outcome.locale, '/account/sign-in')}?${query}`
}

const localeOf = (c: C): Locale => [getCookie(c, LOCALE_COOKIE)].find(isLocale) ?? DEFAULT_LOCALE
