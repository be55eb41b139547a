import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { LOCALES } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { buyUnderFaults } from '#tests/support/fault-load.ts'
import { createPostgresServer, type PostgresServer } from '#tests/support/postgres-server.ts'
import { postgresTest as test } from '#tests/support/postgres-test.ts'
import { newPerson } from '#tests/support/shop-client.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'
import { childrenOf, lineToEach, openLine, readOrderEvents } from '#tests/support/worker-lines.ts'

const WORKERS = 2
const PAGE = '/en/restaurants/always-open'
/** Ten times what `npm run speed -- faults` holds the shop to: other work runs beside these tests. */
const LONGEST_ANSWER_MS = 100_000
const READY_MS = 20_000

let server: PostgresServer
let shop: Shop
let env: Record<string, string>

beforeAll(async () => {
  server = await createPostgresServer({ port: await freePort() })
  env = {
    DATABASE_URL: server.url('postgres'),
    DATA_DIR: newDataDir(),
    WEB_CONCURRENCY: String(WORKERS),
    PORT: String(await freePort())
  }
  shop = await startShop(env, 120_000)
}, 180_000)
afterAll(async () => {
  await shop.end('SIGKILL')
  await server.remove()
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}${path}`, { headers: { connection: 'close', ...headers } })

test('a database that is stopped, and whose connections are ended, under load: nobody dies, no page breaks, no order is lost or doubled', async () => {
  const report = await buyUnderFaults({
    shop,
    workers: WORKERS,
    buyers: 6,
    dataDir: env.DATA_DIR ?? '',
    databaseUrl: () => server.url('postgres'),
    faults: async ({ isBack, moreOrders }) => {
      await moreOrders(3)
      const admin = new pg.Client({ connectionString: server.url('postgres'), application_name: 'admin' })
      await admin.connect()
      for (let round = 0; round < 10; round += 1) {
        await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'shuka%'`)
        await sleep(30)
      }
      await admin.end()
      await moreOrders(3)
      for (let round = 0; round < 2; round += 1) {
        await server.crash()
        await server.start()
        await isBack()
        await moreOrders(3)
      }
    }
  })
  expect(report.wrong).toEqual([])
  expect(report.deaths).toBe(0)
  expect(report.orders).toBeGreaterThan(10)
  expect(Object.keys(report.pages).filter((status) => status !== '200' && status !== '503')).toEqual([])
  expect(report.pages['200']).toBeGreaterThan(10)
  expect(report.requests.filter(({ status }) => status === null || status === 500)).toEqual([])
  expect(Math.max(...report.readyMs)).toBeLessThan(READY_MS)
})

describe('a paused database', () => {
  test('is answered for in time, in three languages, and a repeated key finds out what happened', async () => {
    const person = await newPerson(() => shop.url, '+37491003001')
    const menu = await person.call(catalogue.products, { query: { supplierId: 902 } })
    const productId = menu.items.find(({ code }) => code === 'WATER')?.id ?? 0
    await person.call(baskets.add, { body: { productId, quantity: 1 } })
    const { version: basketVersion, orderPrice } = await person.call(baskets.get, { query: { addressId: person.addressId } })
    const body = JSON.stringify({ addressId: person.addressId, paymentId: 3, deliveryNow: true, basketVersion, orderPrice })
    const key = randomUUID()
    const headers = { authorization: `Bearer ${person.token()}`, 'session-id': person.anonymousId }
    const order = (locale: string) =>
      fetch(`${shop.url}/api${orders.checkout.path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-language': locale, 'idempotency-key': key },
        body
      })
    const line = openLine(shop.url, () => [])
    const stream = await line.open('/api/orders/events', headers)
    const heard = readOrderEvents(stream, 1)
    await ask(PAGE)

    const goOn = server.pause()
    const begin = performance.now()
    const answers = await Promise.all(LOCALES.map(order))
    expect((await ask(PAGE)).status).toBe(200)
    expect((await ask('/api/health')).status).toBe(200)
    const notReady = await ask('/api/ready')
    expect([notReady.status, notReady.headers.get('retry-after')]).toEqual([503, '3'])
    expect(performance.now() - begin).toBeLessThan(LONGEST_ANSWER_MS)
    for (const [index, answer] of answers.entries()) {
      const { messages } = (await answer.json()) as { messages: { type: string; body: string }[] }
      const sentence = getTranslator(LOCALES[index] ?? 'en')('codes:DATABASE_AWAY')
      expect([answer.status, answer.headers.get('retry-after'), messages]).toEqual([503, '3', [{ type: 'DATABASE_AWAY', body: sentence }]])
    }
    goOn()
    await expect.poll(async () => (await ask('/api/ready')).status, { timeout: READY_MS, interval: 20 }).toBe(200)

    // The worker that is ready may not be the one that is asked: a refusal says to come again with the same key.
    let placed = await order('en')
    await expect.poll(async () => (placed.status === 503 ? (placed = await order('en')) : placed).status, { timeout: READY_MS }).toBe(200)
    const { data } = (await placed.json()) as { data: { orderNumber: string } }
    const pending = await person.call(orders.pending, { query: {} })
    expect(pending.map(({ orderNumber }) => orderNumber)).toEqual([data.orderNumber])
    expect((await heard).map(({ orderNumber }) => orderNumber)).toEqual([data.orderNumber])
    line.close()
  })
})

test('a worker that is killed while the database is away is replaced', async () => {
  const workers = () => childrenOf(shop.child.pid ?? 0)
  const [victim = 0] = workers()
  await server.crash()
  process.kill(victim, 'SIGKILL')
  await expect.poll(() => workers().filter((pid) => pid !== victim).length, { timeout: 30_000 }).toBe(WORKERS)
  for (const line of await lineToEach(shop.url, workers, WORKERS)) {
    expect((await line.ask('/api/ready')).status).toBe(503)
    line.close()
  }
})

test('a start while the database is away waits for it, and one at an unknown address ends and says why', async () => {
  expect(await shop.end()).toBe(0)
  const stranger = { ...env, DATA_DIR: newDataDir() }
  const refusal = await startShop(stranger, 60_000).catch((cause: unknown) => String(cause))
  expect(refusal).toContain('ended with 2')
  expect(refusal).toContain(`Nothing listens at 127.0.0.1:${server.port}, where DATABASE_URL leads`)
  let waits = ''
  const starting = startShop(env, 60_000, (output) => (waits = output))
  await expect.poll(() => waits, { timeout: 30_000 }).toContain('trying again every second')
  const waitingAt = (path: string) =>
    fetch(`http://127.0.0.1:${env['PORT']}${path}`, { headers: { connection: 'close', 'content-language': 'en' } })
  const health = await waitingAt('/api/health')
  expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ data: { status: 'ok' } })])
  const ready = await waitingAt('/api/ready')
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '3'])
  expect(await ready.json()).toMatchObject({ messages: [{ type: 'NOT_READY' }], data: { reason: 'database' } })
  const page = await waitingAt(PAGE)
  expect([page.status, await page.text()]).toEqual([503, 'Shuka isn’t ready yet. Try again in a minute.'])
  await server.start()
  shop = await starting
  expect((await ask('/api/ready')).status).toBe(200)
})
