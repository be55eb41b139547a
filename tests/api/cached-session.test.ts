import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { refused } from '#tests/support/shopping.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** Ends all sessions of a person in the database alone, as another process does. */
const endElsewhere = (userId: number) => {
  const { sessions } = schema
  return api.engine.db
    .update(sessions)
    .set({ endedAt: new Date(api.clock.now()) })
    .where(eq(sessions.userId, userId))
}

test('a session that another process ended reads its basket for five seconds at most, and nothing of the account', async () => {
  const person = await api.person()
  await person.call(baskets.get, { query: {} })
  await endElsewhere(person.userId ?? 0)
  expect((await refused(person.call(auth.me))).type).toBe('UNAUTHORIZED')
  expect((await refused(person.call(orders.history, { query: {} }))).type).toBe('UNAUTHORIZED')
  api.clock.advance(4_900)
  expect((await person.call(baskets.get, { query: {} })).status).toBe('empty')
  api.clock.advance(200)
  expect((await refused(person.call(baskets.get, { query: {} }))).type).toBe('UNAUTHORIZED')
})

test('a session that ended here is refused at once, also to baskets', async () => {
  const person = await api.person()
  await person.call(baskets.get, { query: {} })
  await person.call(auth.signOut)
  expect((await refused(person.call(baskets.get, { query: {} }))).type).toBe('UNAUTHORIZED')
})

test('a token that was known expires like any other', async () => {
  const person = await api.person()
  await person.call(baskets.get, { query: {} })
  api.clock.advance(601_000)
  expect((await refused(person.call(baskets.get, { query: {} }))).type).toBe('UNAUTHORIZED')
})
