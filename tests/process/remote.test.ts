import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { OrderEvent } from '#contract/orders/calls.ts'
import * as auth from '#contract/auth/calls.ts'
import { createCaller } from '#client/call.ts'
import { readEvents } from '#client/event-stream.ts'
import { itemsOf } from '#stores/baskets/lines.ts'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { newPerson } from '#tests/support/shop-client.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'

/** A front without a market of its own before the API of a second process. */
let api: Shop
let front: Shop
const apiEnv = { DATA_DIR: '', PORT: '' }

beforeAll(async () => {
  apiEnv.DATA_DIR = copyDataFolder()
  apiEnv.PORT = String(await freePort())
  api = await startShop(apiEnv, 120_000)
  front = await startShop({ API_URL: `${api.url}/api`, DATA_DIR: newDataDir(), PORT: String(await freePort()), LOG: 'silent' }, 120_000)
}, 240_000)
afterAll(async () => {
  expect(await front.end()).toBe(0)
  await api.end()
})

const codeOf = async (answer: Response): Promise<unknown[]> => {
  const { code, messages } = (await answer.json()) as { code: number; messages: { type: string }[] }
  return [answer.status, code, messages[0]?.type]
}

test.each(['/', '/en', '/ru/restaurants', '/en/restaurants/always-open', '/checkout'])('%s is a page', async (path) => {
  const page = await fetch(front.url + path)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect((await page.text()).length).toBeGreaterThan(2_000)
})

test('a guest fills, changes and empties a basket', async () => {
  const sessionId = 'a-guest-behind-a-front'
  const call = createCaller({ fetch: (input, init) => fetch(front.url + input, init), locale: 'en', sessionId: () => sessionId })
  const menu = await call(catalogue.products, { query: { supplierId: 1 } })
  const product = menu.items.find(({ code }) => code === 'PLAIN')
  await call(baskets.add, { body: { productId: product?.id ?? 0, quantity: 2 } })
  const basket = await call(baskets.get, { query: {} })
  const [item] = itemsOf(basket)
  expect([item?.name, item?.quantity]).toEqual([product?.name, 2])
  await call(baskets.quantity, { params: { id: item?.id ?? 0 }, body: { quantity: 5, sessionId } })
  expect(itemsOf(await call(baskets.get, { query: {} })).map(({ quantity }) => quantity)).toEqual([5])
  await call(baskets.remove, { params: { id: item?.id ?? 0 }, query: { type: basket.type, sessionId } })
  expect(itemsOf(await call(baskets.get, { query: {} }))).toEqual([])
})

test('signing in sets the cookies on the front, and they keep the person signed in', async () => {
  const cookies = new Map<string, string>()
  const withCookies = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    // The outbox is the API's own page.
    const answer = await fetch((input.startsWith('/outbox') ? api.url : front.url) + input, { ...init, headers })
    for (const line of answer.headers.getSetCookie())
      cookies.set(line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1).split(';')[0] ?? '')
    return answer
  }
  const call = createCaller({ fetch: withCookies, locale: 'en', sessionId: () => 'a-person-behind-a-front' })
  const contact = '+37491008001'
  await call(auth.sendCode, { body: { type: 'phone', contact } })
  cookies.set('buy_anonymous_id', 'a-person-behind-a-front')
  const outbox = await (await withCookies('/outbox?language=en')).text()
  const pin = /\b\d{6}\b/.exec(outbox.replace(/<style[\s\S]*?<\/style>/g, ''))?.[0] ?? ''
  await call(auth.register, { body: { type: 'phone', contact, pin, firstName: 'Ani' } })
  const before = cookies.size
  expect(before).toBeGreaterThan(2)
  expect((await call(auth.refresh, { body: {} })).accessToken).not.toBe('')
  expect(cookies.size).toBe(before)
})

test('live events of an order arrive as they happen, and streams that are left are given back', async () => {
  const person = await newPerson(() => api.url, '+37491008002')
  const headers = { authorization: `Bearer ${person.token() ?? ''}`, 'session-id': person.anonymousId }
  for (let turn = 0; turn < 12; turn += 1) {
    const abort = new AbortController()
    const left = await fetch(`${front.url}/api/orders/events`, { headers, signal: abort.signal })
    await left.body?.getReader().read()
    abort.abort()
    expect(left.status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const stream = await fetch(`${front.url}/api/orders/events`, { headers })
  if (!stream.body) throw new Error('the stream has no body')
  const events = readEvents(stream.body)
  const first = events.next()
  const menu = await person.call(catalogue.products, { query: { supplierId: 902 } })
  await person.call(baskets.add, { body: { productId: menu.items.find(({ code }) => code === 'WATER')?.id ?? 0, quantity: 1 } })
  const { version, orderPrice } = await person.call(baskets.get, { query: { addressId: person.addressId } })
  const body = { addressId: person.addressId, paymentId: 3, deliveryNow: true, basketVersion: version, orderPrice }
  const placed = await person.call(orders.checkout, { body }, { idempotencyKey: crypto.randomUUID() })
  const { value } = await first
  expect((JSON.parse(value?.data ?? '{}') as OrderEvent).orderNumber).toBe(placed.orderNumber)
  await events.return()
})

test('an upload over the limit is refused in words', async () => {
  const body = JSON.stringify({ productId: 1, comment: 'x'.repeat(100_000) })
  const answer = await fetch(`${front.url}/api/baskets`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(await codeOf(answer)).toEqual([413, 400, 'PAYLOAD_TOO_LARGE'])
})

test('an API that dies costs what needs it, nothing else, and comes back', async () => {
  await (await fetch(`${front.url}/en/restaurants/always-open`)).text()
  await api.end('SIGKILL')
  const started = performance.now()
  expect(await codeOf(await fetch(`${front.url}/api/suppliers?type=1`))).toEqual([502, 503, 'NETWORK'])
  const page = await fetch(`${front.url}/en/restaurants/night-owl`)
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('<html')
  expect((await fetch(`${front.url}/en/restaurants/always-open`)).status).toBe(200)
  expect((await fetch(`${front.url}/api/health`)).status).toBe(200)
  expect(await codeOf(await fetch(`${front.url}/api/ready`))).toEqual([503, 503, 'NOT_READY'])
  // Ten times what it takes alone at most.
  expect(performance.now() - started).toBeLessThan(100_000)
  api = await startShop(apiEnv, 120_000)
  expect((await fetch(`${front.url}/api/suppliers?type=1`)).status).toBe(200)
  expect((await fetch(`${front.url}/api/ready`)).status).toBe(200)
  await expect.poll(async () => (await fetch(`${front.url}/en/restaurants/night-owl`)).status, { timeout: 30_000, interval: 250 }).toBe(200)
})
