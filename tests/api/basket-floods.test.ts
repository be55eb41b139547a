import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { schema } from '#server/db/schema.ts'
import { createApi } from '#server/app.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
let plain: number
beforeAll(async () => {
  api = await startApi({ env: { TRUST_PROXY: '1' } })
  plain = await api.product(1, 'PLAIN')
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

const addFrom = async (network: string, anonymousId = randomBytes(16).toString('hex')): Promise<number> => {
  const request = new Request('http://shuka.test/api/baskets', {
    method: 'POST',
    headers: { 'Session-Id': anonymousId, 'X-Forwarded-For': network, 'Content-Type': 'application/json' },
    body: JSON.stringify({ productId: plain, quantity: 1 })
  })
  return (await createApi(api.kernel).fetch(request)).status
}

test('a network makes two hundred guests’ baskets a minute; those there are, people and other networks go on', async () => {
  const known = randomBytes(16).toString('hex')
  expect(await addFrom('192.0.2.1', known)).toBe(200)
  const statuses: number[] = []
  for (let tries = 0; tries < 250; tries += 1) statuses.push(await addFrom('192.0.2.1'))
  expect(statuses.filter((status) => status === 200)).toHaveLength(199)
  expect(statuses.filter((status) => status === 429)).toHaveLength(51)
  expect(await api.engine.db.select().from(schema.baskets)).toHaveLength(200)
  expect([await addFrom('192.0.2.1', known), await addFrom('198.51.100.7')]).toEqual([200, 200])
  api.clock.advance(61_000)
  expect(await addFrom('192.0.2.1')).toBe(200)
})

test('a caller changes baskets a thousand times a minute, whichever way; then 429 says when to go on, and others do', async () => {
  const [flood, other] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
  const app = createApi(api.kernel)
  const removeAs = (anonymousId: string, network = '203.0.113.9'): Promise<Response> =>
    Promise.resolve(
      app.fetch(
        new Request('http://shuka.test/api/baskets/999999', {
          method: 'DELETE',
          headers: { 'Session-Id': anonymousId, 'X-Forwarded-For': network }
        })
      )
    )
  const statuses: number[] = []
  // A refused mode is the cheapest change.
  const pickUp = (): Request =>
    new Request('http://shuka.test/api/baskets/ordermode', {
      method: 'PUT',
      headers: { 'Session-Id': flood, 'X-Forwarded-For': '203.0.113.9', 'Content-Type': 'application/json' },
      body: JSON.stringify({ orderMode: 3 })
    })
  for (let tries = 0; tries < 999; tries += 1) statuses.push((await app.fetch(pickUp())).status)
  expect(new Set(statuses)).toEqual(new Set([409]))
  expect((await removeAs(flood)).status).toBe(404)
  api.clock.advance(20_000)
  const refused = await removeAs(flood)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '40'])
  expect(await refused.json()).toMatchObject({ messages: [{ type: 'TOO_MANY_REQUESTS' }], data: { retryAfter: 40 } })
  expect([await addFrom('203.0.113.9', flood), await addFrom('203.0.113.9', other), (await removeAs(other)).status]).toEqual([
    429, 200, 404
  ])
  api.clock.advance(41_000)
  expect((await removeAs(flood)).status).toBe(404)
})
