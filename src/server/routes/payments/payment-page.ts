import type { Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import { html, raw } from 'hono/html'
import type { Endpoint } from '#contract/endpoint.ts'
import { LOCALE_COOKIE } from '#domain/constants.ts'
import { DEFAULT_LOCALE, isLocale, localePath, type Locale } from '#domain/locale.ts'
import { GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import { groupPath } from '#domain/orders/group-order.ts'
import { dramFontFace } from '#server/services/payments/arrivals/dram-font.ts'
import type { AppVariables } from '../http/caller.ts'

/** Against floods of the pages that lead to a payment. */
export const PAYMENT_PAGE: Endpoint = { method: 'GET', path: '/payments/page', access: 'public', perMinute: 60, codes: [], about: '' }

type Call = HonoContext<{ Variables: AppVariables }>

/** Where the browser draws Apple's own button, it does. */
const STYLE = `${dramFontFace()}
body{font:1.125rem/1.5 'Noto Dram',system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1d1d1f;background:#fff}
a,button{display:block;box-sizing:border-box;width:100%;margin-top:.75rem;padding:.75rem 1rem;min-height:48px;font:inherit;text-align:center;text-decoration:none;border:1px solid #1d1d1f;border-radius:.75rem;color:#1d1d1f;background:#fff}
.app,.apple{color:#fff;background:#1d1d1f}
[hidden]{display:none}
@supports(-webkit-appearance:-apple-pay-button){.apple{-webkit-appearance:-apple-pay-button;-apple-pay-button-type:pay}}`

export const localeOf = (c: Call): Locale => [c.req.query('language'), getCookie(c, LOCALE_COOKIE)].find(isLocale) ?? DEFAULT_LOCALE

/** The provider's reference in the address; empty for what is none. */
export const refOf = (c: Call): string => {
  const ref = c.req.param('ref') ?? ''
  return /^[\w-]{1,64}$/.test(ref) ? ref : ''
}

/** Leads to an order, or without its number to the list of orders, which reveals nothing. */
export const toOrder = (c: Call, locale: Locale, number: string | null): Response => {
  c.header('Cache-Control', 'no-store')
  return c.redirect(localePath(locale, number ? `/account/orders/${number}` : '/account/orders'), 303)
}

/** Leads to the gift cards of a person. */
export const toGiftCards = (c: Call, locale: Locale): Response => {
  c.header('Cache-Control', 'no-store')
  return c.redirect(localePath(locale, GIFT_CARDS_PATH), 303)
}

/** Leads to a group order, which shows who has paid. */
export const toGroupOrder = (c: Call, locale: Locale, { alias, hash }: { alias: string; hash: string }): Response => {
  c.header('Cache-Control', 'no-store')
  return c.redirect(groupPath(locale, alias, hash), 303)
}

interface PaymentPage {
  locale: Locale
  title: string
  body: ReturnType<typeof html>
  script: string
  /** Address of a script of the shop that runs before. */
  before?: string | null
  /** What the page may do besides its own style and scripts. */
  policy: string
}

/** Answers with a page that leads to a payment. It is nobody's to frame, to list or to store. */
export const paymentPage = (c: Call, { locale, title, body, script, before, policy }: PaymentPage): Response | Promise<Response> => {
  const nonce = c.get('requestId')
  const page = html`${raw('<!DOCTYPE html>')}
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${raw(`<style nonce="${nonce}">${STYLE}</style>`)}
      </head>
      <body>
        <main>${body}</main>
        ${before ? raw(`<script nonce="${nonce}" src="${before}"></script>`) : ''} ${raw(`<script nonce="${nonce}">${script}</script>`)}
      </body>
    </html>`
  return c.html(page, 200, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; font-src data:; ${policy}; base-uri 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'origin',
    'X-Robots-Tag': 'noindex'
  })
}
