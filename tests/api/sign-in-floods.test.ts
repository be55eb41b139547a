import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { solveChallenge } from '#client/solve-challenge.ts'
import * as auth from '#contract/auth/calls.ts'
import type { Challenge } from '#domain/limits/challenge.ts'
import { passwordQueueOf } from '#server/services/auth/passwords/password.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { atAddress, enrol, PASSWORD, typeOf } from '#tests/support/identity.ts'

/** The limits a shop has when nothing is configured; only the puzzle is a small one. */
const DEFAULTS = { PIN_PER_PREFIX_HOUR: '200', PIN_PER_HOUR: '2000', TRUST_PROXY: '1', CHALLENGE_BITS: '6' }
const DAY = 86_400_000
let api: TestApi
let serial = 0

beforeAll(async () => {
  api = await startApi({ env: DEFAULTS })
})
afterAll(() => api.close())
beforeEach(() => {
  api.clock.advance(2 * DAY)
})

const newPhone = (): string => `+3744111${String(1000 + (serial += 1))}`
const send = (client: Client, contact: string) => client.call(auth.sendCode, { body: { type: typeOf(contact), contact } })
const login = (client: Client, contact: string, password: string) =>
  client.call(auth.login, { body: { type: typeOf(contact), contact, password } })
const CHALLENGE = { type: 'CHALLENGE_REQUIRED', code: 429 }

test('600 sends from one /48 take 60 codes and shut sign-in for nobody else', { timeout: 120_000 }, async () => {
  const known = newPhone()
  await enrol(api, known)
  api.clock.advance(DAY)
  const outcomes = new Map<string, number>()
  for (let network = 0; network < 20; network += 1) {
    const address = `2a02:2a57:1:${network.toString(16)}::1`
    const sends = Array.from({ length: 30 }, (_, i) =>
      send(atAddress(api.guest(), address), `+37491${String(100_000 + network * 30 + i)}`).then(
        () => 'sent',
        (cause: { type: string }) => cause.type
      )
    )
    for (const outcome of await Promise.all(sends)) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    // Past the limit of calls a minute, which would refuse the flood earlier.
    api.clock.advance(10_000)
  }
  expect(Object.fromEntries(outcomes)).toEqual({ sent: 60, CHALLENGE_REQUIRED: 20 * 30 - 60 })
  const others = [known, newPhone(), 'new@mail.am']
  for (const contact of others) {
    const began = performance.now()
    expect((await send(atAddress(api.guest(), '203.0.113.7'), contact)).expiresIn).toBe(600)
    // A second on a machine of its own, ten times that beside other work.
    expect(performance.now() - began).toBeLessThan(10_000)
  }
  // In the flood's own network a puzzle is asked for, and no more than that.
  await expect(send(atAddress(api.guest(), '2a02:2a57:1:ffff::1'), newPhone())).rejects.toMatchObject(CHALLENGE)
  expect((await send(atAddress(api.guest(), '2a02:2a57:1:ffff::1', true), newPhone())).expiresIn).toBe(600)
  expect(api.errors).toEqual([])
})

test(
  '2,000 sends from one /32 meet puzzles within the first 100, and an owner elsewhere goes on within a second',
  { timeout: 120_000 },
  async () => {
    const known = newPhone()
    await enrol(api, known)
    api.clock.advance(DAY)
    const types: string[] = []
    for (let round = 0; round < 20; round += 1) {
      const sends = Array.from({ length: 100 }, (_, i) => {
        const number = round * 100 + i
        const client = atAddress(api.guest(), `2a02:2a57:${(number + 1).toString(16)}:1::1`)
        return send(client, `+37477${String(100_000 + number)}`).then(
          () => 'sent',
          (cause: { type: string }) => cause.type
        )
      })
      types.push(...(await Promise.all(sends)))
    }
    expect(types.filter((type) => type === 'sent')).toHaveLength(90)
    expect(types.slice(0, 100)).toContain('CHALLENGE_REQUIRED')
    expect(new Set(types.slice(100))).toEqual(new Set(['CHALLENGE_REQUIRED']))
    const began = performance.now()
    expect((await send(atAddress(api.guest(), '203.0.113.7'), known)).expiresIn).toBe(600)
    // A second on a machine of its own, ten times that beside other work.
    expect(performance.now() - began).toBeLessThan(10_000)
    // A customer of the flood's own operator goes on for an easy puzzle.
    expect((await send(atAddress(api.guest(), '2a02:2a57:ffff:1::1', true), newPhone())).expiresIn).toBe(600)
  }
)

test('a flood within a minute behind one address leaves its neighbours sign-in, for a puzzle', { timeout: 60_000 }, async () => {
  const address = '198.18.200.1'
  const malformed = () => send(atAddress(api.guest(), address), 'nobody').catch((cause: { type: string }) => cause.type)
  const outcomes = await Promise.all(Array.from({ length: 220 }, malformed))
  expect(outcomes.filter((type) => type === 'CHALLENGE_REQUIRED')).toHaveLength(20)
  await expect(send(atAddress(api.guest(), address), newPhone())).rejects.toMatchObject(CHALLENGE)
  const neighbour = atAddress(api.guest(), address, true)
  expect((await send(neighbour, newPhone())).expiresIn).toBe(600)
  // A puzzle opens the network's limit, not the caller's own.
  const tries = await Promise.all(
    Array.from({ length: 20 }, () => send(neighbour, 'nobody').catch((cause: { type: string }) => cause.type))
  )
  expect(tries).toContain('TOO_MANY_REQUESTS')
})

test('a solution counts once for as long as its challenge lives', async () => {
  const client = api.guest()
  const address = '198.18.201.1'
  const ask = (contact: string, headers: Record<string, string> = {}) =>
    client.raw<Challenge>('POST', '/users/pin/send', {
      body: { type: 'phone', contact },
      headers: { 'X-Forwarded-For': address, ...headers }
    })
  for (let i = 0; i < 30; i += 1) await send(atAddress(api.guest(), address), newPhone())
  // A tenth after a full second: the challenge lives nine tenths longer than its two minutes.
  api.clock.advance(1_100 - (api.clock.now() % 1_000))
  const contact = newPhone()
  const { envelope } = await ask(contact)
  const solution = { 'Challenge-Solution': await solveChallenge(envelope.data as Challenge) }
  expect((await ask(contact, solution)).envelope.code).toBe(200)
  api.clock.advance(120_500)
  expect((await ask(contact, solution)).envelope.messages[0]?.type).toBe('CHALLENGE_REQUIRED')
})

test('a flood that solves every puzzle makes its own puzzles harder, not those of others', { timeout: 60_000 }, async () => {
  const bitsAt = async (address: string): Promise<number> => {
    const { envelope } = await atAddress(api.guest(), address).raw<{ bits: number }>('POST', '/users/pin/send', {
      body: { type: 'email', contact: `f${(serial += 1)}@mail.am` },
      headers: { 'X-Forwarded-For': address }
    })
    return envelope.data?.bits ?? 0
  }
  for (let i = 0; i < 30; i += 1) await send(atAddress(api.guest(), '192.0.2.1'), `g${i}@mail.am`)
  expect(await bitsAt('192.0.2.1')).toBe(6)
  for (let i = 30; i < 60; i += 1) await send(atAddress(api.guest(), '192.0.2.1', true), `g${i}@mail.am`)
  expect(await bitsAt('192.0.2.1')).toBe(7)
  expect(await bitsAt('203.0.113.7')).toBe(0)
})

test(
  '25 wrong passwords from five /64s, past the day’s number of one contact: the owner signs in at once where they did before, and elsewhere after a puzzle',
  { timeout: 60_000 },
  async () => {
    // A hundred by default: each of them is compared.
    const strict = await startApi({ env: { ...DEFAULTS, PASSWORD_PER_CONTACT_DAY: '20' } })
    const contact = newPhone()
    const { client: owner } = await enrol(strict, contact, { password: PASSWORD })
    await owner.call(auth.signOut)
    owner.token = null
    const guess = (network: number, i: number) =>
      login(atAddress(strict.guest(), `2a02:2a57:${network.toString(16)}:1::${i}`), contact, 'Wrong-1234').catch(
        (cause: { type: string }) => cause.type
      )
    const outcomes: unknown[] = []
    for (let network = 0; network < 5; network += 1)
      outcomes.push(...(await Promise.all(Array.from({ length: 5 }, (_, i) => guess(network, i)))))
    expect(outcomes.filter((outcome) => outcome === 'USERNAME_OR_PASSWORD_WRONG')).toHaveLength(20)
    expect(outcomes.filter((outcome) => outcome === 'CHALLENGE_REQUIRED')).toHaveLength(5)

    expect((await login(atAddress(owner, '198.51.100.2'), contact, PASSWORD)).user.phone).toBe(contact)
    await expect(login(atAddress(strict.guest(), '198.51.100.3'), contact, PASSWORD)).rejects.toMatchObject(CHALLENGE)
    expect((await login(atAddress(strict.guest(), '198.51.100.3', true), contact, PASSWORD)).user.phone).toBe(contact)
    expect(strict.errors).toEqual([])
    await strict.close()
  }
)

test('while strangers’ passwords fill the queue the owner is not refused', { timeout: 60_000 }, async () => {
  const contact = newPhone()
  const { client: owner } = await enrol(api, contact, { password: PASSWORD })
  await owner.call(auth.signOut)
  owner.token = null
  const queue = passwordQueueOf(api.kernel)
  const entered = vi.spyOn(queue, 'take')
  // Comparisons that end when told: as many as run at once on this machine, and those that wait behind them.
  const release = Promise.withResolvers<undefined>()
  const first = Promise.withResolvers<undefined>()
  let begun = 0
  const strangers: Promise<undefined>[] = []
  for (let taken: Promise<undefined> | null; (taken = queue.take(() => ((begun += 1) === 1 ? first : release).promise));)
    strangers.push(taken)
  const running = begun
  expect(strangers.length).toBeGreaterThan(running)
  await expect(login(atAddress(api.guest(), '198.18.0.1'), 'nobody@mail.am', 'Wrong-1234')).rejects.toMatchObject(CHALLENGE)

  // From an unknown browser the owner solves a puzzle while the queue is full, and waits in it once there is a place.
  const elsewhere = login(atAddress(api.guest(), '198.51.100.3', true), contact, PASSWORD)
  const known = login(atAddress(owner, '198.51.100.2'), contact, PASSWORD)
  const lines = () => entered.mock.calls.map(([, line]) => line)
  await expect.poll(lines).toEqual(expect.arrayContaining(['known', 'solved']))
  first.resolve(undefined)
  await Promise.all([known, elsewhere])
  // The one place that came free was theirs, one after the other, and a stranger's only then.
  expect(begun).toBe(running + 1)
  release.resolve(undefined)
  await Promise.all(strangers)
})

test('a browser is known only to the accounts that signed in there, and only by the signed cookie', async () => {
  const contact = newPhone()
  await enrol(api, contact)
  const { client: stranger } = await enrol(api, newPhone())
  api.clock.advance(DAY)
  for (let network = 1; network <= 10; network += 1) await send(atAddress(api.guest(), `203.0.${network}.1`), contact)
  const forged = api.guest()
  const cookie = stranger.cookies.get('buy_known_browser') ?? ''
  forged.cookies.set('buy_known_browser', cookie.replace(/^([\w-]{16})\.\d+/, '$1.1'))
  for (const client of [stranger, forged, api.guest()]) {
    client.token = null
    await expect(send(atAddress(client, '198.51.100.9'), contact)).rejects.toMatchObject(CHALLENGE)
  }
})
