import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { count, eq, like } from 'drizzle-orm'
import * as auth from '#contract/auth/calls.ts'
import { sweepAuth } from '#server/services/auth/sweep.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { askCode, atAddress, enrol } from '#tests/support/identity.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let api: TestApi

beforeAll(async () => {
  api = await startApi({
    env: {
      PIN_PER_CONTACT_DAY: '6',
      PIN_PER_CALLER_HOUR: '5',
      PIN_PER_PREFIX_HOUR: '6',
      PIN_PER_HOUR: '8',
      TRUST_PROXY: '1',
      CHALLENGE_BITS: '5'
    }
  })
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
  api.clock.advance(2 * DAY)
})

const ask = (client: Client, contact: string) =>
  client.call(auth.sendCode, { body: { type: contact.includes('@') ? 'email' : 'phone', contact } })
/** A browser, new unless given, at an address. */
const at = (address: string, { client = api.guest(), solves = false }: { client?: Client; solves?: boolean } = {}): Client =>
  atAddress(client, address, solves)
const refusedFor = (retryAfter: number) => ({ type: 'TOO_MANY_REQUESTS', code: 429, data: { retryAfter } })
const CHALLENGE = { type: 'CHALLENGE_REQUIRED', code: 429 }
const messagesTo = async (contact: string) => {
  const { messages } = schema
  const [row] = await api.engine.db.select({ sent: count() }).from(messages).where(eq(messages.recipient, contact))
  return row?.sent
}

describe('codes for one contact', () => {
  test('wait 60, 120, 240 seconds for one browser, which gets half of the day', async () => {
    const contact = '+37491100001'
    const client = api.guest()
    expect((await ask(at('192.0.2.1', { client }), contact)).retryAfter).toBe(60)
    await expect(ask(at('192.0.2.1', { client }), '091 10-00-01')).rejects.toMatchObject(refusedFor(60))
    api.clock.advance(20_500)
    await expect(ask(at('198.51.100.1', { client, solves: true }), contact)).rejects.toMatchObject(refusedFor(40))
    api.clock.advance(39_500)
    expect((await ask(at('192.0.2.1', { client }), contact)).retryAfter).toBe(120)
    api.clock.advance(120_000)
    expect((await ask(at('192.0.2.1', { client }), contact)).retryAfter).toBe(240)
    // Past the hour in which refused tries count too.
    api.clock.advance(HOUR)
    await expect(ask(at('192.0.2.1', { client, solves: true }), contact)).rejects.toMatchObject(refusedFor(DAY / 1000 - 180 - 3_600))
    api.clock.advance(2 * DAY)
    expect((await ask(at('192.0.2.1', { client }), contact)).retryAfter).toBe(60)
  })

  test('cost neighbours a puzzle while one of them waits, and past half of the day; the network around them, past all of it', async () => {
    const contact = '+37491110001'
    await ask(at('192.0.2.1'), contact)
    await expect(ask(at('192.0.2.1'), contact)).rejects.toMatchObject(CHALLENGE)
    // The owner may be the one who asks second.
    expect((await ask(at('192.0.2.1', { solves: true }), contact)).retryAfter).toBe(60)
    api.clock.advance(60_000)
    await ask(at('192.0.2.1'), contact)
    api.clock.advance(60_000)
    await expect(ask(at('192.0.2.1'), contact)).rejects.toMatchObject(CHALLENGE)
    for (const address of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) expect((await ask(at(address), contact)).retryAfter).toBe(60)
    await expect(ask(at('192.0.2.5'), contact)).rejects.toMatchObject(CHALLENGE)
    expect((await ask(at('192.0.2.5', { solves: true }), contact)).retryAfter).toBe(60)
    expect(await messagesTo(contact)).toBe(7)
  })

  test('cost others a puzzle once strangers used up the day, and the owner’s browser nothing', async () => {
    const contact = '+37491150001'
    const owner = await api.person({ phone: contact })
    api.clock.advance(2 * DAY)
    owner.token = null
    for (let network = 10; network < 16; network += 1) await ask(at(`192.0.${network}.1`), contact)
    await expect(ask(at('192.0.6.1'), contact)).rejects.toMatchObject({ type: 'CHALLENGE_REQUIRED', code: 429, data: { count: 8 } })
    expect((await ask(at('192.0.6.1', { solves: true }), contact)).retryAfter).toBe(60)
    expect((await ask(at('192.0.6.2', { client: owner }), contact)).retryAfter).toBe(60)
    expect(await messagesTo(contact)).toBe(9)
  })

  test('asked for thirty times at once from one network go out once', async () => {
    const contact = '+37491200001'
    const tries = await Promise.allSettled(Array.from({ length: 30 }, () => ask(at('192.0.2.1'), contact)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await messagesTo(contact)).toBe(1)
  })

  test('a right code makes the next wait the short one', async () => {
    const contact = '+37491300001'
    const client = at('192.0.2.1')
    await ask(client, contact)
    api.clock.advance(60_000)
    await api.person({ phone: contact, client })
    client.cookies.delete('buy_known_browser')
    client.token = null
    api.clock.advance(120_000)
    expect((await ask(client, contact)).retryAfter).toBe(60)
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

  test('past the number of one network a puzzle is asked for, however many visitors it plays', async () => {
    for (let i = 1; i <= 5; i += 1) await ask(at(`2a02:2a57:1:2::${i}`), `b${i}@mail.am`)
    await expect(ask(at('2a02:2a57:1:2:ffff::9'), 'b6@mail.am')).rejects.toMatchObject({ type: 'CHALLENGE_REQUIRED' })
    expect((await ask(at('2a02:2a57:1:2:ffff::9', { solves: true }), 'b6@mail.am')).known).toBe(false)
    expect((await ask(at('2a02:2a57:1:3::1'), 'b7@mail.am')).known).toBe(false)
  })

  test('past the number of one prefix strangers are asked for a puzzle, in parallel too; known numbers and other prefixes go on', async () => {
    const known = '+37491400099'
    await api.person({ phone: known })
    api.clock.advance(2 * DAY)
    const asks = Array.from({ length: 8 }, (_, i) => ask(api.guest(), `+3749140000${i}`))
    const results = await Promise.allSettled(asks)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ type: 'CHALLENGE_REQUIRED' })
    expect((await ask(api.guest(), '+37455400001')).known).toBe(false)
    expect((await ask(api.guest(), known)).known).toBe(true)
  })

  test('past the number of all strangers a puzzle is asked for; SMS and known contacts have numbers of their own', async () => {
    const known = 'c0@mail.am'
    await enrol(api, known)
    api.clock.advance(2 * DAY)
    for (let i = 1; i <= 8; i += 1) await ask(api.guest(), `c${i}@mail.am`)
    await expect(ask(api.guest(), 'c9@mail.am')).rejects.toMatchObject({ type: 'CHALLENGE_REQUIRED' })
    expect((await ask(api.guest(), known)).known).toBe(true)
    expect((await ask(api.guest(), '+37455400002')).known).toBe(false)
  })
})

describe('what is counted', () => {
  test('is removed when it is over', async () => {
    const { rateLimits, pins } = schema
    await ask(api.guest(), '+37491500001')
    const now = api.clock.now
    await sweepAuth({ db: api.engine.db, now })
    expect(await api.engine.db.select().from(rateLimits).where(like(rateLimits.key, 'code:wait:% +37491500001'))).toHaveLength(1)
    api.clock.advance(3 * DAY)
    await sweepAuth({ db: api.engine.db, now })
    expect(await api.engine.db.select().from(rateLimits)).toEqual([])
    expect(await api.engine.db.select().from(pins)).toEqual([])
  })
})

describe('a clock that is set back by a year', () => {
  test('shuts nobody out for a year, and no code lives that long', async () => {
    const contact = '+37491190001'
    const { client } = await enrol(api, contact)
    client.token = null
    api.clock.advance(2 * DAY)
    const pin = await askCode(api, client, contact)
    api.clock.advance(-365 * DAY)
    await expect(client.call(auth.login, { body: { type: 'phone', contact, pin } })).rejects.toMatchObject({
      type: 'PIN_INCORRECT_OR_EXPIRED'
    })
    expect((await ask(client, contact)).retryAfter).toBe(120)
    api.clock.advance(365 * DAY)
  })
})
