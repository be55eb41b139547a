import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CardBank } from '#server/adapters/payment/port.ts'
import { schema } from '#server/db/schema.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { atWork, bankRefOf } from '#tests/support/shopping.ts'
import { ASKED, openTill, type Till } from '#tests/support/till.ts'

const [SECOND, MINUTE] = [1_000, 60_000]
let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  api = await startApi({ env: { PAYMENT_TIMEOUT_SECONDS: '1' } })
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
afterEach(async () => {
  expect(api.errors).toEqual([])
  await api.engine.db.update(schema.payments).set({ state: 'expired' })
  api.clock.set(NOON)
})

const never = () => new Promise<never>(() => undefined)

/** Copies of an order that waits for its card payment, all open at the bank; answers their references, the oldest first. */
const silentPayments = async (count: number): Promise<string[]> => {
  const { placed } = await till.buyByCard(plain)
  const { orders, orderTenders, payments } = schema
  const [order] = await api.engine.db.select().from(orders).where(eq(orders.id, placed.orderId))
  if (!order) throw new Error('the order is gone')
  const { id: _, ...copied } = order
  const refs: string[] = []
  const ref = await bankRefOf(api, placed.orderId)
  for (let index = 0; index < count; index += 1) {
    const number = `${order.number}${String(index).padStart(3, '0')}`
    const [row] = await api.engine.db
      .insert(orders)
      .values({ ...copied, number })
      .returning({ id: orders.id })
    const orderId = row?.id ?? 0
    const tender = { orderId, payerId: order.userId, methodId: order.paymentId, amount: order.total }
    const [held] = await api.engine.db.insert(orderTenders).values(tender).returning({ id: orderTenders.id })
    refs.push(`${ref}-${index}`)
    await api.engine.db.insert(payments).values({
      ...{ orderId, tenderId: held?.id ?? 0, provider: 'arca-simulator', bankNumber: `${number}-1`, bankRef: `${ref}-${index}` },
      ...{ amount: order.total, state: 'registered' as const, checkedAt: new Date(NOON), createdAt: new Date(NOON) }
    })
  }
  return refs
}

test('silent payments are asked about ten at a time, the youngest first, and a slow answer holds up only itself', async () => {
  const refs = await silentPayments(24)
  const asked: string[] = []
  const open = new Map<string, number>()
  // On a slow machine the limit of a call may pass before its answer is read: nobody waits for that one any more.
  const awaited = (): number => [...open.values()].filter((since) => performance.now() - since < SECOND).length
  let mostAtOnce = 0
  const tenAsked = Promise.withResolvers<void>()
  const status: CardBank['status'] = async (ref) => {
    asked.push(ref)
    if (asked.length === 10) tenAsked.resolve()
    // A slow machine may be done with one of the first ten before it asks about another.
    await tenAsked.promise
    await new Promise<void>((resolve) => {
      // The youngest one is never answered.
      if (ref === refs.at(-1)) return
      open.set(ref, performance.now())
      mostAtOnce = Math.max(mostAtOnce, awaited())
      // Long enough for the others to be asked, whichever database claims them.
      setTimeout(resolve, 50)
    })
    open.delete(ref)
    return { state: 'declined', amount: 0, actionCode: 208, ...ASKED }
  }
  api.clock.advance(11 * SECOND)
  await till.withBank({ status }, async () => {
    await reconcilePayments(atWork(api))
  })
  expect(asked).toHaveLength(25)
  expect(mostAtOnce).toBeGreaterThan(5)
  expect(mostAtOnce).toBeLessThanOrEqual(10)
  const order = refs.map((ref) => asked.indexOf(ref))
  // Ten are claimed at once, in no order among themselves.
  expect(Math.max(...order.slice(14))).toBeLessThan(10)
  expect(Math.min(...order.slice(0, 10))).toBeGreaterThanOrEqual(10)
})

test(
  'a bank that never answers costs its time limit: checkout ends, the job ends, the answer is asked for later',
  { timeout: 240_000 },
  async () => {
    const started = performance.now()
    const { placed } = await till.withBank({ register: never }, () => till.buyByCard(plain))
    expect(placed.paymentCode).toBe('CARD_REGISTRATION_FAILED')
    const { client, placed: open } = await till.buyByCard(plain)
    await till.decide(open.orderId, 'approve')
    api.clock.advance(11 * SECOND)
    await till.withBank({ status: never }, () => reconcilePayments(atWork(api)))
    // Ten times what it takes alone at most.
    expect(performance.now() - started).toBeLessThan(200_000)
    expect(await till.paymentsOf(open.orderId)).toMatchObject([{ state: 'registered', unanswered: 1 }])
    api.clock.advance(11 * SECOND)
    await reconcilePayments(atWork(api))
    expect(await till.details(client, open.orderNumber)).toMatchObject({ payment: 'paid' })
  }
)

test('an open payment is asked about every ten seconds at first, then ever more rarely', async () => {
  const { placed } = await till.buyByCard(plain)
  const ref = await bankRefOf(api, placed.orderId)
  const askedAt: number[] = []
  const status: CardBank['status'] = (asked) => {
    if (asked === ref) askedAt.push((api.clock.now() - NOON) / SECOND)
    return Promise.resolve({ state: 'registered', amount: 0, actionCode: -100, ...ASKED })
  }
  await till.withBank({ status }, async () => {
    for (const [until, step] of [
      [40, 1],
      [400, 360],
      [440, 1]
    ] as const) {
      while ((api.clock.now() - NOON) / SECOND < until) {
        api.clock.advance(step * SECOND)
        await reconcilePayments(atWork(api))
      }
    }
  })
  const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0))
  expect(askedAt[0]).toBeLessThanOrEqual(11)
  expect(pauses.slice(0, 2)).toEqual([10, 10])
  expect(pauses.slice(-2)).toEqual([15, 15])
}, 60_000)

test('money found by nobody else is found within twenty seconds', async () => {
  const { client, placed } = await till.buyByCard(plain)
  // The buyer takes four minutes, pays and closes the browser.
  for (let waited = 0; waited < 4 * MINUTE; waited += 10 * SECOND) {
    api.clock.advance(10 * SECOND)
    await reconcilePayments(atWork(api))
  }
  await till.decide(placed.orderId, 'approve')
  for (let waited = 0; waited < 20 * SECOND; waited += SECOND) {
    api.clock.advance(SECOND)
    await reconcilePayments(atWork(api))
  }
  expect(await till.details(client, placed.orderNumber)).toMatchObject({ payment: 'paid' })
})
