import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as alerts from '#contract/alerts/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import { SERVICE_STATUS } from '#domain/bookings/booking.ts'
import { CHANNEL } from '#domain/notifications.ts'
import { MAX_ALERTS } from '#domain/alerts/alert.ts'
import { schema } from '#server/db/schema.ts'
import { sendAlerts } from '#server/services/alerts/send-alerts.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { laundryOf, storedBooking } from '#tests/support/bookings.ts'
import { NOON } from '#tests/support/clock.ts'
import { atWork, refused, setProduct } from '#tests/support/shopping.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
/** Opens at 18:00. */
const NIGHT_OWL = 3
const LAUNDRY = 12
let api: TestApi
let product = 0
let other = 0
beforeAll(async () => {
  api = await startApi()
  product = await api.product(1, 'GONE')
  await setProduct(api, product, { minimum: 1 })
  other = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await setProduct(api, product, { stock: 0 })
  await api.engine.db.delete(schema.alerts)
  await laundryOf(api).forget()
  expect(api.errors).toEqual([])
})

const wait = (client: Client, body: alerts.NewAlert) => client.call(alerts.add, { body })
const send = () => sendAlerts(atWork(api))
const newsOf = async (client: Client) =>
  (await client.call(notifications.list, { query: {} })).items.filter(({ kind }) => kind === 'alert').map(({ title }) => title)
/** Also for people whose access is over by the clock. */
const countNotified = async (client: Client): Promise<number> =>
  (
    await api.engine.db
      .select()
      .from(schema.notifications)
      .where(and(eq(schema.notifications.userId, client.userId ?? 0), eq(schema.notifications.kind, 'alert')))
  ).length
const messagesTo = (client: Client) =>
  api.engine.db
    .select()
    .from(schema.messages)
    .where(and(eq(schema.messages.userId, client.userId ?? 0), eq(schema.messages.kind, 'alert')))
const withMail = async (): Promise<Client> => {
  const client = await api.person()
  const email = `alert.${client.userId}@mail.am`
  await api.engine.db
    .update(schema.users)
    .set({ email, emailVerified: true })
    .where(eq(schema.users.id, client.userId ?? 0))
  return client
}

describe('a sold-out product', () => {
  test('is told of once, when there is some again, with a link to it', async () => {
    const client = await withMail()
    const added = await wait(client, { productId: product })
    expect(added).toMatchObject({ kind: 'product', productId: product, supplier: { id: 1 }, from: null, channel: CHANNEL.EMAIL })
    expect(await client.call(alerts.list)).toEqual([added])
    expect(await send()).toBe(0)
    await setProduct(api, product, { stock: 5 })
    expect(await send()).toBe(1)
    expect(await send()).toBe(0)
    expect(await client.call(alerts.list)).toEqual([])
    const [letter, ...more] = await messagesTo(client)
    expect(more).toEqual([])
    expect(letter).toMatchObject({ channel: 'email', subject: `Back in stock: ${added.name}` })
    expect(letter?.body).toContain(`/en/products/${product}`)
    expect(await newsOf(client)).toEqual([`Back in stock: ${added.name}`])
  })

  test('is told of again only when the person asks again', async () => {
    const client = await api.person()
    await wait(client, { productId: product })
    await setProduct(api, product, { stock: 5 })
    await send()
    api.clock.advance(5 * MINUTE)
    expect(await send()).toBe(0)
    await wait(client, { productId: product })
    expect(await send()).toBe(1)
    expect(await newsOf(client)).toHaveLength(2)
  })

  test('is told of first to who asked first, as many as there is for; the next have their turn a quarter of an hour later', async () => {
    const people = [await api.person(), await api.person(), await api.person()]
    for (const client of people) {
      await wait(client, { productId: product })
      api.clock.advance(MINUTE)
    }
    const notified = async () => Promise.all(people.map(countNotified))
    await setProduct(api, product, { stock: 2, minimum: 2 })
    await send()
    await send()
    expect(await notified()).toEqual([1, 0, 0])
    api.clock.advance(16 * MINUTE)
    await send()
    expect(await notified()).toEqual([1, 1, 0])
    await setProduct(api, product, { stock: 1, minimum: 2 })
    api.clock.advance(16 * MINUTE)
    await send()
    expect(await notified(), 'less than can be bought').toEqual([1, 1, 0])
    await setProduct(api, product, { minimum: 1 })
  })

  test('one unit is told of to one person, whatever number of processes look', async () => {
    const people = await Promise.all([api.person(), api.person(), api.person(), api.person()])
    for (const client of people) await wait(client, { productId: product })
    await setProduct(api, product, { stock: 1 })
    await Promise.all([send(), send(), send(), send()])
    const notified = await Promise.all(people.map(newsOf))
    expect(notified.flat()).toHaveLength(1)
  })

  test('that left the market is told of to nobody; what never was cannot be waited for', async () => {
    const client = await api.person()
    await wait(client, { productId: product })
    await setProduct(api, product, { stock: 5, withdrawnAt: new Date(api.clock.now()) })
    expect(await send()).toBe(0)
    expect(await refused(wait(client, { productId: product }))).toMatchObject({ type: 'ARTICLE_NOT_FOUND', field: 'productId' })
    expect(await refused(wait(client, { productId: 999_999 }))).toMatchObject({ type: 'ARTICLE_NOT_FOUND' })
    await setProduct(api, product, { withdrawnAt: null })
    expect(await send()).toBe(1)
  })

  test('for adults only by those whose age is confirmed', async () => {
    const client = await api.person()
    const wine = await api.product(1, 'ADULT')
    expect(await refused(wait(client, { productId: wine }))).toMatchObject({ type: 'FORBIDDEN', field: 'isAdult' })
    client.cookies.set('buy_is_adult', '1')
    await api.engine.db
      .update(schema.users)
      .set({ isAdult: true })
      .where(eq(schema.users.id, client.userId ?? 0))
    expect((await wait(client, { productId: wine })).name).toBe('Red wine')
  })
})

test('a closed supplier is told of when it opens', async () => {
  const client = await api.person()
  await wait(client, { supplierId: NIGHT_OWL })
  expect(await send()).toBe(0)
  api.clock.set(NOON + 5 * HOUR)
  expect(await send()).toBe(1)
  expect(await countNotified(client)).toBe(1)
  const person = await api.person()
  await wait(person, { supplierId: NIGHT_OWL })
  await send()
  expect(await newsOf(person), 'one that is open already').toEqual([expect.stringMatching(/“.+” is open/)])
  expect(await refused(wait(person, { supplierId: 4_000 }))).toMatchObject({ type: 'SUPPLIER_NOT_FOUND' })
  expect(await refused(wait(person, {}))).toMatchObject({ type: 'BAD_REQUEST', field: 'productId' })
})

describe('a full window of bookings', () => {
  const WINDOW = { date: '2026-11-21', time: '12:00' }
  const from = new Date('2026-11-21T12:00:00+04:00')
  const fill = async (count: number): Promise<void> => {
    const owner = await api.person()
    for (let index = 0; index < count; index++)
      await api.engine.db.insert(schema.bookings).values(
        storedBooking(owner.userId ?? 0, NOON, {
          ...{ pickupFrom: from, pickupTo: from, requestKey: `full ${owner.userId} ${index}` },
          status: SERVICE_STATUS.ACCEPTED
        })
      )
  }

  test('is told of when a place becomes free, to as many as there are places', async () => {
    await fill(10)
    const [first, second] = [await api.person(), await api.person()]
    const added = await wait(first, { supplierId: LAUNDRY, ...WINDOW })
    expect(added).toMatchObject({ kind: 'window', from: '2026-11-21T12:00:00+04:00', to: '2026-11-21T14:00:00+04:00' })
    api.clock.advance(MINUTE)
    await wait(second, { supplierId: LAUNDRY, ...WINDOW })
    expect(await send()).toBe(0)
    const [one] = await api.engine.db.select().from(schema.bookings).where(eq(schema.bookings.pickupFrom, from)).limit(1)
    await api.engine.db
      .update(schema.bookings)
      .set({ status: SERVICE_STATUS.CANCELLED })
      .where(eq(schema.bookings.id, one?.id ?? 0))
    await send()
    expect([await newsOf(first), await newsOf(second)]).toEqual([[expect.stringMatching(/has a place/)], []])
  })

  test('that is none, or can be booked no more, is refused; its alerts end with it', async () => {
    const client = await api.person()
    const ask = (change: Partial<alerts.NewAlert>) => refused(wait(client, { supplierId: LAUNDRY, ...WINDOW, ...change }))
    for (const change of [{ time: '12:30' }, { date: '2026-11-22' }, { date: '2026-11-19' }, { supplierId: 1 }])
      expect(await ask(change), JSON.stringify(change)).toMatchObject({ type: 'DELIVERY_TIME_UNAVAILABLE', field: 'time' })
    await fill(10)
    const { until } = await wait(client, { supplierId: LAUNDRY, ...WINDOW })
    expect(until, 'two hours of notice').toBe('2026-11-21T10:00:00+04:00')
    api.clock.set(Date.parse(until))
    await laundryOf(api).forget()
    expect(await send()).toBe(0)
    expect(await api.engine.db.select().from(schema.alerts)).toEqual([])
  })
})

describe('the channel', () => {
  test('is the one that was asked for, of those that reach the person', async () => {
    const client = await api.person()
    expect(await refused(wait(client, { productId: product, channel: CHANNEL.EMAIL }))).toMatchObject({ code: 463, field: 'channel' })
    expect(await refused(wait(client, { productId: product, channel: CHANNEL.CALL }))).toMatchObject({ code: 463 })
    const added = await wait(client, { productId: product, channel: CHANNEL.SMS })
    expect(added.channel).toBe(CHANNEL.SMS)
    await setProduct(api, product, { stock: 1 })
    await send()
    expect(await messagesTo(client)).toMatchObject([{ channel: 'sms', body: `Shuka: ${added.name} is back in stock` }])
  })

  test('costs nothing unless it was asked for; the same again changes it', async () => {
    const client = await api.person()
    expect((await wait(client, { productId: product })).channel).toBe(CHANNEL.PUSH)
    const changed = await wait(client, { productId: product, channel: CHANNEL.SMS })
    expect(await client.call(alerts.list)).toEqual([changed])
  })

  test('that does not reach the person any more gives way to that of confirmations, never to an SMS', async () => {
    const client = await withMail()
    await wait(client, { productId: product, channel: CHANNEL.EMAIL })
    await api.engine.db
      .update(schema.users)
      .set({ email: null, emailVerified: false })
      .where(eq(schema.users.id, client.userId ?? 0))
    await setProduct(api, product, { stock: 1 })
    expect(await send()).toBe(1)
    expect(await messagesTo(client)).toEqual([])
    expect(await newsOf(client)).toHaveLength(1)
  })
})

test('a person waits for fifty things at most, and for nothing that they take back', async () => {
  const client = await api.person()
  const until = new Date(NOON + HOUR)
  const windows = Array.from({ length: MAX_ALERTS - 1 }, (_, index) => new Date(NOON + 2 * HOUR + index))
  await api.engine.db.insert(schema.alerts).values(
    windows.map((at) => ({
      ...{ userId: client.userId ?? 0, supplierId: LAUNDRY, windowFrom: at, windowTo: at, channel: CHANNEL.PUSH },
      ...{ createdAt: new Date(NOON), expiresAt: until }
    }))
  )
  const last = await wait(client, { productId: product })
  expect(await refused(wait(client, { productId: other }))).toMatchObject({ type: 'BAD_REQUEST', field: 'alerts' })
  await client.call(alerts.remove, { params: { id: last.id } })
  expect(await refused(client.call(alerts.remove, { params: { id: last.id } }))).toMatchObject({ type: 'NOT_FOUND' })
  await setProduct(api, product, { stock: 1 })
  await send()
  expect(await newsOf(client)).not.toContain(`Back in stock: ${last.name}`)
})
