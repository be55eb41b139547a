import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { count, eq } from 'drizzle-orm'
import * as auth from '#contract/auth/calls.ts'
import { networkOf } from '#server/services/auth/codes/code-limits.ts'
import { sweepAuth } from '#server/services/auth/sweep.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let api: TestApi

beforeAll(async () => {
  api = await startApi({
    env: { PIN_PER_CONTACT_DAY: '4', PIN_PER_CALLER_HOUR: '5', PIN_PER_PREFIX_HOUR: '6', PIN_PER_HOUR: '8', TRUST_PROXY: '1' }
  })
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
  api.clock.advance(2 * DAY)
})

const ask = (client: Client, contact: string) =>
  client.call(auth.sendCode, { body: { type: contact.includes('@') ? 'email' : 'phone', contact } })
const refusedFor = (retryAfter: number) => ({ type: 'TOO_MANY_REQUESTS', code: 429, data: { retryAfter } })
const messagesTo = async (contact: string) => {
  const { messages } = schema
  const [row] = await api.engine.db.select({ sent: count() }).from(messages).where(eq(messages.recipient, contact))
  return row?.sent
}

describe('codes for one contact', () => {
  test('wait 60, 120, 240 seconds, and no more than the daily number go out', async () => {
    const contact = '+37491100001'
    expect((await ask(api.guest(), contact)).retryAfter).toBe(60)
    await expect(ask(api.guest(), '091 10-00-01')).rejects.toMatchObject(refusedFor(60))
    api.clock.advance(20_500)
    await expect(ask(api.guest(), contact)).rejects.toMatchObject(refusedFor(40))
    api.clock.advance(39_500)
    expect((await ask(api.guest(), contact)).retryAfter).toBe(120)
    api.clock.advance(120_000)
    expect((await ask(api.guest(), contact)).retryAfter).toBe(240)
    api.clock.advance(240_000)
    expect((await ask(api.guest(), contact)).retryAfter).toBe(480)
    api.clock.advance(480_000)
    await expect(ask(api.guest(), contact)).rejects.toMatchObject(refusedFor(DAY / 1000 - 900))
    expect(await messagesTo(contact)).toBe(4)
    api.clock.advance(2 * DAY)
    expect((await ask(api.guest(), contact)).retryAfter).toBe(60)
  })

  test('are half for any one caller: a stranger leaves the owner the other half, and no longer waits', async () => {
    const contact = '+37491150001'
    const stranger = api.guest()
    await ask(stranger, contact)
    await expect(ask(stranger, contact)).rejects.toMatchObject(refusedFor(60))
    api.clock.advance(60_000)
    expect((await ask(stranger, contact)).retryAfter).toBe(120)
    api.clock.advance(120_000)
    await expect(ask(stranger, contact)).rejects.toMatchObject(refusedFor(DAY / 1000 - 180))
    expect((await ask(api.guest(), contact)).retryAfter).toBe(240)
    expect(await messagesTo(contact)).toBe(3)
  })

  test('asked for thirty times at once go out once', async () => {
    const contact = '+37491200001'
    const tries = await Promise.allSettled(Array.from({ length: 30 }, () => ask(api.guest(), contact)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await messagesTo(contact)).toBe(1)
  })

  test('a right code makes the next wait the short one', async () => {
    const contact = '+37491300001'
    await ask(api.guest(), contact)
    api.clock.advance(60_000)
    await api.person({ phone: contact })
    api.clock.advance(120_000)
    expect((await ask(api.guest(), contact)).retryAfter).toBe(60)
  })
})

describe('codes for many contacts', () => {
  test('one visitor gets its number an hour, refused tries counted', async () => {
    const client = api.guest()
    await ask(client, 'a1@mail.am')
    await expect(ask(client, 'a1@mail.am')).rejects.toMatchObject({ type: 'TOO_MANY_REQUESTS' })
    for (const name of ['a2', 'a3', 'a4']) await ask(client, `${name}@mail.am`)
    await expect(ask(client, 'a5@mail.am')).rejects.toMatchObject(refusedFor(3600))
    api.clock.advance(HOUR)
    expect((await ask(client, 'a5@mail.am')).known).toBe(false)
  })

  test('one network address gets its number an hour, however many visitors it plays', async () => {
    const from = (address: string, name: string) =>
      api.guest().raw('POST', '/users/pin/send', {
        body: { type: 'email', contact: `${name}@mail.am` },
        headers: { 'X-Forwarded-For': `10.0.0.1, ${address}` }
      })
    for (let i = 1; i <= 5; i += 1) expect((await from(`2a02:2a57:1:2::${i}`, `b${i}`)).status).toBe(200)
    expect((await from('2a02:2a57:1:2:ffff::9', 'b6')).status).toBe(429)
    expect((await from('2a02:2a57:1:3::1', 'b7')).status).toBe(200)
  })

  test('one prefix gets its number an hour, in parallel too, and other prefixes go on', async () => {
    const asks = Array.from({ length: 8 }, (_, i) => ask(api.guest(), `+3749140000${i}`))
    const results = await Promise.allSettled(asks)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    expect((await ask(api.guest(), '+37455400001')).known).toBe(false)
  })

  test('all together get their number an hour, and a refused prefix takes nothing from it', async () => {
    for (let i = 0; i < 8; i += 1) await ask(api.guest(), `c${i}@mail.am`)
    await expect(ask(api.guest(), 'c9@mail.am')).rejects.toMatchObject(refusedFor(3600))
  })
})

describe('what is counted', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2A02:2a57:0001:0002:3:4:5:6', '2a02:2a57:1:2'],
    ['2a02::1', '2a02:0:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0']
  ])('the network of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })

  test('is removed when it is over', async () => {
    const { rateLimits, pins } = schema
    await ask(api.guest(), '+37491500001')
    const now = api.clock.now
    await sweepAuth({ db: api.engine.db, now })
    expect(await api.engine.db.select().from(rateLimits).where(eq(rateLimits.key, 'pin:wait:+37491500001'))).toHaveLength(1)
    api.clock.advance(3 * DAY)
    await sweepAuth({ db: api.engine.db, now })
    expect(await api.engine.db.select().from(rateLimits)).toEqual([])
    expect(await api.engine.db.select().from(pins)).toEqual([])
  })
})
