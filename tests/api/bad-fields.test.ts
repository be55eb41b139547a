import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { rowsOf } from '#server/db/rows.ts'
import { inputsWith } from '#tests/access/inputs.ts'
import { makeVictim, PRODUCT, type Victim } from '#tests/access/world.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { assertProper, HOSTILE } from '#tests/support/hostile.ts'

// Every field of every body, one at a time in a body that is good otherwise, so that hostile values get past the schema to the services.

let api: TestApi
let productId = 0
let reached = 0
beforeAll(async () => {
  api = await startApi({ env: { PIN_WAIT_SECONDS: '0', PIN_PER_CONTACT_DAY: '100000', PIN_PER_CALLER_HOUR: '100000' } })
  productId = await api.product(PRODUCT.supplier, PRODUCT.code)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

const VALUES: unknown[] = [...HOSTILE, -5, 1e20, 0.5, [], {}, null, true, ['x'], { x: 1 }]
/** A line each: the body that the access matrix sends names the fields. */
const names = inputsWith({ client: {} } as Victim, 0)
const calls = Object.entries(contract).flatMap(([noun, ofNoun]) =>
  (Object.entries(ofNoun) as [string, Endpoint][]).flatMap(([name, endpoint]) =>
    Object.keys(names[`${noun}.${name}`]?.body ?? {}).map((field) => ({ id: `${noun}.${name}`, endpoint, field }))
  )
)

/** One call by the person it is about; somebody new when the person was signed out, or has asked too often. */
let victim: Victim | null = null
const callWith = async (id: string, endpoint: Endpoint, change: Record<string, unknown>) => {
  for (let attempt = 1; ; attempt += 1) {
    victim ??= await makeVictim(api)
    const { params = {}, query = {}, body = {} } = inputsWith(victim, productId)[id] ?? {}
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const headers: Record<string, string> = endpoint.moneyMoving ? { 'Idempotency-Key': randomUUID() } : {}
    const reply = await victim.client.raw(endpoint.method, `${path}?${search.toString()}`, { body: { ...body, ...change }, headers })
    const type = reply.envelope.messages[0]?.type ?? 'OK'
    if (attempt > 2 || !['UNAUTHORIZED', 'TOO_MANY_REQUESTS'].includes(type)) return { reply, type }
    victim = null
  }
}

test('the bodies have fields', () => {
  expect(calls.length).toBeGreaterThan(60)
})

describe.each(calls)('$id, $field', ({ id, endpoint, field }) => {
  test('hostile values in it alone', { timeout: 120_000 }, async () => {
    for (const value of VALUES) {
      const { reply, type } = await callWith(id, endpoint, { [field]: value })
      assertProper(reply, `${id} ${field} ${JSON.stringify(value).slice(0, 40)}`)
      if (type !== 'BAD_REQUEST') reached += 1
    }
  })
})

test('a good part of them got as far as a service, and afterwards everything still stands', async () => {
  expect(reached / (calls.length * VALUES.length)).toBeGreaterThan(0.2)
  const [row] = await rowsOf<{ stock: number; people: number }>(
    api.engine.db,
    sql`select (select min(stock) from products) as stock, (select count(*)::int from users) as people`
  )
  expect(row?.stock).toBeGreaterThanOrEqual(0)
  expect(row?.people).toBeGreaterThan(0)
})
