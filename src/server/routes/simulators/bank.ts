import type { Context as HonoContext, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie } from 'hono/cookie'
import { LOCALE_COOKIE } from '#domain/constants.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#domain/locale.ts'
import type { SimulatedBank } from '#server/adapters/payment/simulator.ts'
import { DRAM_PATH, readBankStyle, readDram, simulatedBankOf } from '#server/services/simulator/bank.ts'
import type { Kernel } from '#server/kernel.ts'
import { bankPage } from './bank-page.ts'

const POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex'
}

/** The simulated bank's page at `/simulator/bank/<ref>`. Not mounted when a real bank is configured. */
export const mountBankPage = (app: Hono, kernel: Kernel): void => {
  const bank = simulatedBankOf(kernel.adapters)
  if (!bank) return
  const css = readBankStyle()
  const dram = readDram()

  app.get('/simulator/bank.css', (c) =>
    c.body(css, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
  )
  app.get(DRAM_PATH, (c) =>
    c.body(dram, 200, { 'Content-Type': 'font/woff2', 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
  )
  app.get('/simulator/bank/:ref', async (c) => {
    const order = await bank.read(c.req.param('ref'))
    return c.html(bankPage(localeOf(c), c.req.path, order), order ? 200 : 404, HEADERS)
  })
  app.post('/simulator/bank/:ref', bodyLimit({ maxSize: 4096 }), async (c) => {
    const { action } = await c.req.parseBody()
    const order = await decide(bank, c.req.param('ref'), action)
    if (!order) return c.html(bankPage(localeOf(c), c.req.path, null), 404, HEADERS)
    c.header('Cache-Control', 'no-store')
    return c.redirect(returnPath(order.returnUrl, order.ref, kernel.config.SITE_URL), 303)
  })
}

const decide = (bank: SimulatedBank, ref: string, action: unknown) =>
  action === 'approve' || action === 'decline' ? bank.decide(ref, action) : bank.read(ref)

/** Returns the shop's return address with the bank's reference, as a path when it is on this origin. */
const returnPath = (returnUrl: string, ref: string, site: string): string => {
  const url = new URL(returnUrl)
  url.searchParams.set('orderId', ref)
  return url.origin === new URL(site).origin ? `${url.pathname}${url.search}` : url.href
}

const localeOf = (c: HonoContext): Locale => [c.req.query('language'), getCookie(c, LOCALE_COOKIE)].find(isLocale) ?? DEFAULT_LOCALE
