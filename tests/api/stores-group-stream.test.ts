import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { join, start } from '#tests/support/group.ts'
import { add } from '#tests/support/shopping.ts'
import { openTab } from '#tests/support/tab.ts'

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('a group order in the browser is asked for at most once more for all that happens shortly after an event', async () => {
  const client = api.guest()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  await api.person({ client })
  const tab = await openTab({ client, path: '/en/restaurants/always-open' })
  const store = await import('#stores/group-orders/group-order.ts')
  const plain = await api.product(1, 'PLAIN')
  const started = await start(client)
  const davit = await api.person()
  await join(davit, started)
  const stop = store.followGroup()
  const count = (path: string): number => tab.requests.filter((request) => request.includes(path)).length
  // Once at first, and once when the stream begins.
  await expect.poll(() => count('/orders/group/info')).toBe(2)
  await tab.pass(150)
  await add(davit, plain)
  await expect.poll(() => tab.said).toContain('Davit changed their choice')
  const asked = count('/orders/group/info')
  for (let more = 0; more < 10; more += 1) await add(davit, plain)
  expect(count('/orders/group/info')).toBe(asked)
  await tab.pass(150)
  const shown = () => store.$group.get()
  await expect.poll(shown).toMatchObject({ info: { members: [{}, { items: [{ quantity: 11 }] }] } })
  expect(count('/orders/group/info')).toBe(asked + 1)
  stop()
})
