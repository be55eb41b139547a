import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { nouns, type NounName } from '#contract/index.ts'
import { maxBodyBytes } from '#contract/body-limit.ts'
import { fail } from './services/core/fail.ts'
import { refuse } from './routes/http/answer.ts'
import { addressOf, localeOf, type AppVariables } from './routes/http/caller.ts'
import type { Kernel } from '#server/kernel.ts'
import { handlersOf } from './routes/handlers.ts'
import { mountDocs } from './routes/http/docs.ts'
import { mountMessageReports } from './routes/message-reports.ts'
import { mountMap } from './routes/map.ts'
import { mount, type ApiApp } from './routes/http/mount.ts'
import { mountGroupEvents } from './routes/orders/group-events.ts'
import { mountOrderEvents } from './routes/orders/order-events.ts'
import { setHeader } from './routes/http/outgoing.ts'
import { mountPaymentForm } from './routes/payments/form.ts'
import { mountPaymentNotices } from './routes/payments/notices.ts'
import { mountPaymentSheet } from './routes/payments/sheet.ts'
import { mountPaymentReturn } from './routes/payments/return.ts'
import { mountSignInCallback } from './routes/sign-in-callback.ts'
import { mountUnsubscribe } from './routes/unsubscribe.ts'

/** The marketplace API below `/api`, for one kernel. */
export const createApi = (kernel: Kernel): ApiApp => {
  const app: ApiApp = new Hono<{ Variables: AppVariables }>().basePath('/api')

  app.use(async (c, next) => {
    c.set('requestId', crypto.randomUUID())
    c.set('locale', localeOf(c))
    setHeader(c, 'X-Request-Id', c.get('requestId'))
    setHeader(c, 'X-Content-Type-Options', 'nosniff')
    // Without an address every limit by network would be passed by.
    if (addressOf(c, kernel.config) === null) return refuse(c, kernel, fail('BAD_REQUEST', { field: 'X-Forwarded-For' }))
    // CSRF: writes from other origins are refused, also from other names of the same site; banks and Apple return by GET or on their own paths.
    const writes = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    if (
      writes &&
      /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '') &&
      !/^\/api\/(payments|auth\/callback)\//.test(c.req.path)
    )
      return refuse(c, kernel, fail('FORBIDDEN'))
    return next()
  })
  const tooLarge = (c: Parameters<typeof refuse>[0]): Response => {
    // The rest of the body is not read, so the connection cannot be reused.
    c.header('Connection', 'close')
    return refuse(c, kernel, fail('PAYLOAD_TOO_LARGE'))
  }
  app.use((c, next) => {
    // Reading the body makes @hono/node-server create a full Request, so it is avoided for calls without a body.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    // Node reads no more than Content-Length.
    const length = c.req.header('content-length')
    const maxSize = maxBodyBytes(c.req.path.slice('/api'.length))
    if (length !== undefined) return Number(length) > maxSize ? Promise.resolve(tooLarge(c)) : next()
    // Without a length bodyLimit constructs a Request from c.req.raw, which fails for the lightweight one; browsers send DELETE so.
    const { url, method, headers, body, signal } = c.req.raw
    const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
    if (body) c.req.raw = new Request(url, init)
    return bodyLimit({ maxSize, onError: (refused) => tooLarge(refused as never) })(c, next)
  })

  const handlers = handlersOf(kernel)
  for (const name of Object.keys(nouns) as NounName[]) mount(app, kernel, nouns[name], handlers[name])
  mountMap(app, kernel)
  mountOrderEvents(app, kernel)
  mountGroupEvents(app, kernel)
  mountPaymentReturn(app, kernel)
  mountPaymentForm(app, kernel)
  mountPaymentNotices(app, kernel)
  mountPaymentSheet(app, kernel)
  mountMessageReports(app, kernel)
  mountUnsubscribe(app, kernel)
  mountSignInCallback(app, kernel)
  mountDocs(app, kernel)

  app.notFound((c) => refuse(c as never, kernel, fail('NOT_FOUND')))
  app.onError((cause, c) => refuse(c as never, kernel, cause))
  return app
}
