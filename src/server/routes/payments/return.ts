import { getCookie } from 'hono/cookie'
import type { Endpoint } from '#contract/endpoint.ts'
import { LOCALE_COOKIE } from '#domain/constants.ts'
import { DEFAULT_LOCALE, isLocale } from '#domain/locale.ts'
import { settleReturn } from '#server/services/orders/settle-order.ts'
import { refuse } from '../http/answer.ts'
import { contextOf } from '../http/caller.ts'
import { isWithinLimit } from '../http/limits.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ApiApp } from '../http/mount.ts'
import { toGiftCards, toGroupOrder, toOrder } from './payment-page.ts'

const RETURN: Endpoint = { method: 'GET', path: '/payments/return', access: 'public', perMinute: 60, codes: [], about: '' }

/**
 * Receives buyers returning from a bank: GET /payments/return (wallets: also POST) with the provider's reference, `orderId` at ArCa
 * and wallets, `paymentID` at Ameriabank, `order_number` at FastShift, `issuer_id` at Telcell; wallets' address for payments that were not made has `left=1`. The query is not trusted; the bank is asked.
 * An unknown reference leads to the list of orders, which reveals nothing. Past the limit nothing is asked: the buyer is led on all the same.
 */
export const mountPaymentReturn = (app: ApiApp, kernel: Kernel): void => {
  app.on(['GET', 'POST'], '/payments/return', async (c) => {
    try {
      const { ctx, ip } = await contextOf(c, kernel, true)
      const mayAsk = isWithinLimit(kernel.limit, RETURN, ctx, ip)
      const form = c.req.method === 'POST' ? await c.req.parseBody() : {}
      const said = (name: string): string | undefined => c.req.query(name) ?? (typeof form[name] === 'string' ? form[name] : undefined)
      const ref = said('paymentID') ?? said('orderId') ?? said('order_number') ?? decoded(said('issuer_id') ?? '')
      const found = /^[\w-]{1,64}$/.test(ref) ? await settleReturn(ctx, ref, mayAsk) : null
      const locale = [said('language') ?? found?.language, getCookie(c, LOCALE_COOKIE)].find(isLocale) ?? DEFAULT_LOCALE
      if (found?.group) return toGroupOrder(c, locale, found.group)
      if (found?.isOfGiftCards) return toGiftCards(c, locale)
      // A wallet that was left unpaid says so; otherwise the buyer may have paid a moment ago.
      const note = found?.unconfirmed && said('left') === undefined ? '?payment=unconfirmed' : ''
      return toOrder(c, locale, found && `${found.number}${note}`)
    } catch (cause) {
      return refuse(c, kernel, cause)
    }
  })
}

/** Telcell says a number as it is, or in base64. */
const decoded = (text: string): string => (/^\d+$/.test(text) ? text : Buffer.from(text, 'base64').toString())
