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
