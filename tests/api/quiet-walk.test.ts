import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { endpointsOf } from '#contract/endpoint.ts'
import * as signIn from '#contract/sign-in/calls.ts'
import { createLog } from '#server/process/log.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'

/** What people, their browsers and those who mean harm write, each with a word that is nowhere else. */
const MARKED = [
  'zzmail@marked.example',
  'zzmail%40marked.example',
  '+37494555123',
  '%2B37494555123',
  '37494555123',
  '094555123',
  'zz term',
  'ZZPROMO7',
  '7Z7Z#',
  'Zzreset-token_77',
  '40.18051805',
  '907070'
]
const WORDS = /zzmail|94555123|zz.?term|zzpromo|7z7z|zzreset|18051805|907070/i
const FORGED = '\n2026-11-25T00:00:00.000Z error FORGED'
/** Each line begins as the log begins lines: nobody from outside begins one. */
const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z (info|error) |[A-Z]\w*: | {4}at |caused by )/

let api: TestApi
let person: Client
let lines: string[] = []
beforeAll(async () => {
  api = await startApi({ env: { SMS_REPORT_KEY: 'Zzreset-token_77-of-the-gateway' } })
  person = await api.person()
  api.kernel.log = createLog({ LOG: 'info' }, (line) => void lines.push(line))
})
afterAll(() => api.close())
beforeEach(() => {
  lines = []
})
const expectQuiet = (): void => {
  const written = lines.join('').trimEnd().split('\n')
  const faults = written.filter((line) => WORDS.test(line) || !LINE.test(line) || /^\S+ error FORGED/.test(line))
  expect([...new Set(faults.map((line) => line.replace(/[\da-f-]{36}|^\S+Z /g, '')))]).toEqual([])
}

const FIELDS = [
  'term',
  'contact',
  'email',
  'phone',
  'code',
  'pin',
  'voucher',
  'doorCode',
  'token',
  'password',
  'lat',
  'type',
  'orderNumber'
]
const calls = [
  ...Object.values(contract).flatMap((noun) => endpointsOf(noun).map(([, { method, path }]) => ({ method, path }))),
  { method: 'POST', path: '/messages/reports/:key' },
  { method: 'POST', path: '/notifications/unsubscribe/:token' },
  { method: 'GET', path: '/payments/return' },
  { method: 'POST', path: '/payments/return' }
]
const send = async (method: string, path: string, value: string): Promise<void> => {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, value]))
  const query = new URLSearchParams(fields).toString()
  const isRead = method === 'GET'
  for (const type of isRead ? [null] : ['application/json', 'application/x-www-form-urlencoded']) {
    const body = type === null ? null : type.endsWith('json') ? JSON.stringify(fields) : query
    const headers = {
      'Session-Id': person.anonymousId,
      'Idempotency-Key': 'quiet-walk-key',
      Authorization: `Bearer ${person.token ?? ''}`,
      ...(type ? { 'Content-Type': type } : {})
    }
    const filled = path.replace(/:\w+/g, encodeURIComponent(value))
    const response = await person.fetch(`/api${filled}?${query}`, { method, headers, body, redirect: 'manual' })
    await response.body?.cancel()
  }
}

describe('no call logs what was sent with it, nor a line that a stranger wrote', () => {
  const sendAll = async (values: readonly string[]): Promise<void> => {
    for (const { method, path } of calls) await Promise.all(values.map((value) => send(method, path, value)))
  }
  test('when the shop itself fails', async () => {
    const { limit } = api.kernel
    const broken = (): never => {
      throw new Error(`broken${FORGED}\n    at forged (forged.ts:1:1)`)
    }
    api.kernel.limit = Object.assign(broken, { networks: broken })
    await sendAll([...MARKED, FORGED])
    api.kernel.limit = limit
    expect(lines.length).toBeGreaterThan(1_000)
    expect(lines.filter((line) => line.includes(' error GET /api/geo/reverse-search/:lat/:lng '))).toHaveLength(MARKED.length + 1)
    expectQuiet()
  })

  test('when the database refuses everything', async () => {
    await api.engine.exec('alter schema public rename to lost')
    await sendAll([...MARKED.slice(5), FORGED])
    await api.engine.exec('alter schema lost rename to public')
    expect(lines.length).toBeGreaterThan(500)
    expect(lines.filter((line) => /error GET \/api\/catalogs\/:id .*\n.*failed query/.test(line)).length).toBeGreaterThan(5)
    expectQuiet()
  })
})

test('a provider that is made up, and an error it never sent', async () => {
  for (const value of [...MARKED, `a${FORGED}`])
    for (const path of [`a${FORGED}`, value, 'google'].map(encodeURIComponent)) {
      const query = new URLSearchParams({ state: value, code: value, error: value }).toString()
      await (await person.fetch(`/api/auth/callback/${path}?${query}`, { redirect: 'manual' })).body?.cancel()
    }
  expect(lines.length).toBeGreaterThan(10)
  expectQuiet()
})

test('what a browser says of its sign-in', async () => {
  for (const value of MARKED) {
    api.clock.advance(60_000)
    const message = `failed at https://shop.example/en?term=${encodeURIComponent(value)} for ${value.replace(/^(zz term|ZZ|7Z|Zz).*/, '')}`
    await person.call(signIn.log, { body: { code: 'POPUP_CLOSED', message } })
  }
  expect(lines).toHaveLength(MARKED.length)
  expectQuiet()
})
