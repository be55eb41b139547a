import { afterAll, beforeAll, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { autopilotSeconds, mayPretend } from '#server/config.ts'
import { jobContext } from '#server/jobs/context.ts'
import { advanceDue } from '#server/services/orders/advance.ts'
import { nextStepAt } from '#server/services/orders/move-order.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { atWork, buy } from '#tests/support/shopping.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ env: { AUTOPILOT_SECONDS: '20' } })
})
afterAll(() => api.close())

test.each([
  [true, { DEMO: false, SITE_URL: 'http://127.0.0.1:4321', HOST: '127.0.0.1' }],
  [true, { DEMO: false, SITE_URL: 'http://192.168.1.5:4321', HOST: '0.0.0.0' }],
  [true, { DEMO: false, SITE_URL: 'http://[::1]:4321', HOST: '::1' }],
  [true, { DEMO: true, SITE_URL: 'https://shuka.am', HOST: '0.0.0.0' }],
  [false, { DEMO: false, SITE_URL: 'https://shuka.am', HOST: '127.0.0.1' }],
  [false, { DEMO: false, SITE_URL: 'http://127.0.0.1:4321', HOST: '203.0.113.5' }],
  [false, { DEMO: false, SITE_URL: 'http://127.0.0.1.nip.io', HOST: '127.0.0.1' }]
])('may pretend, and the autopilot runs: %s for %o', (expected, address) => {
  expect(mayPretend(address)).toBe(expected)
  expect(autopilotSeconds({ ...address, AUTOPILOT_SECONDS: 20 })).toBe(expected ? 20 : 0)
})

test('a public shop that is no demonstration moves no order, not even one that a demonstration left under way', async () => {
  const { client, placed } = await buy(api, await api.product(1, 'PLAIN'))
  const isPublic = jobContext({ ...api.kernel, config: { ...api.kernel.config, SITE_URL: 'https://shuka.am' } })
  expect(nextStepAt(isPublic, 0)).toBeNull()
  api.clock.advance(30_000)
  expect(await advanceDue(isPublic)).toBe(0)
  const statusNow = async () => (await client.call(orders.details, { query: { orderNumber: placed.orderNumber } })).status
  expect(await statusNow()).toBe(0)
  expect(await advanceDue(atWork(api))).toBe(1)
  expect(await statusNow()).toBe(1)
})
