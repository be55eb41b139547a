import { html } from 'hono/html'
import type { Locale } from '#domain/locale.ts'
import { checkoutMethod } from '#i18n/method-keys.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { Kernel } from '#server/kernel.ts'
import { paymentForm, type FormToSend } from '#server/services/payments/arrivals/payment-form.ts'
import { refuse } from '../http/answer.ts'
import { contextOf } from '../http/caller.ts'
import type { ApiApp } from '../http/mount.ts'
import { localeOf, PAYMENT_PAGE, paymentPage, refOf, toOrder } from './payment-page.ts'

/** A desk goes on at once; a phone lets the person choose the provider's app, where there is one. */
const SCRIPT = `if(!document.querySelector('a')||!matchMedia('(pointer:coarse)').matches)document.forms[0].submit()`

/**
 * The page that sends the buyer's browser on with a form, for providers that take payments so: GET /api/payments/form/<reference>. Works
 * without the script too. A payment that cannot be paid leads to its order, an unknown one to the list of orders.
 */
export const mountPaymentForm = (app: ApiApp, kernel: Kernel): void => {
  app.get('/payments/form/:ref', async (c) => {
    try {
      const locale = localeOf(c)
      const { ctx, ip } = await contextOf(c, kernel, true)
      kernel.limit(PAYMENT_PAGE, ctx, ip)
      const form = await paymentForm({ ...ctx, locale }, refOf(c))
      if (form === null || typeof form === 'string') return toOrder(c, locale, form)
      const { origin } = new URL(kernel.config.SITE_URL)
      const to = new URL(form.action)
      // Visitors may use another name of the shop's own origin.
      const action = to.origin === origin ? to.pathname : to.href
      return paymentPage(c, { ...page(locale, { ...form, action }), script: SCRIPT, policy: `form-action 'self' ${to.origin}` })
    } catch (cause) {
      return refuse(c, kernel, cause)
    }
  })
}

const page = (locale: Locale, { action, fields, app, key, price }: FormToSend) => {
  const t = getTranslator(locale)
  const words = { provider: t(checkoutMethod(key, 'name')), price }
  const title = t('messages:paymentForm.title', words)
  const body = html`<h1>${title}</h1>
    <p>${t('messages:paymentForm.text', words)}</p>
    ${app ? html`<a class="app" href="${app}">${t('messages:paymentForm.app', words)}</a>` : ''}
    <form method="post" action="${action}">
      ${Object.entries({ ...fields, language: locale }).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`
      )}
      <button type="submit">${t('messages:paymentForm.browser', words)}</button>
    </form>`
  return { locale, title, body }
}
