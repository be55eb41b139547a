import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { solveChallenge } from '#client/solve-challenge.ts'
import * as auth from '#contract/auth/calls.ts'
import type { Challenge } from '#domain/limits/challenge.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { atAddress, enrol, PASSWORD } from '#tests/support/identity.ts'

const DAY = 86_400_000
const BITS = 5
/** Every budget is used up by the first few codes. */
const TIGHT = { PIN_PER_CONTACT_DAY: '6', PIN_PER_CALLER_HOUR: '5', PIN_PER_PREFIX_HOUR: '6', PIN_PER_HOUR: '8' }
let api: TestApi
let serial = 0

beforeAll(async () => {
  api = await startApi({ env: { ...TIGHT, TRUST_PROXY: '1', CHALLENGE_BITS: String(BITS) } })
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
  api.clock.advance(2 * DAY)
})

const newEmail = (): string => `reader${(serial += 1)}@mail.am`
const QUIET = '203.0.113.7'
/** Its puzzles are as easy as those of the quiet one. */
const ALIKE = '203.0.114.7'
const BUSY = '198.51.100.7'

/** What a send of a code is answered, and its challenge. */
const send = async (client: Client, address: string, contact: string, solution = '') => {
  const { status, envelope } = await client.raw<Challenge>('POST', '/users/pin/send', {
    body: { type: contact.includes('@') ? 'email' : 'phone', contact },
    headers: { 'X-Forwarded-For': address, 'Challenge-Solution': solution }
  })
  return { status, type: envelope.messages[0]?.type ?? 'OK', challenge: envelope.data }
}
const challengeAt = async (client: Client, address: string, contact: string): Promise<Challenge> => {
  const { type, challenge } = await send(client, address, contact)
  expect(type).toBe('CHALLENGE_REQUIRED')
  return challenge as Challenge
}
const solutionAt = async (client: Client, address: string, contact: string): Promise<string> =>
  solveChallenge(await challengeAt(client, address, contact))
/** Codes from one network, whose puzzles are solved: its work doubles as they double. */
const fill = async (address: string, codes: number): Promise<void> => {
  for (let i = 0; i < codes; i += 1)
    await atAddress(api.guest(), address, true).call(auth.sendCode, { body: { type: 'email', contact: newEmail() } })
}

test('a solution counts once, for its caller, for two minutes, and not with a changed word', async () => {
  await fill(BUSY, 5)
  const [client, other] = [api.guest(), api.guest()]
  const contact = newEmail()
  const solution = await solutionAt(client, BUSY, contact)
  expect((await send(other, BUSY, contact, solution)).status).toBe(429)
  expect((await send(client, BUSY, contact, solution.replace(/\.\d{1,2}\./, '.0.'))).status).toBe(429)
  expect((await send(client, BUSY, contact, solution.replace(/-[^-]*$/, ''))).status).toBe(429)
  expect((await send(client, BUSY, contact, solution)).status).toBe(200)
  expect((await send(client, BUSY, contact, solution)).status).toBe(429)
  const late = await solutionAt(other, BUSY, newEmail())
  api.clock.advance(121_000)
  expect((await send(other, BUSY, contact, late)).status).toBe(429)
})

test('100 puzzles of a quiet network open nothing on a busy one, nor for another contact', { timeout: 60_000 }, async () => {
  for (const address of [QUIET, ALIKE]) await fill(address, 5)
  await fill(BUSY, 20)
  const accepted = { busy: 0, alike: 0, contact: 0 }
  for (let i = 0; i < 100; i += 1) {
    const client = api.guest()
    const contact = newEmail()
    const solution = await solutionAt(client, QUIET, contact)
    if ((await send(client, BUSY, contact, solution)).status === 200) accepted.busy += 1
    if ((await send(client, ALIKE, contact, solution)).status === 200) accepted.alike += 1
    if ((await send(client, QUIET, newEmail(), solution)).status === 200) accepted.contact += 1
  }
  expect(accepted).toEqual({ busy: 0, alike: 0, contact: 0 })
})

test('a puzzle must carry the bits demanded now: an easy one kept from before is refused, and the next is as hard as asked', async () => {
  await fill(BUSY, 5)
  const client = api.guest()
  const contact = newEmail()
  const easy = await challengeAt(client, BUSY, contact)
  expect(easy.bits).toBe(BITS)
  await fill(BUSY, 15)
  const refused = await send(client, BUSY, contact, await solveChallenge(easy))
  expect([refused.type, refused.challenge?.bits]).toEqual(['CHALLENGE_REQUIRED', BITS + 2])
  expect((await send(client, BUSY, contact, await solveChallenge(refused.challenge as Challenge))).status).toBe(200)
})

test('with every budget used up a puzzle sends a mail, and nobody is refused', { timeout: 60_000 }, async () => {
  const known = newEmail()
  const { client: owner } = await enrol(api, known, { password: PASSWORD })
  api.clock.advance(2 * DAY)
  await fill(QUIET, 30)
  for (let i = 0; i < 12; i += 1)
    await atAddress(api.guest(), `192.0.${i}.1`, true).call(auth.sendCode, { body: { type: 'email', contact: known } })
  for (let i = 0; i < 12; i += 1)
    await atAddress(api.guest(), `198.18.${i}.1`, true).call(auth.sendCode, { body: { type: 'phone', contact: `+3749177${1000 + i}` } })
  for (const contact of [known, newEmail()]) {
    const otherBrowser = api.guest()
    expect((await send(otherBrowser, QUIET, contact)).type).toBe('CHALLENGE_REQUIRED')
    expect((await send(otherBrowser, QUIET, contact, await solutionAt(otherBrowser, QUIET, contact))).status).toBe(200)
  }
  owner.token = null
  expect((await send(owner, QUIET, known)).status).toBe(200)
})

test('a browser behind a full network solves once for the network and once for the contact', async () => {
  const flood = Array.from({ length: 220 }, () => send(api.guest(), BUSY, 'nobody'))
  expect((await Promise.all(flood)).filter(({ type }) => type === 'CHALLENGE_REQUIRED').length).toBeGreaterThan(0)
  await fill(BUSY, 8)
  const neighbour = atAddress(api.guest(), BUSY, true)
  expect(await neighbour.call(auth.sendCode, { body: { type: 'email', contact: newEmail() } })).toMatchObject({ expiresIn: 600 })
  // Whatever the call: also one that is not about signing in.
  const signOuts = await Promise.all(
    Array.from({ length: 1_300 }, () => api.guest().raw('POST', '/auth/refresh', { body: {}, headers: { 'X-Forwarded-For': BUSY } }))
  )
  expect(new Set(signOuts.map(({ envelope }) => envelope.messages[0]?.type))).toEqual(new Set(['UNAUTHORIZED', 'CHALLENGE_REQUIRED']))
  await expect(atAddress(api.guest(), BUSY, true).call(auth.refresh, { body: {} })).rejects.toMatchObject({ type: 'UNAUTHORIZED' })
})
