import type { Context as HonoContext, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { ANONYMOUS_COOKIE, LOCALE_COOKIE } from '#domain/constants.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#domain/locale.ts'
import { ownMessages } from '#server/services/messages/own-messages.ts'
import { readOutboxStyle } from '#server/services/messages/outbox-style.ts'
import { isAnonymousId, type Kernel } from './caller.ts'
import { outboxPage } from './outbox-page.ts'

const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * What the message simulator kept, at `/outbox`: a visitor sees the messages of the own anonymous id and nobody else's.
 * Not mounted when messages really go out, so that the address does not exist then.
 */
export const mountOutbox = (app: Hono, kernel: Kernel): void => {
  if (!kernel.adapters.messages.simulated) return
  const css = readOutboxStyle()

  app.get('/outbox', async (c) => {
    const anonymousId = getCookie(c, ANONYMOUS_COOKIE)
    const messages = await ownMessages({ db: kernel.engine.db }, isAnonymousId(anonymousId) ? anonymousId : '')
    return c.html(outboxPage(localeOf(c), messages), 200, {
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex'
    })
  })
  app.get('/outbox/style.css', (c) =>
    c.body(css, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
  )
}

const localeOf = (c: HonoContext): Locale => [c.req.query('language'), getCookie(c, LOCALE_COOKIE)].find(isLocale) ?? DEFAULT_LOCALE
