import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import * as auth from '#contract/auth/calls.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import { schema } from '#server/db/schema.ts'
import { followClock } from '#server/jobs/follow-clock.ts'
import { createLane } from '#server/jobs/start.ts'
import type { TestApi } from '#tests/support/api.ts'
import { workThrough } from '#tests/support/lanes.ts'
import { down, startTill, type Till } from '#tests/support/till.ts'

const HOUR = 60 * MINUTE
let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  ;({ api, till, plain } = await startTill())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

test('a clock that is set back by an hour holds up neither a payment nor a letter for an hour', async () => {
  // What runs on while the clock of the machine is set.
  let passed = 0
  const lane = createLane(api.kernel, [followClock(api.kernel, () => passed)], () => passed)
  const pass = async (ms: number, set = 0): Promise<void> => {
    passed += ms
    api.clock.advance(ms + set)
    await lane.runDue()
  }
  const { placed } = await till.buyByCard(plain)
  await till.decide(placed.orderId, 'approve')
  await till.withBank({ status: down }, () => workThrough(api, MINUTE, { rounds: 4 }))
  await api.guest().call(auth.sendCode, { body: { type: 'email', contact: 'late@shuka.test' } })
  const { messages, orders } = schema
  const [payment] = await till.paymentsOf(placed.orderId)
  const before = payment?.askAfter?.getTime() ?? 0
  const [order] = await api.engine.db.select().from(orders).where(eq(orders.id, placed.orderId))
  expect(before).toBeGreaterThan(api.clock.now())
  const wait = before - api.clock.now()

  await pass(0)
  // A clock that is corrected by less is none that was set.
  await pass(1_000, -20_000)
  expect((await till.paymentsOf(placed.orderId))[0]?.askAfter?.getTime()).toBe(before)
  await pass(1_000, -HOUR)
  const [shifted] = await till.paymentsOf(placed.orderId)
  expect((shifted?.askAfter?.getTime() ?? 0) - api.clock.now()).toBeLessThanOrEqual(wait + 20_000)
  const [letter] = await api.engine.db.select().from(messages).where(eq(messages.recipient, 'late@shuka.test'))
  expect((letter?.dueAt?.getTime() ?? 0) - api.clock.now()).toBeLessThanOrEqual(30_000)
  // Until when it can be paid was told to its buyer.
  const [same] = await api.engine.db.select().from(orders).where(eq(orders.id, placed.orderId))
  expect(same?.payBefore).toEqual(order?.payBefore)
  await workThrough(api, 2 * MINUTE, { rounds: 8 })
  expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'captured' }])
  // Once is enough.
  const seen = (await till.paymentsOf(placed.orderId))[0]?.checkedAt
  await pass(1_000)
  expect((await till.paymentsOf(placed.orderId))[0]?.checkedAt).toEqual(seen)
})
