import { inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CardBank } from '#server/adapters/payment/port.ts'
import { schema } from '#server/db/schema.ts'
import { createLane } from '#server/jobs/start.ts'
import { lanesOf } from '#server/jobs/tasks.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import type { TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { workThrough } from '#tests/support/lanes.ts'
import { atWork, bankRefOf } from '#tests/support/shopping.ts'
import { down, startTill, type Till } from '#tests/support/till.ts'

const MINUTE = 60_000
let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  ;({ api, till, plain } = await startTill())
})
afterAll(() => api.close())
afterEach(() => api.clock.set(NOON))

test('a bank that does not answer is asked after pauses that grow, and at once again when it does', async () => {
  const { client, placed } = await till.buyByCard(plain)
  await till.decide(placed.orderId, 'approve')
  const askedAt: number[] = []
  const deaf = { status: () => (askedAt.push((api.clock.now() - NOON) / 1_000), down()) }
  const others = lanesOf(api.kernel)
    .flatMap((lane) => lane.map(({ name }) => name))
    .filter((name) => !/payment|unpaid/.test(name))
  await till.withBank(deaf, () => workThrough(api, 60 * MINUTE, { rounds: 240, without: others }))
  const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0))
  expect(askedAt.length).toBeLessThan(12)
  for (const [index, least] of [10, 30, 60, 300, 900].entries()) expect(pauses[index]).toBeGreaterThanOrEqual(least)
  expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'registered', unanswered: askedAt.length }])
  // The buyer who comes back is never put off.
  await till.comeBack(client, placed.orderId)
  expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'captured', unanswered: 0, askAfter: null }])
}, 60_000)

test('a bank that never answers holds up nothing but its own work', async () => {
  const { placed } = await till.buyByCard(plain)
  api.clock.advance(MINUTE)
  let letGo: (() => void) | null = null
  const hanging: CardBank['status'] = () => new Promise((_, reject) => (letGo = () => reject(new Error('cut off'))))
  await till.withBank({ status: hanging }, async () => {
    const lanes = lanesOf(api.kernel).map((tasks) => createLane(api.kernel, tasks, api.clock.now).runDue())
    const { events } = schema
    const waiting = async () => (await api.engine.db.select().from(events)).filter(({ handledAt }) => handledAt === null).length
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
    await expect.poll(() => letGo !== null, { timeout: 10_000 }).toBe(true)
    expect((await till.paymentsOf(placed.orderId))[0]?.state).toBe('registered')
    letGo?.()
    await Promise.all(lanes)
  })
  // What is no answer at all is a fault that somebody has to see.
  expect(api.errors.splice(0).join()).toContain('cut off')
})

test('orders the bank is silent about make room for those behind them', async () => {
  const { orders, orderTenders, payments } = schema
  await api.engine.db.update(orders).set({ payBefore: null })
  await api.engine.db.update(payments).set({ state: 'expired' })
  const { placed: last } = await till.buyByCard(plain)
  const lastRef = await bankRefOf(api, last.orderId)
  const [order] = (await api.engine.db.select().from(orders)).filter(({ id }) => id === last.orderId)
  if (!order) throw new Error('the order is gone')
  const { id: _, ...copied } = order
  const earlier = await api.engine.db
    .insert(orders)
    .values(Array.from({ length: 20 }, (__, index) => ({ ...copied, number: `9${index}`, payBefore: new Date(NOON + 29 * MINUTE) })))
    .returning({ id: orders.id })
  const tenders = await api.engine.db
    .insert(orderTenders)
    .values(earlier.map(({ id }) => ({ orderId: id, payerId: order.userId, methodId: order.paymentId, amount: order.total })))
    .returning({ id: orderTenders.id, orderId: orderTenders.orderId })
  await api.engine.db.insert(payments).values(
    tenders.map(({ id: tenderId, orderId: id }) => ({
      ...{ orderId: id, tenderId, provider: 'arca-simulator', bankNumber: `x${id}`, bankRef: `x${id}`, amount: order.total },
      ...{ state: 'registered' as const, checkedAt: new Date(NOON) }
    }))
  )
  let asked = 0
  const { card: bank } = api.kernel.adapters.payments
  const silent = { status: (ref: string) => (ref === lastRef ? bank.status(ref) : ((asked += 1), down())) }
  await till.withBank(silent, async () => {
    api.clock.set(NOON + 31 * MINUTE)
    expect(await expireUnpaid(atWork(api))).toBe(1)
    expect(asked).toBe(20)
    api.clock.advance(1_000)
    expect(await expireUnpaid(atWork(api))).toBe(0)
    expect(asked).toBe(20)
  })
  const left = await api.engine.db
    .select()
    .from(orders)
    .where(inArray(orders.id, [last.orderId]))
  expect(left[0]?.status).toBe(-1)
})

test('a payment that fails in a way nobody foresaw holds up no other', async () => {
  const { placed: broken } = await till.buyByCard(plain)
  const { client, placed } = await till.buyByCard(plain)
  await till.decide(placed.orderId, 'approve')
  const brokenRef = await bankRefOf(api, broken.orderId)
  const { card: bank } = api.kernel.adapters.payments
  const status: CardBank['status'] = (ref) => (ref === brokenRef ? Promise.reject(new TypeError('nonsense')) : bank.status(ref))
  api.clock.advance(MINUTE)
  await till.withBank({ status }, () => expect(reconcilePayments(atWork(api))).rejects.toThrow())
  expect((await till.details(client, placed.orderNumber)).payment).toBe('paid')
})
