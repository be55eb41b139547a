import type { Context as HonoContext } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { ADULT_COOKIE, ANONYMOUS_COOKIE } from '#domain/constants.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#domain/locale.ts'
import type { Config } from '#server/config.ts'
import type { Actor, Context } from '#server/context.ts'
import type { Kernel } from '#server/kernel.ts'
import { fail } from '#server/services/core/fail.ts'
import { personOfToken } from '#server/services/auth/tokens/access-token.ts'
import { clientAddress } from '#server/client-address.ts'
import { getCookie } from 'hono/cookie'

export interface AppVariables {
  requestId: string
  locale: Locale
}

/** Accepted anonymous ids: 16 to 64 characters, hard to guess. */
export const isAnonymousId = (value: string | undefined): value is string => value !== undefined && /^[\w-]{16,64}$/.test(value)

export const localeOf = (c: HonoContext): Locale => {
  const named = c.req.header('content-language')?.slice(0, 2).toLowerCase()
  return isLocale(named) ? named : DEFAULT_LOCALE
}

/** Amounts are in AMD; another currency must be one that prices can also be shown in. CURRENCY_NOT_FOUND. */
export const requireCurrency = async (c: HonoContext, { directory }: Kernel): Promise<void> => {
  const named = c.req.header('content-currency')
  if (!named || named === 'AMD') return
  const { currencyRates } = await directory.read()
  if (!currencyRates.some(({ code }) => code === named)) throw fail('CURRENCY_NOT_FOUND', { field: 'Content-Currency' })
}

/** Second argument of the API's fetch for in-process callers, mainly the rendered pages. */
export const INSIDE = { inside: true } as const
export const isInside = (c: HonoContext): boolean => (c.env as Partial<typeof INSIDE> | undefined)?.inside === true

/** The visitor's address; '' when it is unknown, null when the proxy's header names none. */
export const addressOf = (c: HonoContext, { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): string | null => {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket
  return clientAddress(c.req.header('x-forwarded-for'), socket?.remoteAddress, TRUST_PROXY)
}

/**
 * Builds the context of a call: actor, language and address. An invalid or expired token fails with 401, unless lenient (public calls,
 * mainly the refresh). `fresh`: see personOfToken.
 */
export const contextOf = async (
  c: HonoContext<{ Variables: AppVariables }>,
  kernel: Kernel,
  lenient: boolean,
  fresh = false
): Promise<{ ctx: Context; ip: string; secure: boolean }> => {
  const { config } = kernel
  // Refused before where it is no address; pages outside the API have no limits by network.
  const ip = addressOf(c, config) ?? ''
  const secure = config.SITE_URL.startsWith('https:')
  const ctx: Context = {
    db: kernel.engine.db,
    readDb: kernel.engine.reader.db,
    actor: { kind: 'nobody', anonymousId: '' },
    locale: c.get('locale'),
    now: kernel.now,
    adapters: kernel.adapters,
    directory: kernel.directory,
    cache: kernel.cache,
    config,
    requestId: c.get('requestId'),
    isAdult: false,
    afterCommit: (work) => work(),
    inTransaction: false,
    inside: isInside(c)
  }
  const actor = await actorOf(c, ctx, lenient, fresh)
  // Never by a header: the profile decides, and for guests the cookie of their own answer.
  const isAdult = actor.kind === 'user' ? actor.isAdult === true : getCookie(c, ADULT_COOKIE) === '1'
  return { ctx: { ...ctx, actor, isAdult }, ip, secure }
}

const actorOf = async (c: HonoContext, ctx: Context, lenient: boolean, fresh: boolean): Promise<Actor> => {
  const received = c.req.header('session-id') || getCookie(c, ANONYMOUS_COOKIE)
  const anonymousId = isAnonymousId(received) ? received : ''
  const bearer = /^Bearer (\S{1,2000})$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (!bearer) return anonymousId ? { kind: 'guest', anonymousId } : { kind: 'nobody', anonymousId: '' }
  const person = await personOfToken(ctx, bearer, fresh)
  if (!person && !lenient) throw fail('UNAUTHORIZED')
  if (!person) return anonymousId ? { kind: 'guest', anonymousId } : { kind: 'nobody', anonymousId: '' }
  return { kind: 'user', anonymousId, ...person }
}
