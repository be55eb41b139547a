import { getCookie } from 'hono/cookie'
import { LOCALE_COOKIE } from '#domain/constants.ts'
import { DEFAULT_LOCALE, isLocale, localePath } from '#domain/locale.ts'
import { settleReturn } from '#server/services/orders/settle-order.ts'
import { refuse } from './http/answer.ts'
import { contextOf } from './http/caller.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ApiApp } from './http/mount.ts'

/**
 * Receives buyers returning from a bank: GET /payments/return?orderId=<the bank's reference>. The query is not trusted; the bank is asked.
 * An unknown reference leads to the list of orders, which reveals nothing.
 */
export const mountPaymentReturn = (app: ApiApp, kernel: Kernel): void => {
  app.get('/payments/return', async (c) => {
    try {
      const { ctx } = await contextOf(c, kernel, true)
      const ref = c.req.query('orderId') ?? ''
      const number = /^[\w-]{1,64}$/.test(ref) ? await settleReturn(ctx, ref) : null
      const locale = [c.req.query('language'), getCookie(c, LOCALE_COOKIE)].find(isLocale) ?? DEFAULT_LOCALE
      c.header('Cache-Control', 'no-store')
      return c.redirect(localePath(locale, number ? `/account/orders/${number}` : '/account/orders'), 303)
    } catch (cause) {
      return refuse(c, kernel, cause)
    }
  })
}
