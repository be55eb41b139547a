import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { TestApi } from '#tests/support/api.ts'
import { assertProper, STRANGE } from '#tests/support/hostile.ts'
import { fieldsOf, startVictimCalls, type VictimCalls } from '#tests/support/victim-calls.ts'

// Every field of every body, one at a time in a body that is good otherwise, so that hostile values get past the schema to the services.

let api: TestApi
let call: VictimCalls['call']
let reached = 0
beforeAll(async () => {
  ;({ api, call } = await startVictimCalls())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

const calls = Object.entries(contract).flatMap(([noun, ofNoun]) =>
  (Object.entries(ofNoun) as [string, Endpoint][]).flatMap(([name, endpoint]) =>
    Object.keys(fieldsOf(`${noun}.${name}`).body ?? {}).map((field) => ({ id: `${noun}.${name}`, endpoint, field }))
  )
)

test('the bodies have fields', () => {
  expect(calls.length).toBeGreaterThan(60)
})

describe.each(calls)('$id, $field', ({ id, endpoint, field }) => {
  test('hostile values in it alone', { timeout: 120_000 }, async () => {
    for (const value of STRANGE) {
      const { reply, type } = await call(id, endpoint, (good) => ({ ...good, body: { ...(good.body as object), [field]: value } }))
      assertProper(reply, `${id} ${field} ${JSON.stringify(value).slice(0, 40)}`)
      if (type !== 'BAD_REQUEST') reached += 1
    }
  })
})

test('a good part of them got as far as a service, and afterwards everything still stands', async () => {
  expect(reached / (calls.length * STRANGE.length)).toBeGreaterThan(0.2)
  const [row] = await rowsOf<{ stock: number; people: number }>(
    api.engine.db,
    sql`select (select min(stock) from products) as stock, (select count(*)::int from users) as people`
  )
  expect(row?.stock).toBeGreaterThanOrEqual(0)
  expect(row?.people).toBeGreaterThan(0)
})
