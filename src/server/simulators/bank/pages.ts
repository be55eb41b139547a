import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie } from 'hono/cookie'
import { LOCALE_COOKIE } from '#domain/constants.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#domain/locale.ts'
import { DECISIONS, type Bank, type Decision } from './bank.ts'
import type { BankOrder } from './book.ts'
import type { Face } from './face.ts'
import { isFault } from './faults.ts'
import { bankPage } from './page.ts'
import { faultsPage } from './panel.ts'

const POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex'
}
const MAX_FORM = 4_096
const ROBOT_MS = 10_000

export interface PagesOptions {
  /** Path of the bank, such as /simulator/arca. */
  path: string
  /** Origin of the pages: where the shop is on the same one, the buyer is sent to a path. */
  origin: string
  /** Adds what the bank says to the address it sends the buyer back to. */
  backTo: (returnUrl: URL, order: BankOrder) => void
  /** Whether faults may be caused that are not of one payment. */
  openPanel: boolean
  face: Face
}

/** Pages of a simulated bank for people: `<path>/pay/<ref>` and `<path>/faults`. */
export const bankPages = (bank: Bank, { path, origin, backTo, openPanel, face }: PagesOptions): Hono => {
  const app = new Hono()
  const payPath = (ref: string): string => `${path}/pay/${ref}`
  const show = (c: HonoContext, order: BankOrder | null) => {
    const ref = c.req.param('ref') ?? ''
    const faultsPath = `${path}/faults?order=${encodeURIComponent(ref)}`
    const page = bankPage(order, { locale: localeOf(c), path: payPath(ref), faultsPath, face })
    return c.html(page, order ? 200 : 404, HEADERS)
  }

  app.get('/pay/:ref', (c) => show(c, bank.order(c.req.param('ref'))))
  app.post('/pay/:ref', bodyLimit({ maxSize: MAX_FORM }), async (c) => {
    const { action, card, bind } = await c.req.parseBody()
    const ref = c.req.param('ref')
    const named = DECISIONS.find((each) => each === action)
    const decision = named && (await stands(ref, named)) ? named : undefined
    const order = decision ? bank.decide(ref, decision, typeof card === 'string' ? card : undefined, bind === '1') : bank.order(ref)
    if (!order) return show(c, null)
    c.header('Cache-Control', 'no-store')
    // 3-D Secure is asked for on the same page; whoever leaves is sent back.
    if (order.state === 'confirm' && decision) return c.redirect(`${payPath(ref)}?language=${localeOf(c)}`, 303)
    const back = new URL(order.returnUrl)
    backTo(back, order)
    if (decision) await face.tell?.(ref)
    const fault = decision ? bank.returnFault(ref) : null
    if (fault === 'early') return show(c, order)
    if (fault) await comeBackToo(back, fault === 'twice')
    return c.redirect(back.origin === origin ? `${back.pathname}${back.search}` : back.href, 303)
  })

  /** Whether what the buyer decided is noted: the shop may say no, and some providers do not note a refusal. */
  const stands = async (ref: string, decision: Decision): Promise<boolean> => {
    const order = bank.order(ref)
    if (decision !== 'approve') return face.declines
    return !face.mayTake || !order || order.state !== 'registered' || face.mayTake(order)
  }

  app.get('/faults', (c) => panel(c))
  app.post('/faults', bodyLimit({ maxSize: MAX_FORM }), async (c) => {
    const ref = refOf(c)
    if (ref === undefined) return show(c, null)
    const { fault, call } = await c.req.parseBody()
    if (isFault(fault) && !face.notApplicable[fault]) bank.arm(fault, face.calls.find((each) => each === call) ?? null, ref)
    return panel(c)
  })
  /** The payment that a panel is for; null: all; undefined: neither is allowed. */
  const refOf = (c: HonoContext): string | null | undefined => {
    const ref = c.req.query('order')
    if (ref === undefined) return openPanel ? null : undefined
    return bank.order(ref) ? ref : undefined
  }
  const panel = (c: HonoContext) => {
    const ref = refOf(c)
    if (ref === undefined) return show(c, null)
    const shown = { locale: localeOf(c), path: `${path}/faults`, ref, payPath: ref && payPath(ref), face }
    return c.html(faultsPage(bank.armed(), shown), 200, HEADERS)
  }
  return app
}

/** Comes back beside the browser, as if it had been sent twice: before it, or at the same time. */
const comeBackToo = async (back: URL, first: boolean): Promise<void> => {
  const robot = fetch(back, { redirect: 'manual', signal: AbortSignal.timeout(ROBOT_MS) }).then(
    () => undefined,
    () => undefined
  )
  if (first) await robot
}

const localeOf = (c: HonoContext): Locale => [c.req.query('language'), getCookie(c, LOCALE_COOKIE)].find(isLocale) ?? DEFAULT_LOCALE
