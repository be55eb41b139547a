import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '#server/db/schema.ts'
import { sweepBaskets } from '#server/services/baskets/sweep.ts'
import { catalogueVersion } from '#server/catalogue-memory/directory.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { sweepEvents } from '#server/services/events/sweep.ts'
import { jobContext } from '#server/jobs/context.ts'
import * as baskets from '#contract/baskets/calls.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { add, buy } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())

const DAY = 86_400_000
const sweeper = () => ({ db: api.engine.db, now: api.clock.now })

test("a guest's basket goes after 90 days untouched, a person's stays", async () => {
  const guest = api.guest()
  const person = await api.person()
  await add(api.guest(), plain)
  await add(guest, plain, 1)
  await add(guest, plain, 1)
  await add(person, plain, 3)
  api.clock.advance(6 * DAY)
  await sweepBaskets(sweeper())
  expect(await api.engine.db.select().from(schema.baskets)).toHaveLength(3)
  api.clock.advance(2 * DAY)
  await sweepBaskets(sweeper())
  expect(await api.engine.db.select().from(schema.baskets), 'written once and never changed').toHaveLength(2)
  api.clock.advance(81 * DAY)
  await sweepBaskets(sweeper())
  expect(await api.engine.db.select().from(schema.baskets)).toHaveLength(2)
  api.clock.advance(2 * DAY)
  await sweepBaskets(sweeper())
  const left = await api.engine.db.select().from(schema.baskets)
  expect(left.map(({ userId }) => userId)).toEqual([person.userId])
  expect(await api.engine.db.select().from(schema.basketItems)).toHaveLength(1)
  const { itemsCount } = await guest.call(baskets.get, { query: { sessionId: guest.anonymousId } })
  expect(itemsCount).toBe(0)
})

test('events go after 30 days once they were handed on; the version of the catalogue stays', async () => {
  await buy(api, plain)
  const version = await catalogueVersion(api.engine.db)
  expect(version).toBeGreaterThan(0)
  const rows = () => api.engine.db.select().from(schema.events)
  api.clock.advance(31 * DAY)
  await sweepEvents(sweeper())
  expect((await rows()).some(({ kind }) => kind === 'order.placed')).toBe(true)
  await relayEvents(jobContext(api.kernel), () => undefined)
  await sweepEvents(sweeper())
  expect((await rows()).map(({ kind }) => kind)).toEqual(['catalogue.changed'])
  expect(await catalogueVersion(api.engine.db)).toBe(version)
})
