import type { Context as HonoContext } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { fail } from '#server/services/core/fail.ts'
import { receiveNotice } from '#server/services/orders/settle-order.ts'
import type { Kernel } from '#server/kernel.ts'
import { refuse } from '../http/answer.ts'
import { contextOf, type AppVariables } from '../http/caller.ts'
import type { ApiApp } from '../http/mount.ts'

const PATH = '/payments/notices/:provider'
const MAX_BYTES = 8_192
/** Against floods: a provider calls from few addresses, and twice for a payment. */
const NOTICE: Endpoint = { method: 'POST', path: '/payments/notices', access: 'public', perMinute: 3_000, codes: [], about: '' }

/**
 * Receives what wallets tell the shop about payments: GET or POST /api/payments/notices/<provider>, entered at each provider, as a query, a
 * form or JSON. Answers in the provider's own words.
 */
export const mountPaymentNotices = (app: ApiApp, kernel: Kernel): void => {
  app.on(['GET', 'POST'], PATH, async (c) => {
    try {
      const { ctx, ip } = await contextOf(c, kernel, true)
      kernel.limit(NOTICE, ctx, ip)
      const text = await receiveNotice(ctx, c.req.param('provider'), await fieldsOf(c))
      if (text === null) throw fail('NOT_FOUND')
      return c.text(text, 200, { 'Cache-Control': 'no-store' })
    } catch (cause) {
      return refuse(c, kernel, cause)
    }
  })
}

const fieldsOf = async (c: HonoContext<{ Variables: AppVariables }>): Promise<Record<string, string>> => {
  if (c.req.method === 'GET') return c.req.query()
  const text = await c.req.text()
  if (text.length > MAX_BYTES) throw fail('PAYLOAD_TOO_LARGE')
  if (!/json/.test(c.req.header('content-type') ?? '')) return Object.fromEntries(new URLSearchParams(text))
  return textsOf(parse(text))
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Nothing that a provider would send.
    return null
  }
}

const textsOf = (body: unknown): Record<string, string> => {
  if (typeof body !== 'object' || body === null) return {}
  const known = Object.entries(body).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]))
}
