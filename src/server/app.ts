import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as account from '#contract/account/calls.ts'
import { accountSchemas } from '#contract/account/schemas.ts'
import * as auth from '#contract/auth/calls.ts'
import { authSchemas } from '#contract/auth/schemas.ts'
import * as baskets from '#contract/baskets/calls.ts'
import { basketsSchemas } from '#contract/baskets/schemas.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { catalogueSchemas } from '#contract/catalogue/schemas.ts'
import * as credentials from '#contract/credentials/calls.ts'
import { credentialsSchemas } from '#contract/credentials/schemas.ts'
import * as favourites from '#contract/favourites/calls.ts'
import { favouritesSchemas } from '#contract/favourites/schemas.ts'
import * as geo from '#contract/geo/calls.ts'
import { geoSchemas } from '#contract/geo/schemas.ts'
import * as home from '#contract/home/calls.ts'
import { homeSchemas } from '#contract/home/schemas.ts'
import * as goods from '#contract/products/calls.ts'
import { goodsSchemas } from '#contract/products/schemas.ts'
import * as info from '#contract/info/calls.ts'
import { infoSchemas } from '#contract/info/schemas.ts'
import * as notifications from '#contract/notifications/calls.ts'
import { notificationsSchemas } from '#contract/notifications/schemas.ts'
import * as orders from '#contract/orders/calls.ts'
import { ordersSchemas } from '#contract/orders/schemas.ts'
import * as profile from '#contract/profile/calls.ts'
import { profileSchemas } from '#contract/profile/schemas.ts'
import * as search from '#contract/search/calls.ts'
import { searchSchemas } from '#contract/search/schemas.ts'
import * as reviews from '#contract/reviews/calls.ts'
import { reviewsSchemas } from '#contract/reviews/schemas.ts'
import * as signIn from '#contract/sign-in/calls.ts'
import { signInSchemas } from '#contract/sign-in/schemas.ts'
import * as sitemap from '#contract/sitemap/calls.ts'
import { sitemapSchemas } from '#contract/sitemap/schemas.ts'
import { MOST_BODY_BYTES } from '#domain/constants.ts'
import { fail } from './services/core/fail.ts'
import { refuse } from './routes/http/answer.ts'
import { accountHandlers } from './routes/account.ts'
import { authHandlers } from './routes/auth.ts'
import { basketsHandlers } from './routes/baskets.ts'
import { localeOf, type AppVariables } from './routes/http/caller.ts'
import type { Kernel } from '#server/kernel.ts'
import { catalogueHandlers } from './routes/catalogue.ts'
import { credentialsHandlers } from './routes/credentials.ts'
import { mountDocs } from './routes/http/docs.ts'
import { favouritesHandlers } from './routes/favourites.ts'
import { geoHandlers } from './routes/geo.ts'
import { homeHandlers } from './routes/home.ts'
import { goodsHandlers } from './routes/products.ts'
import { infoHandlers } from './routes/info.ts'
import { mountMessageReports } from './routes/message-reports.ts'
import { mountMap } from './routes/map.ts'
import { mount, type ApiApp } from './routes/http/mount.ts'
import { notificationsHandlers } from './routes/notifications.ts'
import { mountOrderEvents } from './routes/order-events.ts'
import { ordersHandlers } from './routes/orders.ts'
import { setHeader } from './routes/http/outgoing.ts'
import { mountPaymentReturn } from './routes/payment-return.ts'
import { profileHandlers } from './routes/profile.ts'
import { searchHandlers } from './routes/search.ts'
import { reviewsHandlers } from './routes/reviews.ts'
import { signInHandlers } from './routes/sign-in.ts'
import { mountSignInCallback } from './routes/sign-in-callback.ts'
import { sitemapHandlers } from './routes/sitemap.ts'
import { mountUnsubscribe } from './routes/unsubscribe.ts'

/** The marketplace API below `/api`, for one kernel. */
export const createApi = (kernel: Kernel): ApiApp => {
  const app: ApiApp = new Hono<{ Variables: AppVariables }>().basePath('/api')

  app.use(async (c, next) => {
    c.set('requestId', crypto.randomUUID())
    c.set('locale', localeOf(c))
    setHeader(c, 'X-Request-Id', c.get('requestId'))
    setHeader(c, 'X-Content-Type-Options', 'nosniff')
    // Another site may not write here with this browser's cookies; banks and Apple come back by GET or on their own path.
    const writes = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    if (writes && c.req.header('sec-fetch-site') === 'cross-site' && !/^\/api\/(payments|auth\/callback)\//.test(c.req.path))
      return refuse(c, kernel, fail('FORBIDDEN'))
    return next()
  })
  const tooLarge = (c: Parameters<typeof refuse>[0]): Response => {
    // The rest of the body is never read, so that nothing else can follow on this connection.
    c.header('Connection', 'close')
    return refuse(c, kernel, fail('PAYLOAD_TOO_LARGE'))
  }
  const limit = bodyLimit({ maxSize: MOST_BODY_BYTES, onError: (c) => tooLarge(c as never) })
  app.use((c, next) => {
    // Asking for the body makes a whole Request of the server's light one, so that calls without one are not asked.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    // The server reads no more than was announced.
    const length = c.req.header('content-length')
    if (length !== undefined) return Number(length) > MOST_BODY_BYTES ? Promise.resolve(tooLarge(c)) : next()
    // Without a length the limit makes a new Request, which the server's light one cannot be made into; browsers send DELETE so.
    const { url, method, headers, body, signal } = c.req.raw
    const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
    if (body) c.req.raw = new Request(url, init)
    return limit(c, next)
  })

  mount(app, kernel, info, infoSchemas, infoHandlers(kernel))
  mount(app, kernel, goods, goodsSchemas, goodsHandlers)
  mount(app, kernel, search, searchSchemas, searchHandlers)
  mount(app, kernel, catalogue, catalogueSchemas, catalogueHandlers)
  mount(app, kernel, home, homeSchemas, homeHandlers(kernel))
  mount(app, kernel, sitemap, sitemapSchemas, sitemapHandlers(kernel))
  mount(app, kernel, geo, geoSchemas, geoHandlers)
  mount(app, kernel, auth, authSchemas, authHandlers)
  mount(app, kernel, credentials, credentialsSchemas, credentialsHandlers)
  mount(app, kernel, signIn, signInSchemas, signInHandlers(kernel))
  mount(app, kernel, profile, profileSchemas, profileHandlers)
  mount(app, kernel, notifications, notificationsSchemas, notificationsHandlers)
  mount(app, kernel, account, accountSchemas, accountHandlers)
  mount(app, kernel, favourites, favouritesSchemas, favouritesHandlers)
  mount(app, kernel, reviews, reviewsSchemas, reviewsHandlers)
  mount(app, kernel, baskets, basketsSchemas, basketsHandlers)
  mount(app, kernel, orders, ordersSchemas, ordersHandlers)
  mountMap(app, kernel)
  mountOrderEvents(app, kernel)
  mountPaymentReturn(app, kernel)
  mountMessageReports(app, kernel)
  mountUnsubscribe(app, kernel)
  mountSignInCallback(app, kernel)
  mountDocs(app, kernel)

  app.notFound((c) => refuse(c as never, kernel, fail('NOT_FOUND')))
  app.onError((cause, c) => refuse(c as never, kernel, cause))
  return app
}
