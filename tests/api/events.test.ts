import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readEvents } from '#client/event-stream.ts'
import * as auth from '#contract/auth/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { OrderEvent } from '#contract/orders/calls.ts'
import type { Engine } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import { closeEndedSessions } from '#server/services/auth/session-watch.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { createEventHub } from '#server/services/events/hub.ts'
import { advanceOrder } from '#server/services/orders/advance.ts'
import { startApi, type Client, type TestApi } from '../support/api.ts'
import { add, atWork, buy, orderOf, place } from '../support/shopping.ts'

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())

interface Listener {
  seen: OrderEvent[]
  stop: () => void
  ended: Promise<void>
}
/** Reads the stream as the shop does. */
const listen = async (client: Client, lastEventId?: string): Promise<Listener> => {
  const abort = new AbortController()
  const response = await client.fetch('/api/orders/events', {
    headers: {
      'Session-Id': client.anonymousId,
      Authorization: `Bearer ${client.token ?? ''}`,
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId })
    }
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  if (!response.body) throw new Error('the stream has no body')
  // What a closed connection does to the server's stream: it is cancelled.
  const body = response.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal: abort.signal })
  const seen: OrderEvent[] = []
  const read = async (): Promise<void> => {
    for await (const { id, data } of readEvents(body)) seen.push({ ...(JSON.parse(data) as OrderEvent), id })
  }
  return { seen, stop: () => abort.abort(), ended: read().catch(() => undefined) }
}
const statuses = ({ seen }: Listener): number[] => seen.map(({ status }) => status)

test('a person hears of the own orders as they move, and of nobody else', async () => {
  const { client, addressId } = await buy(api, plain)
  const stranger = await api.person()
  const [own, other] = [await listen(client), await listen(stranger)]
  await add(client, plain)
  const placed = await place(client, await orderOf(client, addressId))
  await advanceOrder(atWork(api), placed.orderId)
  await expect.poll(() => statuses(own)).toEqual([0, 1])
  expect(own.seen[1]).toMatchObject({
    orderNumber: placed.orderNumber,
    status: 1,
    trackingStatus: 2,
    payment: 'none',
    at: '2026-11-20T13:00:00+04:00'
  })
  expect(other.seen).toEqual([])
  own.stop()
  other.stop()
  await Promise.all([own.ended, other.ended])
})

test('HEAD asks for a stream without opening one', async () => {
  const client = await api.person()
  const headers = { 'Session-Id': client.anonymousId, Authorization: `Bearer ${client.token ?? ''}` }
  for (let i = 0; i < 12; i += 1) {
    const { status, headers: answered } = await client.fetch('/api/orders/events', { method: 'HEAD', headers })
    expect([status, answered.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  }
  const own = await listen(client)
  own.stop()
  await own.ended
  expect((await client.fetch('/api/orders/events', { method: 'HEAD' })).status).toBe(401)
})

test('a stream ends with its session, also when another process ended it', async () => {
  const client = await api.person()
  const stranger = await api.person()
  const [own, other] = [await listen(client), await listen(stranger)]
  await client.call(auth.signOut)
  // At once: not by the look for sessions that others ended, which the database refuses meanwhile.
  const away = vi.spyOn(api.engine.db, 'execute').mockRejectedValue(new Error('away'))
  await expect(own.ended).resolves.toBeUndefined()
  away.mockRestore()
  const { sessions } = schema
  await api.engine.db
    .update(sessions)
    .set({ endedAt: new Date(api.clock.now()) })
    .where(eq(sessions.userId, stranger.userId ?? 0))
  await closeEndedSessions({ cache: api.kernel.cache, db: api.engine.db })
  await expect(other.ended).resolves.toBeUndefined()
})

test('a stream that broke goes on after the last event it saw', async () => {
  const { client, placed } = await buy(api, plain)
  const first = await listen(client, '0')
  await expect.poll(() => statuses(first)).toEqual([0])
  first.stop()
  await first.ended
  await advanceOrder(atWork(api), placed.orderId)
  await advanceOrder(atWork(api), placed.orderId)
  const second = await listen(client, first.seen[0]?.id)
  await expect.poll(() => statuses(second)).toEqual([1, 5])
  await advanceOrder(atWork(api), placed.orderId)
  await expect.poll(() => statuses(second)).toEqual([1, 5, 7])
  for (const bad of ['9'.repeat(15), '-1', 'x; drop table events']) expect((await listen(client, bad)).seen).toEqual([])
  second.stop()
  await second.ended
})

test('every event comes once and in order, however slowly it is committed', { timeout: 60_000 }, async () => {
  const { client, addressId, placed } = await buy(api, plain)
  const placedOrders = [placed]
  for (let count = 0; count < 5; count += 1) {
    await add(client, plain)
    placedOrders.push(await place(client, await orderOf(client, addressId)))
  }
  const stream = await listen(client)
  const slowly = (orderId: number, ms: number) =>
    withTransaction(atWork(api), async (tx) => {
      await advanceOrder(tx, orderId)
      await new Promise((resolve) => setTimeout(resolve, ms))
    })
  await Promise.all(placedOrders.map(({ orderId }, index) => slowly(orderId, (5 - index) * 60)))
  await expect.poll(() => stream.seen.length).toBe(6)
  const ids = stream.seen.map(({ id }) => Number(id))
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
  expect(new Set(stream.seen.map(({ orderNumber }) => orderNumber)).size).toBe(6)
  stream.stop()
  await stream.ended
})

test('a stream needs a person, and so many are enough', async () => {
  const guest = await api.guest().raw('GET', '/orders/events')
  expect([guest.status, guest.envelope.code]).toEqual([401, 401])
  const wrong = await api.guest().raw('GET', '/orders/events', { headers: { Authorization: 'Bearer nonsense' } })
  expect(wrong.status).toBe(401)
  const person = await api.person()
  const streams = await Promise.all(Array.from({ length: 10 }, () => listen(person)))
  const tooMany = await person.raw('GET', '/orders/events')
  expect(tooMany.envelope.messages[0]?.type).toBe('TOO_MANY_REQUESTS')
  for (const { stop } of streams) stop()
  await Promise.all(streams.map(({ ended }) => ended))
  const again = await listen(person)
  again.stop()
  await again.ended
})

test('another process hears the same, also when the database cannot call it', async () => {
  const { client, addressId } = await buy(api, plain)
  const deaf: Engine = { ...api.engine, listen: () => Promise.reject(new Error('no notifications here')) }
  const hubs = [createEventHub(api.engine), createEventHub(deaf, { pollMs: 50 })]
  const heard: string[][] = hubs.map(() => [])
  hubs.forEach((hub, index) => hub.subscribe(client.userId ?? 0, ({ orderNumber }) => void heard[index]?.push(orderNumber), 0))
  await add(client, plain)
  const { orderNumber } = await place(client, await orderOf(client, addressId))
  await expect.poll(() => heard.map((numbers) => numbers.at(-1))).toEqual([orderNumber, orderNumber])
  expect(heard.map((numbers) => numbers.length)).toEqual([2, 2])
  for (const hub of hubs) await hub.close()
})

test('closing ends all streams', async () => {
  const ending = await startApi()
  const person = await ending.person()
  const stream = await listen(person)
  await ending.kernel.events.close()
  await stream.ended
  expect((await person.call(orders.pending, { query: {} })).length).toBe(0)
  await ending.close()
})
