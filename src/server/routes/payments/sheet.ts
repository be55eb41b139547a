import type { Context as HonoContext } from 'hono'
import { html } from 'hono/html'
import type { Endpoint } from '#contract/endpoint.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { checkoutMethod } from '#i18n/method-keys.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { Kernel } from '#server/kernel.ts'
import { fail } from '#server/services/core/fail.ts'
import { payByToken } from '#server/services/orders/settle-order.ts'
import { paymentSheet, proveMerchant, type SheetToOpen } from '#server/services/payments/arrivals/payment-sheet.ts'
import { refuse } from '../http/answer.ts'
import { contextOf, type AppVariables } from '../http/caller.ts'
import type { ApiApp } from '../http/mount.ts'
import { localeOf, PAYMENT_PAGE, paymentPage, refOf, toOrder } from './payment-page.ts'

type Call = HonoContext<{ Variables: AppVariables }>

const PATH = '/payments/sheet/:ref'
const MAX_BYTES = 16_384
const SHEET: Endpoint = { method: 'POST', path: '/payments/sheet', access: 'public', perMinute: 60, codes: [], about: '' }

/** Opens the browser's sheet on a press: browsers open none without. `problem`: what went wrong is said, and the press may be repeated. */
const SCRIPT = `const S=window.ApplePaySession,by=i=>document.getElementById(i);
if(!S||!S.canMakePayments()){by('pay').hidden=true;by('none').hidden=false}
by('pay').onclick=()=>{const s=new S(3,REQUEST),say=()=>{by('problem').hidden=false},
post=(deed,body)=>fetch(location.pathname+'/'+deed,{method:'POST',headers:{'Content-Type':'application/json'},body:JSON.stringify(body)}).then(r=>r.ok?r.json():Promise.reject(r));
by('problem').hidden=true;
s.onvalidatemerchant=()=>post('session',{}).then(d=>s.completeMerchantValidation(d),()=>{s.abort();say()});
s.onpaymentauthorized=e=>post('token',e.payment.token).then(d=>d.paid,()=>false).then(paid=>{s.completePayment({status:paid?S.STATUS_SUCCESS:S.STATUS_FAILURE});location.href=BACK});
s.begin()}`

/**
 * The page that opens a payment sheet (Apple Pay), and what its script calls: GET /api/payments/sheet/<reference>, POST `session` and `token`
 * below it. A payment that cannot be paid leads to its order, an unknown one to the list of orders.
 */
export const mountPaymentSheet = (app: ApiApp, kernel: Kernel): void => {
  app.get(PATH, async (c) => {
    try {
      const locale = localeOf(c)
      const { ctx, ip } = await contextOf(c, kernel, true)
      kernel.limit(PAYMENT_PAGE, ctx, ip)
      const sheet = await paymentSheet({ ...ctx, locale }, refOf(c))
      if (sheet === null || typeof sheet === 'string') return toOrder(c, locale, sheet)
      return paymentPage(c, { ...page(locale, refOf(c), sheet), policy: `connect-src 'self'; form-action 'none'` })
    } catch (cause) {
      return refuse(c, kernel, cause)
    }
  })
  app.post(`${PATH}/session`, (c) =>
    answer(c, kernel, async () => {
      const { ctx, ip } = await contextOf(c, kernel, true)
      kernel.limit(SHEET, ctx, ip)
      const session = await proveMerchant(ctx, refOf(c))
      if (!session) throw fail('NOT_FOUND')
      return session
    })
  )
  app.post(`${PATH}/token`, (c) =>
    answer(c, kernel, async () => {
      const { ctx, ip } = await contextOf(c, kernel, true)
      kernel.limit(SHEET, ctx, ip)
      const paid = await payByToken(ctx, refOf(c), await tokenOf(c))
      if (paid === null) throw fail('NOT_FOUND')
      return { paid }
    })
  )
}

const answer = async (c: Call, kernel: Kernel, work: () => Promise<object>): Promise<Response> => {
  try {
    return c.json(await work(), 200, { 'Cache-Control': 'no-store' })
  } catch (cause) {
    return refuse(c, kernel, cause)
  }
}

const tokenOf = async (c: Call): Promise<Record<string, unknown>> => {
  const text = await c.req.text()
  if (text.length > MAX_BYTES) throw fail('PAYLOAD_TOO_LARGE')
  const token = parse(text)
  if (typeof token !== 'object' || token === null) throw fail('BAD_REQUEST')
  return { ...token }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Nothing that a browser's sheet makes.
    return null
  }
}

const asScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

const page = (locale: Locale, ref: string, { key, price, number, request, standIn }: SheetToOpen) => {
  const t = getTranslator(locale)
  const words = { provider: t(checkoutMethod(key, 'name')), price }
  const title = t('messages:paymentForm.title', words)
  const back = `/api/payments/return?orderId=${ref}&language=${locale}`
  const body = html`<h1>${title}</h1>
    <p>${t('messages:paymentForm.text', words)}</p>
    <button id="pay" class="apple">${t(checkoutMethod(key, 'order'), words)}</button>
    <p id="none" role="status" hidden>${t('messages:paymentForm.noSheet', words)}</p>
    <p id="problem" role="alert" hidden>${t('messages:paymentForm.problem', words)}</p>
    <a href="${localePath(locale, `/account/orders/${number}`)}">${t('messages:paymentForm.toOrder')}</a>`
  return { locale, title, body, before: standIn, script: `const REQUEST=${asScript(request)},BACK=${asScript(back)};${SCRIPT}` }
}
