import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { solveChallenge } from '#client/solve-challenge.ts'
import type { Envelope } from '#contract/endpoint.ts'
import type { Challenge } from '#domain/limits/challenge.ts'
import { schema } from '#server/db/schema.ts'
import { createApi } from '#server/app.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
let app: ReturnType<typeof createApi>
let plain: number
beforeAll(async () => {
  api = await startApi({ env: { TRUST_PROXY: '1', CHALLENGE_BITS: '5' } })
  app = createApi(api.kernel)
  plain = await api.product(1, 'PLAIN')
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

const addFrom = async (network: string, anonymousId = randomBytes(16).toString('hex')): Promise<number> =>
  (await answerTo(network, anonymousId)).status
const answerTo = async (network: string, anonymousId: string, solution = ''): Promise<Response> => {
  const request = new Request('http://shuka.test/api/baskets', {
    method: 'POST',
    headers: { 'Session-Id': anonymousId, 'X-Forwarded-For': network, 'Content-Type': 'application/json', 'Challenge-Solution': solution },
    body: JSON.stringify({ productId: plain, quantity: 1 })
  })
  return app.fetch(request)
}

const basketCount = (): Promise<number> => api.engine.db.$count(schema.baskets)

test('a network makes two hundred guests’ baskets a minute; those there are, people and other networks go on, and neighbours for a puzzle each', async () => {
  const known = randomBytes(16).toString('hex')
  expect(await addFrom('192.0.2.1', known)).toBe(200)
  const statuses: number[] = []
  for (let tries = 0; tries < 250; tries += 1) statuses.push(await addFrom('192.0.2.1'))
  expect(statuses.filter((status) => status === 200)).toHaveLength(199)
  expect(statuses.filter((status) => status === 429)).toHaveLength(51)
  expect(await basketCount()).toBe(200)
  expect([await addFrom('192.0.2.1', known), await addFrom('198.51.100.7')]).toEqual([200, 200])

  const neighbour = randomBytes(16).toString('hex')
  const refused = (await (await answerTo('192.0.2.1', neighbour)).json()) as Envelope<Challenge>
  expect(refused.messages[0]?.type).toBe('CHALLENGE_REQUIRED')
  const solution = await solveChallenge(refused.data as Challenge)
  // For the browser and the network that it was made for, and for one basket.
  expect((await answerTo('192.0.2.1', randomBytes(16).toString('hex'), solution)).status).toBe(429)
  expect((await answerTo('192.0.2.1', neighbour, solution)).status).toBe(200)
  await api.engine.db.delete(schema.baskets)
  expect((await answerTo('192.0.2.1', neighbour, solution)).status).toBe(429)
  api.clock.advance(61_000)
  expect(await addFrom('192.0.2.1')).toBe(200)
})

test('2,000 new baskets from one /32 meet puzzles within the first 100; another network goes on', { timeout: 60_000 }, async () => {
  const before = await basketCount()
  const statuses: number[] = []
  for (let round = 0; round < 20; round += 1) {
    const tries = Array.from({ length: 100 }, (_, i) => addFrom(`2a02:2a57:${(round * 100 + i).toString(16)}:${i.toString(16)}::1`))
    statuses.push(...(await Promise.all(tries)))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  expect(await basketCount()).toBe(before + 100)
  const began = performance.now()
  expect(await addFrom('203.0.113.77')).toBe(200)
  // A second on a machine of its own, ten times that beside other work.
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('a caller changes baskets a thousand times a minute, whichever way; then 429 says when to go on, and others do', async () => {
  const [flood, other] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
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
