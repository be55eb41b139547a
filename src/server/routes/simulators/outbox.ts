import { Hono, type Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import { ACCESS_COOKIE, LOCALE_COOKIE } from '#domain/constants.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#domain/locale.ts'
import { personOfToken } from '#server/services/auth/tokens/access-token.ts'
import { ownMessages, type Visitor } from '#server/services/messages/own-messages.ts'
import { readOutboxStyle } from '#server/services/messages/outbox-style.ts'
import { anySimulated } from '#server/services/messages/simulated.ts'
import { contextOf, type AppVariables } from '#server/routes/http/caller.ts'
import type { Kernel } from '#server/kernel.ts'
import { outboxPage } from './outbox-page.ts'

const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type C = HonoContext<{ Variables: AppVariables }>

/**
 * Shows simulated messages at `/outbox`: those of the visitor's anonymous id and of the signed-in person only; codes by the anonymous id. Not mounted when all
 * messages are really sent.
 */
export const mountOutbox = (app: Hono, kernel: Kernel): void => {
  if (!anySimulated(kernel)) return
  const css = readOutboxStyle()
  const pages = new Hono<{ Variables: AppVariables }>()

  pages.get('/outbox', async (c) => {
    const messages = await ownMessages({ db: kernel.engine.db, adapters: kernel.adapters }, await visitorOf(c, kernel))
    return c.html(outboxPage(languageOf(c), messages), 200, {
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex'
    })
  })
  pages.get('/outbox/style.css', (c) =>
    c.body(css, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
  )
  app.route('/', pages)
}

/** A page is opened without our headers, so the cookies identify the visitor. */
const visitorOf = async (c: C, kernel: Kernel): Promise<Visitor> => {
  const { ctx } = await contextOf(c, kernel, true)
  const token = getCookie(c, ACCESS_COOKIE)
  const person = token && token.length <= 2_000 ? await personOfToken(ctx, token) : null
  return { anonymousId: ctx.actor.anonymousId, userId: person?.userId ?? null }
}

const languageOf = (c: C): Locale => [c.req.query('language'), getCookie(c, LOCALE_COOKIE)].find(isLocale) ?? DEFAULT_LOCALE
