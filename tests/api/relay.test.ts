import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as info from '#contract/info/calls.ts'
import { schema } from '#server/db/schema.ts'
import { operateMessages } from '#server/services/messages/operate.ts'
import { readOrder } from '#server/services/messages/orders.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { sweepEvents } from '#server/services/events/sweep.ts'
import { advanceOrder } from '#server/services/orders/advance.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { workThrough } from '#tests/support/lanes.ts'
import { add, addAddress, atWork, orderOf, place } from '#tests/support/shopping.ts'

const SECOND = 1_000
const DAY = 86_400_000
let api: TestApi
let plain = 0
let client: Client
let addressId = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  client = await api.person()
  addressId = await addAddress(client)
})
afterAll(() => api.close())
afterEach(async () => {
  await cure()
  api.errors.length = 0
  api.clock.set(NOON)
})

const relay = () => relayEvents(atWork(api), () => undefined)
/** Every notification, or that of one order, fails with this SQLSTATE. */
const fail = async (state: string, order: string | null = null): Promise<void> => {
  const when = order === null ? '' : `when (new.subject = '${order}')`
  await api.engine.db.execute(
    sql.raw(
      `create function fails() returns trigger language plpgsql as $$ begin raise exception 'out of order' using errcode = '${state}'; end $$`
    )
  )
  await api.engine.db.execute(sql.raw(`create trigger fails before insert on notifications for each row ${when} execute function fails()`))
}
const cure = async (): Promise<void> => {
  await api.engine.db.execute(sql`drop function if exists fails() cascade`)
}
const order = async (): Promise<{ orderId: number; orderNumber: string }> => {
  await add(client, plain)
  return place(client, await orderOf(client, addressId))
}
const ordersOf = async (count: number) => {
  const placed = []
  for (let index = 0; index < count; index += 1) placed.push(await order())
  return placed
}
/** What reached the person about an order: statuses of the notices in the order they were written, and how many messages. */
const reached = async (orderNumber: string): Promise<{ notices: number[]; messages: number }> => {
  const notices = await api.engine.db
    .select()
    .from(schema.notifications)
    .where(eq(schema.notifications.subject, orderNumber))
    .orderBy(asc(schema.notifications.id))
  const sent = await api.engine.db
    .select()
    .from(schema.messages)
    .where(eq(schema.messages.userId, client.userId ?? 0))
  return {
    notices: notices.map(({ status }) => status),
    messages: sent.filter(({ body, channel }) => channel === 'sms' && body.includes(orderNumber)).length
  }
}
const EACH_ONCE = { notices: [1], messages: 1 }
const operate = (...words: string[]): Promise<string[]> => {
  const known = readOrder(words)
  if (!known) throw new Error(`no such order: ${words.join(' ')}`)
  return operateMessages(atWork(api), known)
}

describe('notifications that fail', () => {
  // P0001: raised by the database's own code; 42P01: the table is gone; 53100: the disk is full.
  test.each([
    ['for three seconds', 'P0001', 3],
    ['for three minutes', '42P01', 180],
    ['for three minutes on a full disk', '53100', 180]
  ])('%s reach everybody once, when it is over', async (_, state, seconds) => {
    const placed = await ordersOf(3)
    await fail(state)
    await workThrough(api, seconds * SECOND, { rounds: Math.min(seconds, 30) })
    for (const { orderNumber } of placed) expect(await reached(orderNumber)).toEqual({ notices: [], messages: 0 })
    expect(api.errors.join()).toContain('tried again later')
    await cure()
    await workThrough(api, (seconds + 5) * SECOND, { rounds: 5 })
    for (const { orderNumber } of placed) expect(await reached(orderNumber)).toEqual(EACH_ONCE)
  })

  test('of one order hold up no other, and keep the order of their own', async () => {
    const [poisoned, sound] = await ordersOf(2)
    if (!poisoned || !sound) throw new Error('two orders were placed')
    await fail('P0001', poisoned.orderNumber)
    await relay()
    await advanceOrder(atWork(api), poisoned.orderId)
    for (let step = 0; step < 2; step += 1) await advanceOrder(atWork(api), sound.orderId)
    await relay()
    expect(await reached(sound.orderNumber)).toMatchObject({ notices: [1, 7, 2] })
    // The first event waits for its pause; the second one waits for the first.
    await cure()
    await relay()
    expect((await reached(poisoned.orderNumber)).notices).toEqual([])
    api.clock.advance(5 * SECOND)
    await relay()
    expect(await reached(poisoned.orderNumber)).toMatchObject({ notices: [1, 7], messages: 1 })
  })

  test('are told once and in order by several processes', async () => {
    const placed = await ordersOf(3)
    for (const { orderId } of placed) for (let step = 0; step < 3; step += 1) await advanceOrder(atWork(api), orderId)
    await Promise.all([relay(), relay(), relay()])
    await relay()
    for (const { orderNumber } of placed) expect(await reached(orderNumber)).toEqual({ notices: [1, 7, 2, 4], messages: 1 })
  })
})

describe('an event that cannot be relayed', () => {
  test('is given up, lets the later ones pass, waits for people and comes once when they ask', async () => {
    const placed = await order()
    await fail('22003', placed.orderNumber)
    const logged: string[] = []
    for (let attempt = 0; attempt < 3; attempt += 1) {
      logged.push(...(await relay()).givenUp.map(({ kind, attempts, reason }) => `${kind} ${attempts} ${reason}`))
      api.clock.advance(10 * SECOND)
    }
    expect(logged).toEqual(['order.placed 3 22003 the database refused the data'])
    expect(await api.guest().call(info.ready)).toMatchObject({ status: 'ready', undelivered: { events: 1 } })
    const [line, ...others] = await operate('events')
    expect(others).toEqual([])
    expect(line).toMatch(new RegExp(`\\tgiven up\\torder.placed\\t${placed.orderNumber}\\t3 attempts\\t`))
    await cure()
    await advanceOrder(atWork(api), placed.orderId)
    await relay()
    expect((await reached(placed.orderNumber)).notices).toEqual([7])
    api.clock.advance(31 * DAY)
    await sweepEvents(atWork(api))
    api.clock.set(NOON + 60 * SECOND)
    expect(await operate('retry', 'all')).toEqual(['1 tried again'])
    await relay()
    await relay()
    expect(await reached(placed.orderNumber)).toEqual({ notices: [7, 1], messages: 1 })
    expect(await operate('events')).toEqual(['every event reached its person'])
    expect(await api.guest().call(info.ready)).toMatchObject({ undelivered: { events: 0 } })
  })

  test('by a fault that may pass is tried for about a day', async () => {
    const placed = await order()
    await fail('P0001', placed.orderNumber)
    const attempts: number[] = []
    for (let hour = 0; attempts.length === 0 && hour < 48; hour += 1) {
      for (let round = 0; round < 12; round += 1) {
        attempts.push(...(await relay()).givenUp.map((event) => event.attempts))
        api.clock.advance(300 * SECOND)
      }
    }
    expect(attempts).toEqual([16])
    expect((api.clock.now() - NOON) / DAY).toBeGreaterThan(0.9)
    expect((api.clock.now() - NOON) / DAY).toBeLessThan(1.2)
    const [event] = await api.engine.db.select().from(schema.events).where(eq(schema.events.orderId, placed.orderId))
    expect(event).toMatchObject({ attempts: 16, reason: 'P0001 out of order' })
    await operate('retry', String(event?.id))
    await cure()
    await relay()
    expect((await reached(placed.orderNumber)).notices).toEqual([1])
  })
})
