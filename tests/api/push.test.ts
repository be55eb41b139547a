import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import { createSenders } from '#server/adapters/senders.ts'
import { readConfig } from '#server/config.ts'
import { schema } from '#server/db/schema.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { sendDue } from '#server/services/messages/send-due.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { createBrowser, signerOf, startPushService } from '#tests/support/push-service.ts'
import { addAddress, add, atWork, orderOf, place, signIn } from '#tests/support/shopping.ts'
import type { Gateway } from '#tests/support/stub-gateway.ts'

let api: TestApi
let service: Gateway
let client: Client
let browsers = 0
let people = 0

beforeAll(async () => {
  service = await startPushService()
  api = await startApi({ env: { PUSH_ORIGINS: service.origin, MESSAGE_TIMEOUT_SECONDS: '1', VAPID_SUBJECT: 'mailto:shop@shuka.test' } })
})
afterAll(async () => {
  await api.close()
  await service.close()
})
beforeEach(async () => {
  people += 1
  client = await api.person({ phone: `+374774000${String(people).padStart(2, '0')}` })
})
afterEach(() => {
  expect(api.errors).toEqual([])
  service.requests.length = service.faults.length = 0
})

const newBrowser = () => createBrowser(service.origin, `browser-${(browsers += 1)}`)
const subscribe = async (who = client, browser = newBrowser()) => {
  await who.call(notifications.subscribe, { body: browser.subscription })
  return browser
}
const order = async () => {
  const addressId = await addAddress(client)
  await add(client, await api.product(1, 'PLAIN'))
  const placed = await place(client, await orderOf(client, addressId))
  await client.call(notifications.changeSettings, { body: { confirmation: [3] } })
  await relayEvents(atWork(api), () => undefined)
  return placed
}
const send = () => sendDue(atWork(api), 'push')
const subscriptionsOf = (who: Client) =>
  api.engine.db
    .select()
    .from(schema.pushSubscriptions)
    .where(eq(schema.pushSubscriptions.userId, who.userId ?? 0))

describe('a push message', () => {
  test('reaches the browser, encrypted for it alone and signed by the shop, in the person’s language', async () => {
    await api.engine.db
      .update(schema.users)
      .set({ languageId: 4 })
      .where(eq(schema.users.id, client.userId ?? 0))
    const browser = await subscribe()
    const { orderNumber } = await order()
    expect(await send()).toEqual([])
    const [request, ...others] = service.requests
    expect(others).toEqual([])
    if (!request) throw new Error('nothing was pushed')
    expect(request.path).toBe(new URL(browser.subscription.endpoint).pathname)
    expect(Number(request.headers['ttl'])).toBe(7_200)
    expect(browser.decrypt(request.body)).toMatchObject({
      ...{ title: `Заказ № ${orderNumber} принят`, lang: 'ru', tag: `order-${orderNumber}` },
      url: `/ru/account/orders/${orderNumber}`
    })
    const { pushKey } = await client.call(notifications.settings)
    expect(signerOf(request)).toMatchObject({ key: pushKey, claims: { aud: service.origin, sub: 'mailto:shop@shuka.test' } })
    await send()
    expect(service.requests).toHaveLength(1)
  })

  test.each([404, 410])('to a browser that is gone (%i) removes its subscription and reaches the others', async (status) => {
    await subscribe()
    const alive = await subscribe()
    service.faults.push({ status })
    await order()
    const given = await send()
    expect(given).toMatchObject([{ channel: 'push', reason: 'the browser is gone' }])
    expect(service.requests).toHaveLength(2)
    expect((await subscriptionsOf(client)).length).toBe(1)
    await client.call(notifications.unsubscribe, { body: { endpoint: alive.subscription.endpoint } }).catch(() => undefined)
  })

  test('waits while the service is away, and is not pushed after a sign-out', async () => {
    await subscribe()
    service.faults.push({ status: 503 })
    await order()
    expect(await send()).toEqual([])
    expect(service.requests).toHaveLength(1)
    await client.raw('POST', '/auth/signout')
    const { sessions } = schema
    await api.engine.db
      .update(sessions)
      .set({ endedAt: new Date(api.clock.now()) })
      .where(eq(sessions.userId, client.userId ?? 0))
    api.clock.advance(60_000)
    expect(await send()).toMatchObject([{ reason: 'the browser no longer wants them' }])
    expect(service.requests).toHaveLength(1)
  })
})

describe('a subscription', () => {
  test('with keys that are none is let go at the first message', async () => {
    const { endpoint } = newBrowser().subscription
    const keys = { p256dh: Buffer.alloc(65, 7).toString('base64url'), auth: Buffer.alloc(16, 7).toString('base64url') }
    await client.call(notifications.subscribe, { body: { endpoint, keys } })
    await order()
    expect(await send()).toMatchObject([{ attempts: 1, reason: 'the browser is gone' }])
    expect(service.requests).toEqual([])
    expect(await subscriptionsOf(client)).toEqual([])
  })

  test('belongs to who is signed in last in that browser, and only they can end it', async () => {
    const browser = await subscribe()
    const other = await api.person()
    await subscribe(other, browser)
    expect(await subscriptionsOf(client)).toEqual([])
    const body = { endpoint: browser.subscription.endpoint }
    await expect(client.call(notifications.unsubscribe, { body })).rejects.toMatchObject({ type: 'PUSH_SUBSCRIPTION_NOT_FOUND', code: 464 })
    expect(await other.call(notifications.unsubscribe, { body })).toEqual({ unsubscribed: true })
    await expect(other.call(notifications.unsubscribe, { body })).rejects.toMatchObject({ code: 464 })
  })

  test('of a browser that signed in again goes on', async () => {
    const browser = await subscribe()
    const again = await signIn(api, `+374774000${String(people).padStart(2, '0')}`, api.guest())
    await subscribe(again, browser)
    const [row, ...others] = await subscriptionsOf(again)
    expect(others).toEqual([])
    expect(row?.endpoint).toBe(browser.subscription.endpoint)
  })

  test('is one of a push service: nobody makes this server call another', async () => {
    const { keys } = newBrowser().subscription
    const strange = [
      ...['http://127.0.0.1:9/x', 'http://169.254.169.254/latest', 'https://fcm.googleapis.com.evil.example/x', 'file:///etc/passwd'],
      ...[
        'https://user@fcm.googleapis.com/x',
        'https://fcm.googleapis.com:8443/x',
        'http://fcm.googleapis.com/x',
        'https://evil.example/fcm.googleapis.com'
      ]
    ]
    for (const endpoint of strange)
      await expect(client.call(notifications.subscribe, { body: { endpoint, keys } })).rejects.toMatchObject({ code: 400 })
    const { push } = api.kernel.adapters
    for (const host of ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'db5p.notify.windows.com', 'web.push.apple.com'])
      expect(push.accepts(`https://${host}/x`)).toBe(true)
    for (const body of [{}, { endpoint: 'x', keys }, { endpoint: newBrowser().subscription.endpoint, keys: { p256dh: 'x', auth: 'y' } }])
      expect((await client.raw('POST', '/user/profile/notifications/push', { body })).status).toBe(400)
  })

  test('is one of twenty at most', async () => {
    for (let i = 0; i < 19; i += 1) await subscribe()
    api.clock.advance(60_000)
    await subscribe()
    api.clock.advance(60_000)
    const newest = await subscribe()
    const rows = await subscriptionsOf(client)
    expect(rows).toHaveLength(20)
    expect(rows.map(({ endpoint }) => endpoint)).toContain(newest.subscription.endpoint)
  })
})

test('the keys are the configured ones, or made once for all processes', async () => {
  const keys = {
    VAPID_PUBLIC_KEY: 'BL3NnTJP2dKWULBXpTyrZeyx81OlkqQE1i7s8MPEUX7WVbP-MDM4FbrbmH-rxF6jmro9Gfr57o3h7I-It9VE0V8',
    VAPID_PRIVATE_KEY: 'HO41AiEaFEufMS88AElbwdvGHHUFZ0h2Bm0gaNas4ww'
  }
  const { db } = api.engine
  expect(await createSenders(db, readConfig(keys)).push.publicKey()).toBe(keys.VAPID_PUBLIC_KEY)
  const made = await Promise.all([1, 2, 3].map(() => createSenders(db, readConfig({})).push.publicKey()))
  expect(new Set(made).size).toBe(1)
})
