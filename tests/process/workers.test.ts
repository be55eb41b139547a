import { existsSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { openPostgres, type Engine } from '#server/db/engine.ts'
import { catalogueVersion } from '#server/catalogue-memory/directory.ts'
import { importTolmaAs } from '#tests/support/market-copy.ts'
import { postgresTest as test } from '#tests/support/postgres-test.ts'
import { copyDatabase, databaseIn, sharedServer } from '#tests/support/prepared-data.ts'
import { newPerson, type ShopClient } from '#tests/support/shop-client.ts'
import { freePort, startShop, type Shop } from '#tests/support/shop-process.ts'
import { childrenOf, lineToEach, openLine, readOrderEvents, type Line } from '#tests/support/worker-lines.ts'

const COUNT = 3
const PAGE = '/en/restaurants/always-open'
const CLIENTS = 8
/** From a change of the catalogue until every page has it: ten times what `npm run speed` holds it to. */
const SPREAD_MS = 10_000

let databaseUrl = ''
let engine: Engine
let shop: Shop
/** Who orders, and later has a stream open while the shop stops. */
let person: ShopClient
let token = ''
const workers = (): number[] => childrenOf(shop.child.pid ?? 0)
const sayTo = (line: Line) => line.ask('/api/health')

beforeAll(async () => {
  databaseUrl = await copyDatabase()
  shop = await startShop(
    { DATABASE_URL: databaseUrl, WEB_CONCURRENCY: String(COUNT), PORT: String(await freePort()), DRAIN_SECONDS: '6' },
    120_000
  )
  engine = await openPostgres(databaseUrl, 4)
  person = await newPerson(() => shop.url, '+37491009001')
  token = person.token() ?? ''
}, 180_000)
afterAll(async () => {
  await engine.close()
  await shop.end('SIGKILL')
})

/** A line to every worker, once all are there. */
const linesToAll = async (): Promise<Line[]> => {
  await expect.poll(() => workers().length, { timeout: 60_000 }).toBe(COUNT)
  return lineToEach(shop.url, workers, COUNT)
}

test('one greeting, one port, several processes', async () => {
  const lines = await linesToAll()
  expect(new Set(lines.map(({ pid }) => pid))).toEqual(new Set(workers()))
  expect(shop.output().match(/Shuka is open at/g)).toHaveLength(1)
  for (const line of lines) {
    expect((await line.ask('/api/ready')).status).toBe(200)
    expect((await line.ask(PAGE)).text).toContain('Tolma')
    line.close()
  }
})

describe('a change of the catalogue', () => {
  /** Milliseconds from the commit until the cached page of every worker has the word. */
  const spread = async (importer: Engine, name: string): Promise<number> => {
    const lines = await linesToAll()
    for (const line of lines) for (let reads = 0; reads < 2; reads += 1) expect((await line.ask(PAGE)).text).not.toContain(name)
    const before = await catalogueVersion(engine.db)
    const importing = importTolmaAs(importer, name)
    while ((await catalogueVersion(engine.db)) === before) await sleep(5)
    const changedAt = performance.now()
    await Promise.all(lines.map((line) => line.until(PAGE, name)))
    const took = performance.now() - changedAt
    await importing
    for (const line of lines) line.close()
    return took
  }
  /** The longest of several changes: the promise holds for each. */
  const slowest = async (importer: Engine, words: string): Promise<number> => {
    let worst = 0
    for (let turn = 1; turn <= 3; turn += 1) worst = Math.max(worst, await spread(importer, `${words} ${turn}`))
    return worst
  }

  test('is on every page within a second, or ten of them beside other work', async () => {
    expect(await slowest(engine, 'Heard Tolma')).toBeLessThan(SPREAD_MS)
  })

  test('also when the wake-up is lost', async () => {
    await engine.exec(`create function public.pg_notify(text, text) returns void language sql as 'select'`)
    const mute = await openPostgres(`${databaseUrl}?options=${encodeURIComponent('-c search_path=public,pg_catalog')}`, 4)
    let heard = 0
    const forget = await engine.listen('catalogue', () => void (heard += 1))
    expect(await slowest(mute, 'Unheard Tolma')).toBeLessThan(SPREAD_MS)
    expect(heard).toBe(0)
    await forget()
    await mute.close()
  })
})

describe('a worker that is killed', () => {
  test('takes nothing with it but its own requests, and is replaced', { timeout: 120_000 }, async () => {
    for (const line of await linesToAll()) line.close()
    const before = workers()
    // The first worker runs the market's own tasks.
    const victim = Math.min(...before)
    const failures: { pid: number; client: number }[] = []
    let answered = 0
    let killed = false
    let answeredAfter = 0
    const asking = new AbortController()
    const ask = async (client: number): Promise<void> => {
      const line = openLine(shop.url, () => [...before, ...workers()])
      while (!asking.signal.aborted) {
        const had = line.pid
        const reply = await line.ask(answered % 2 ? '/api/suppliers?type=1' : PAGE).catch(() => null)
        if (reply === null) failures.push({ pid: had, client })
        else {
          expect(reply.status).toBe(200)
          answered += 1
          if (killed) answeredAfter += 1
        }
      }
      line.close()
    }
    const clients = Array.from({ length: CLIENTS }, (_, client) => ask(client))
    await expect.poll(() => answered, { timeout: 30_000 }).toBeGreaterThan(50)
    process.kill(victim, 'SIGKILL')
    killed = true
    await expect.poll(() => workers().filter((pid) => pid !== victim).length, { timeout: 60_000 }).toBe(COUNT)
    await expect.poll(() => answeredAfter, { timeout: 30_000 }).toBeGreaterThan(100)
    asking.abort()
    await Promise.all(clients)
    expect(failures.filter(({ pid }) => pid !== victim)).toEqual([])
    expect(new Set(failures.map(({ client }) => client)).size).toBe(failures.length)
    const lines = await linesToAll()
    expect(lines.map(({ pid }) => pid)).not.toContain(victim)
    for (const line of lines) line.close()
    expect(shop.output()).toContain(`worker ${victim} ended (SIGKILL); another takes its place`)
  })

  test('hands the tasks of the market on', async () => {
    const count = async (): Promise<number> => {
      const result = (await engine.db.execute(sql`select count(*)::int as n from events where handled_at is null`)) as unknown as {
        rows: { n: number }[]
      }
      return result.rows[0]?.n ?? -1
    }
    await engine.exec(`insert into events (kind, payload) values ('test.task', '{}')`)
    await expect.poll(count, { timeout: 20_000 }).toBe(0)
  })
})

test('a worker that is asked to end does so without a request lost', async () => {
  const lines = await linesToAll()
  const leaving = lines[0]?.pid ?? 0
  const asking = new AbortController()
  let answered = 0
  const ask = async (line: Line): Promise<void> => {
    while (!asking.signal.aborted) {
      expect((await line.ask('/api/suppliers?type=1')).status).toBe(200)
      answered += 1
    }
  }
  const clients = lines.map(ask)
  process.kill(leaving, 'SIGTERM')
  await expect.poll(() => workers().filter((pid) => pid !== leaving).length, { timeout: 60_000 }).toBe(COUNT)
  await expect.poll(() => workers(), { timeout: 20_000 }).not.toContain(leaving)
  const soFar = answered
  await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(soFar + 20)
  asking.abort()
  await Promise.all(clients)
  for (const line of lines) line.close()
})

describe('an order', () => {
  const place = async (): Promise<number> => {
    const menu = await person.call(catalogue.products, { query: { supplierId: 902 } })
    await person.call(baskets.add, { body: { productId: menu.items.find(({ code }) => code === 'WATER')?.id ?? 0, quantity: 1 } })
    const basket = await person.call(baskets.get, { query: { addressId: person.addressId } })
    const body = {
      addressId: person.addressId,
      paymentId: 3,
      deliveryNow: true,
      basketVersion: basket.version,
      orderPrice: basket.orderPrice
    }
    return (await person.call(orders.checkout, { body }, { idempotencyKey: crypto.randomUUID() })).orderId
  }
  /** An open stream: what happens from now on comes. */
  const listen = (line: Line, lastEventId = ''): Promise<IncomingMessage> =>
    line.open('/api/orders/events', { authorization: `Bearer ${token}`, 'session-id': person.anonymousId, 'last-event-id': lastEventId })

  test('is heard of on whichever worker the stream is, and on the next one from where the last one broke', async () => {
    const [one, two, three] = await linesToAll()
    if (!one || !two || !three) throw new Error('three lines were asked for')
    // A stream begins where it was opened: a worker that is slow to open one would never tell of an order placed before.
    const streams = await Promise.all([listen(one), listen(two)])
    const orderId = await place()
    const heard = await Promise.all(streams.map((stream) => readOrderEvents(stream, 1)))
    expect(heard.map((events) => events.map(({ status }) => status))).toEqual([[0], [0]])
    const cancelling = person.call(orders.cancel, { params: { id: orderId } })
    const later = await readOrderEvents(await listen(three, heard[0]?.[0]?.id), 1)
    expect(later[0]?.orderNumber).toBe((await cancelling).orderNumber)
    expect(Number(later[0]?.id)).toBeGreaterThan(Number(heard[0]?.[0]?.id))
    for (const line of [one, two, three]) line.close()
  })
})

test('a limit is the same however many workers there are', async () => {
  const lines = await linesToAll()
  const guess = (line: Line) =>
    line.ask('/api/users/verify/pin', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'session-id': 'one-guest-of-many-workers' },
      body: JSON.stringify({ type: 'phone', contact: '+37491009777', pin: '000000' })
    })
  const statuses: number[] = []
  const askAll = async () => {
    for (const line of lines) statuses.push((await guess(line)).status)
  }
  for (let round = 0; round < 10; round += 1) await askAll()
  expect(statuses).not.toContain(429)
  // Workers tell each other ten times a second: what comes between may pass, six at most.
  await sleep(150)
  await expect.poll(() => askAll().then(() => statuses.slice(-COUNT)), { interval: 5_000, timeout: 30_000 }).toEqual([429, 429, 429])
  // The first thirty were allowed.
  expect(statuses.filter((status) => status !== 429).length).toBeLessThan(37)
  for (const line of lines) line.close()
})

test('what keeps the first worker from starting is said once, in words, and ends the start', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', WEB_CONCURRENCY: '3', PORT: String(await freePort()) }
  const said = await startShop(env, 120_000).catch((cause: unknown) => String(cause))
  expect(said).toContain('ended with 2')
  expect(String(said).match(/Nothing listens at 127.0.0.1:9, where DATABASE_URL leads/g)).toHaveLength(1)
  expect(said).not.toContain('    at ')
  const taken = { DATABASE_URL: databaseUrl, WEB_CONCURRENCY: '3', PORT: new URL(shop.url).port }
  expect(await startShop(taken, 120_000).catch((cause: unknown) => String(cause))).toContain(`PORT ${taken.PORT} is taken`)
})

describe('readiness', () => {
  test('is refused while the database is away, liveness is not, and pages go on', async () => {
    const admin = await openPostgres(sharedServer(), 1, { migrate: false })
    const [line] = await linesToAll()
    if (!line) throw new Error('no line')
    await line.ask(PAGE)
    await engine.close()
    await admin.exec(`alter database ${databaseIn(databaseUrl)} allow_connections false`)
    await admin.exec(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseIn(databaseUrl)}'`)
    const refused = await line.ask('/api/ready')
    expect([refused.status, (JSON.parse(refused.text) as { data: unknown }).data]).toEqual([503, { reason: 'database' }])
    expect((await sayTo(line)).status).toBe(200)
    expect((await line.ask(PAGE)).status).toBe(200)
    await admin.exec(`alter database ${databaseIn(databaseUrl)} allow_connections true`)
    await expect.poll(async () => (await line.ask('/api/ready')).status, { timeout: 20_000 }).toBe(200)
    expect(workers()).toContain(line.pid)
    await admin.close()
    engine = await openPostgres(databaseUrl, 4)
    line.close()
  })
})

test('a stop answers what runs, sends new visitors elsewhere, ends streams, and leaves nobody behind', async () => {
  const [one, two, three] = await linesToAll()
  if (!one || !two || !three) throw new Error('three lines were asked for')
  const all = workers()
  const stream = await two.open('/api/orders/events', { authorization: `Bearer ${token}`, 'session-id': 'a-guest-with-a-stream' })
  stream.resume()
  const streamEnded = new Promise((resolve) => stream.once('close', resolve))
  const body = JSON.stringify({ type: 'phone', contact: '+37491009778', pin: '000000' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length, 'session-id': 'a-guest-who-is-slow' }
  const slow = request(`${shop.url}/api/users/verify/pin`, { method: 'POST', headers })
  slow.write(body.slice(0, 10))
  const slowAnswer = new Promise<number>((resolve, reject) => {
    slow.once('error', reject)
    slow.once('response', (answer) => resolve(answer.resume().statusCode ?? 0))
  })
  await sayTo(three)
  const ended = shop.end('SIGTERM')
  await expect.poll(async () => (await three.ask('/api/ready')).status).toBe(503)
  // A new connection may come to a worker that has not heard of it yet.
  const newcomer = async () => {
    const { text, headers: sent } = await openLine(shop.url, workers).ask('/api/ready')
    return [(JSON.parse(text) as { data: unknown }).data, sent.connection]
  }
  await expect.poll(newcomer).toEqual([{ reason: 'stopping' }, 'close'])
  expect((await sayTo(three)).status).toBe(200)
  slow.end(body.slice(10))
  expect(await slowAnswer).toBe(410)
  await streamEnded
  expect(await ended).toBe(0)
  await expect(sayTo(one)).rejects.toThrow('ECONNREFUSED')
  expect(all.filter((pid) => existsSync(`/proc/${pid}/exe`))).toEqual([])
})
