import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import { CODES, codeNumber, httpStatus, isCodeType } from '#contract/codes.ts'
import { contract } from '#contract/index.ts'
import { endpointsOf, type Endpoint } from '#contract/endpoint.ts'
import { createHeldRows } from '#tests/access/held-rows.ts'
import { inputsWith, type CallInput } from '#tests/access/inputs.ts'
import { CALLERS, makeCaller, makeVictim, PRODUCT, type Caller, type Victim } from '#tests/access/world.ts'
import { createApi } from '#server/app.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { ROOT } from '#tests/support/sources.ts'

/**
 * Every endpoint of the contract, called by everybody with the ids, codes and contacts of person B. What each caller is answered stands in
 * tests/access/expected.tsv, which is reviewed by hand. Whatever the answer: it tells nobody else of B, and changes nothing of B's.
 */
const endpoints = Object.entries(contract).flatMap(([noun, ofNoun]) =>
  endpointsOf(ofNoun).map(([name, endpoint]) => ({ key: `${noun}.${name}`, endpoint }))
)
const expected = new Map(
  readFileSync(join(ROOT, 'tests/access/expected.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([key = '', call = '', ...cells]) => [key, { call, cells }])
)

let api: TestApi
let productId = 0
let held: Awaited<ReturnType<typeof createHeldRows>>
const others = CALLERS.filter((caller) => caller !== 'B')
const callers: Partial<Record<Caller, Client>> = {}
let victim: Victim | null = null

beforeAll(async () => {
  api = await startApi({ env: { PIN_WAIT_SECONDS: '0', PIN_PER_CONTACT_DAY: '1000' } })
  productId = await api.product(PRODUCT.supplier, PRODUCT.code)
  held = await createHeldRows(api)
})
afterAll(() => api.close())

/** One call as it goes over the wire: what it was answered, and everything that came back. */
const callAs = async (client: Client, endpoint: Endpoint, { params = {}, query = {}, body }: CallInput) => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const abort = new AbortController()
  const response = await client.fetch(`/api${path}?${search.toString()}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      'Session-Id': client.anonymousId,
      'Content-Language': 'en',
      ...(client.token ? { Authorization: `Bearer ${client.token}` } : {}),
      ...(endpoint.moneyMoving ? { 'Idempotency-Key': randomUUID() } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {})
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(endpoint.stream ? { signal: abort.signal } : {})
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const text = isStream ? await firstPiece(response) : await response.text()
  abort.abort()
  return { said: saidBy(response, isStream, text), everything: `${[...response.headers].join('\n')}\n${text}` }
}

const firstPiece = async (response: Response): Promise<string> => {
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel().catch(() => undefined)
  return new TextDecoder().decode(value)
}

/** OK, REDIRECT, or the type of the refusal, whose number and status must fit. */
const saidBy = ({ status }: Response, isStream: boolean, text: string): string => {
  if (status >= 300 && status < 400) return 'REDIRECT'
  if (isStream) return 'OK'
  const { code, messages } = JSON.parse(text) as { code: number; messages: { type: string }[] }
  const type = messages[0]?.type ?? 'OK'
  expect(isCodeType(type), type).toBe(true)
  if (isCodeType(type)) expect([code, status]).toEqual([codeNumber(type), httpStatus(type)])
  return type
}

/** A caller who is still whom the table means: somebody whom the last call signed out is made anew. */
const standing = async (caller: Exclude<Caller, 'B'>): Promise<Client> => {
  const client = callers[caller]
  if (client && (caller === 'guest' || (await holds(client)) === (caller === 'A' || caller === 'company'))) return client
  return (callers[caller] = await makeCaller[caller](api))
}
const holds = async (client: Client): Promise<boolean> => (await client.raw('GET', '/auth/me')).status === 200

test('every endpoint has its row, and no row is left over', () => {
  expect([...expected].map(([key, { call }]) => `${key} ${call}`).sort()).toEqual(
    endpoints.map(({ key, endpoint: { method, path } }) => `${key} ${method} ${path}`).sort()
  )
  for (const { cells } of expected.values()) {
    expect(cells).toHaveLength(CALLERS.length)
    for (const cell of cells) expect(cell === 'REDIRECT' || cell in CODES, cell).toBe(true)
  }
})

test('the rows say what the contract says of access', () => {
  for (const { key, endpoint } of endpoints) {
    const [guest, a, , company, deactivated, expired] = expected.get(key)?.cells ?? []
    const shut = 'UNAUTHORIZED'
    expect([a, company].includes(shut), key).toBe(false)
    // A refresh is asked for without an access token: what counts is the cookie.
    if (endpoint === auth.refresh) expect([guest, deactivated, expired], key).toEqual([shut, shut, 'OK'])
    else if (endpoint.access === 'user') expect([guest, deactivated, expired], key).toEqual([shut, shut, shut])
    else if (endpoint.access === 'guest') expect([guest === shut, deactivated, expired], key).toEqual([false, shut, shut])
    else expect([guest, deactivated, expired].includes(shut), key).toBe(false)
  }
})

test('every table belongs to somebody by a column, or is named as one of nobody', () => {
  expect(held.uncovered).toEqual([])
})

/** Calls anybody may make about B's contact, and the table in which that adds a row; it never changes one that was there. */
const MAY_ADD: Record<string, string> = { 'credentials.requestReset': 'password_resets' }

test.each(endpoints)('$key', { timeout: 60_000 }, async ({ key, endpoint }) => {
  victim ??= await makeVictim(api)
  const b = victim
  const input = inputsWith(b, productId)[key]
  if (!input) throw new Error(`${key} has no line in tests/access/inputs.ts`)
  const before = await held.heldBy(b)
  const own = new Set(before)
  const added = (row: string): boolean => !own.has(row) && row.startsWith(`${MAY_ADD[key] ?? '-'}: `)
  const said: Partial<Record<Caller, string>> = {}
  for (const caller of others) {
    const answer = await callAs(await standing(caller), endpoint, input)
    said[caller] = answer.said
    for (const secret of b.secrets) expect(answer.everything.includes(secret), `${caller} is answered ${secret} of B`).toBe(false)
    const after = await held.heldBy(b)
    expect(
      after.filter((row) => !added(row)),
      `${caller} changed what is B's`
    ).toEqual(before)
  }
  said.B = (await callAs(b.client, endpoint, input)).said
  if ((await held.heldBy(b)).join('\n') !== before.join('\n')) victim = null
  expect(CALLERS.map((caller) => said[caller])).toEqual(expected.get(key)?.cells)
  expect(api.errors).toEqual([])
})

/** Routes beside the contract, called by an address that was given out. Reports of an SMS gateway are there only with their key (sms.test.ts). */
const BESIDE: Record<string, (b: Victim) => { path: string; body?: string }> = {
  'GET /api/docs': () => ({ path: '/docs' }),
  'GET /api/docs.css': () => ({ path: '/docs.css' }),
  'GET /api/openapi.json': () => ({ path: '/openapi.json' }),
  'GET /api/map/:locale/:z{\\d{1,2}}/:x{\\d{1,6}}/:y{\\d{1,6}}': () => ({ path: '/map/en/1/1/1' }),
  'GET /api/payments/return': (b) => ({ path: `/payments/return?orderNumber=${b.unpaidNumber}&orderId=${b.unpaidNumber}` }),
  'POST /api/payments/return': (b) => ({ path: '/payments/return', body: `orderId=${b.unpaidNumber}` }),
  'GET /api/payments/form/:ref': (b) => ({ path: `/payments/form/${b.unpaidNumber}` }),
  'GET /api/payments/sheet/:ref': (b) => ({ path: `/payments/sheet/${b.unpaidNumber}` }),
  'POST /api/payments/sheet/:ref/session': (b) => ({ path: `/payments/sheet/${b.unpaidNumber}/session`, body: '{}' }),
  'POST /api/payments/sheet/:ref/token': (b) => ({ path: `/payments/sheet/${b.unpaidNumber}/token`, body: '{"paymentData":{}}' }),
  'GET /api/payments/notices/:provider': (b) => ({ path: `/payments/notices/telcell?status=PAID&issuer_id=${b.unpaidNumber}&sum=1` }),
  'POST /api/payments/notices/:provider': (b) => ({
    path: '/payments/notices/idram',
    body: `EDP_PRECHECK=YES&EDP_BILL_NO=${b.unpaidNumber}`
  }),
  'GET /api/notifications/unsubscribe/:token': (b) => ({ path: `/notifications/unsubscribe/${b.userId}` }),
  'POST /api/notifications/unsubscribe/:token': (b) => ({ path: `/notifications/unsubscribe/${b.userId}`, body: '' }),
  'POST /api/auth/callback/:provider': () => ({ path: '/auth/callback/apple', body: 'code=x&state=x' })
}

test('there is no other route beside the contract', () => {
  const known = new Set(endpoints.map(({ endpoint: { method, path } }) => `${method} /api${path}`))
  const routes = createApi(api.kernel).routes.map(({ method, path }) => `${method} ${path}`)
  const beside = [...new Set(routes)].filter((route) => !known.has(route) && !route.startsWith('ALL '))
  expect(beside.sort()).toEqual(Object.keys(BESIDE).sort())
})

test.each(Object.keys(BESIDE))('%s tells a stranger nothing of B and changes nothing', async (route) => {
  victim ??= await makeVictim(api)
  const b = victim
  const before = await held.heldBy(b)
  const { path, body } = BESIDE[route]?.(b) ?? { path: '' }
  const answer = await api
    .guest()
    .fetch(`/api${path}`, { method: route.split(' ')[0] ?? '', redirect: 'manual', ...(body === undefined ? {} : { body }) })
  const answered = `${[...answer.headers].join('\n')}\n${await answer.text()}`
  expect(answer.status).toBeLessThan(500)
  // The number of the order stood in the question.
  for (const secret of b.secrets.filter((one) => one !== b.unpaidNumber)) expect(answered).not.toContain(secret)
  expect(await held.heldBy(b)).toEqual(before)
})
