import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { endpointsOf, type Endpoint } from '#contract/endpoint.ts'
import { assertProper, HOSTILE } from '#tests/support/hostile.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

/** A caller of its own for every test: limits and sign-outs of one do not touch the next. */
const callerOf = (endpoint: Endpoint): Promise<Client> => {
  if (endpoint.access !== 'user') return Promise.resolve(api.guest())
  people += 1
  return api.person()
}
let people = 0

const endpoints = Object.entries(contract).flatMap(([noun, all]) =>
  endpointsOf(all)
    .filter(([, { stream, navigation }]) => !stream && !navigation)
    .map(([name, endpoint]) => ({ id: `${noun}.${name}`, endpoint }))
)
const writes = endpoints.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.method !== 'DELETE')
const KEY = { 'Idempotency-Key': 'bad-input-key-1' }

describe.each(endpoints)('$id', ({ id, endpoint }) => {
  const withValue = (value: string): string => endpoint.path.replace(/:\w+/g, encodeURIComponent(value))

  test('hostile path and query values', async () => {
    const person = await callerOf(endpoint)
    const names = ['term', 'supplierId', 'take', 'skip', 'type', 'orderNumber', 'date', 'lat', 'categoryIds', 'filter', 'addressId']
    for (const value of HOSTILE) {
      const query = names.map((name) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')
      assertProper(await person.raw(endpoint.method, `${withValue(value.toWellFormed())}?${query}`, { headers: KEY }), id)
    }
  })

  test('deep brackets, thousands of parameters, broken escapes', async () => {
    const person = await callerOf(endpoint)
    const deep = `a${'[b]'.repeat(200)}=1`
    const many = Array.from({ length: 3000 }, (_, index) => `f[${index}]=1`).join('&')
    for (const query of [deep, many, 'term[]=1&term[$ne]=2', '__proto__[x]=1', 'take[a]=1', '%E0%A4%A'])
      assertProper(await person.raw(endpoint.method, `${withValue('1')}?${query}`, { headers: KEY }), id)
  })
})

/** Calls whose body may be empty. */
const ALL_OPTIONAL = ['auth.refresh', 'groupOrders.changeDelivery', 'groupOrders.complete']

describe.each(writes)('$id with a bad body', ({ id, endpoint }) => {
  const path = endpoint.path.replace(/:\w+/g, '1')
  const hasBody = ![
    'auth.signOut',
    'credentials.verify',
    'credentials.requestReset',
    'orders.cancel',
    'orders.takeStoreCredit',
    'bookings.cancel',
    'signIn.sendLinkCode',
    'account.sendDeletionCode',
    'groupOrders.remind',
    // A file.
    'claims.addPhoto',
    'giftCards.addPhoto'
  ].includes(id)

  test('broken JSON names the body', async () => {
    const person = await callerOf(endpoint)
    const reply = await person.raw(endpoint.method, path, { text: '{"a": ', headers: KEY })
    assertProper(reply, id)
    if (hasBody) expect(reply.envelope.messages[0]).toMatchObject({ type: 'BAD_REQUEST', field: 'body' })
  })

  test.each([['[]'], ['null'], ['"text"'], ['12'], ['{"__proto__":{"x":1}}']])('%s', async (text) => {
    const person = await callerOf(endpoint)
    const reply = await person.raw(endpoint.method, path, { text, headers: KEY })
    assertProper(reply, id)
    if (hasBody && !ALL_OPTIONAL.includes(id)) expect(reply.status).toBe(400)
  })

  test('ten megabytes are refused before they are read', async () => {
    const person = await callerOf(endpoint)
    const reply = await person.raw(endpoint.method, path, { text: `{"a":"${'x'.repeat(10_000_000)}"}`, headers: KEY })
    expect(reply.envelope.messages[0]?.type).toBe('PAYLOAD_TOO_LARGE')
    expect(reply.status).toBe(413)
    expect(reply.headers.get('connection')).toBe('close')
  })
})

test('afterwards everything still stands', async () => {
  const result = (await api.engine.db.execute(
    sql`select (select count(*) from users)::int as people, (select count(*) from orders)::int as orders, (select min(stock) from products) as stock`
  )) as unknown as {
    rows: { people: number; orders: number; stock: number }[]
  }
  expect(result.rows[0]).toEqual({ people, orders: 0, stock: 0 })
})

test('an unknown path is 404, a token that is none is 401 where somebody must be signed in', async () => {
  expect((await api.guest().raw('GET', '/nothing/here')).envelope.messages[0]?.type).toBe('NOT_FOUND')
  for (const token of ['x', 'a.b.c', `${'e'.repeat(1990)}`]) {
    const reply = await api.guest().raw('GET', '/auth/me', { headers: { Authorization: `Bearer ${token}` } })
    expect(reply.envelope).toMatchObject({ code: 401, messages: [{ type: 'UNAUTHORIZED' }] })
  }
})

test('who is nobody gets no basket: the header is named', async () => {
  const reply = await api.guest().raw('GET', '/baskets', { headers: { 'Session-Id': '' } })
  expect(reply.envelope.messages[0]).toMatchObject({ type: 'BAD_REQUEST', field: 'Session-Id' })
})

test.each(['cross-site', 'same-site'])('another origin may not write here: %s', async (site) => {
  const person = await api.person()
  const reply = await person.raw('POST', '/baskets', { body: { productId: 1, quantity: 1 }, headers: { 'Sec-Fetch-Site': site } })
  expect(reply.status).toBe(403)
})

test('money-moving calls ask for a key and refuse fields they do not know', async () => {
  const person = await api.person()
  const body = { addressId: 1, paymentId: 3, deliveryNow: true, basketVersion: 1, orderPrice: 1 }
  expect((await person.raw('POST', '/orders/checkout', { body })).envelope.messages[0]?.field).toBe('Idempotency-Key')
  expect((await person.raw('POST', '/orders/checkout', { body: { ...body, userId: 7 }, headers: KEY })).envelope.messages[0]?.field).toBe(
    'userId'
  )
})

test.each(['2026-02-30', '2026-13-01', '2025-02-29'])('a day that there is not is refused by name: %s', async (date) => {
  const { status, envelope } = await api.guest().raw('GET', `/baskets/delivery/availableDatetimes?date=${date}`)
  expect(status).toBe(400)
  expect(envelope.messages[0]).toMatchObject({ type: 'BAD_REQUEST', field: 'date' })
})
