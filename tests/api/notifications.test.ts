import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { schema } from '#server/db/schema.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { listCalls } from '#server/services/messages/dead-letters.ts'
import { orderNotice } from '#server/services/notifications/order-notice.ts'
import { publishCampaigns } from '#server/services/notifications/publish-campaigns.ts'
import { sweepNotifications } from '#server/services/notifications/sweep.ts'
import { advanceOrder } from '#server/services/orders/advance.ts'
import type { Campaign } from '#server/services/info/campaigns.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { addAddress, add, atWork, buy, orderOf, place } from '#tests/support/shopping.ts'
import { openTill } from '#tests/support/till.ts'

const DAY = 86_400_000
let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
  api.clock.set(NOON)
})

const { users, messages } = schema
const relay = () => relayEvents(atWork(api), () => undefined)
const list = (client: Client, skip = 0, take = 20) => client.call(notifications.list, { query: { skip, take } })
const choose = (client: Client, body: Parameters<typeof changeOf>[1]) => changeOf(client, body)
const changeOf = (client: Client, body: { confirmation?: number[]; status?: number[]; news?: number[]; promotionalInfo?: boolean }) =>
  client.call(notifications.changeSettings, { body })
/** What went out to a person because the shop wanted it, codes left out. */
const toldTo = (client: Client) =>
  api.engine.db
    .select()
    .from(messages)
    .where(eq(messages.userId, client.userId ?? 0))
    .orderBy(asc(messages.id))
    .then((rows) => rows.filter(({ kind }) => kind === 'order' || kind === 'status' || kind === 'news'))
const withEmail = async (client: Client, email: string, emailVerified = true) => {
  await api.engine.db
    .update(users)
    .set({ email, emailVerified })
    .where(eq(users.id, client.userId ?? 0))
}

describe('an order', () => {
  test('tells its buyer each step, once, and nobody else', async () => {
    const { client, placed } = await buy(api, plain)
    const stranger = await api.person()
    await relay()
    for (let step = 0; step < 3; step += 1) {
      await advanceOrder(atWork(api), placed.orderId)
      await Promise.all([relay(), relay()])
    }
    const { items, totalCount, unreadCount } = await list(client)
    expect({ totalCount, unreadCount }).toEqual({ totalCount: 4, unreadCount: 4 })
    const n = placed.orderNumber
    expect(items.map(({ status, title, path, isRead }) => ({ status, title, path, isRead }))).toEqual(
      [
        [4, `Order No. ${n} is delivered`],
        [2, `Order No. ${n} is on its way`],
        [7, `Order No. ${n} is being prepared`],
        [1, `Order No. ${n} is accepted`]
      ].map(([status, title]) => ({ status, title, path: `/account/orders/${n}`, isRead: false }))
    )
    expect(items[0]?.createdAt).toBe('2026-11-20T13:00:00+04:00')
    expect((await list(stranger)).items).toEqual([])
  })

  test('that waits for its money says nothing before it is paid, and that it was cancelled', async () => {
    const till = openTill(api)
    const { client, placed } = await till.buyByCard(plain)
    await relay()
    expect((await list(client)).items).toEqual([])
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    await relay()
    expect((await list(client)).items.at(0)).toMatchObject({ status: 10, title: `Order No. ${placed.orderNumber} is cancelled` })
  })

  test('ready for pickup sends an SMS whatever was chosen', () => {
    expect(orderNotice('order.status', ORDER_STATUS.READY_FOR_DELIVERY, ORDER_MODE.PICK_UP, false)).toMatchObject({
      status: 9,
      alwaysSms: true
    })
    expect(orderNotice('order.status', ORDER_STATUS.READY_FOR_DELIVERY, ORDER_MODE.DELIVERY, false)).toMatchObject({
      step: 'onWay',
      status: 2,
      alwaysSms: false
    })
    // A visit is not delivered.
    expect(orderNotice('order.status', ORDER_STATUS.READY_FOR_DELIVERY, ORDER_MODE.DELIVERY, true)).toMatchObject({
      step: 'coming',
      status: 2
    })
    expect(orderNotice('order.status', ORDER_STATUS.COMPLETELY_DELIVERED, ORDER_MODE.DELIVERY, true)).toMatchObject({
      step: 'done',
      lasts: true
    })
  })

  test('is told in the language the list is read in, and by mail and SMS in the person’s own', async () => {
    const { client, placed } = await buy(api, plain)
    await withEmail(client, 'ru@mail.am')
    await api.engine.db
      .update(users)
      .set({ languageId: 4 })
      .where(eq(users.id, client.userId ?? 0))
    await choose(client, { confirmation: [0, 1] })
    await relay()
    expect((await list(client)).items[0]?.title).toBe(`Order No. ${placed.orderNumber} is accepted`)
    const told = await toldTo(client)
    expect(told.map(({ channel, recipient }) => [channel, recipient.slice(0, 4)])).toEqual([
      ['email', 'ru@m'],
      ['sms', '+374']
    ])
    expect(told[0]?.subject).toBe(`Заказ № ${placed.orderNumber} принят`)
    expect(told[0]?.body).toContain(`/ru/account/orders/${placed.orderNumber}`)
    expect(told[0]?.body).toContain('/ru/account/notifications/settings')
  })

  test('goes out by the channels that were chosen, to contacts that are proven, and not hours later', async () => {
    const client = await api.person()
    const addressId = await addAddress(client)
    const order = async () => {
      await add(client, plain)
      return place(client, await orderOf(client, addressId))
    }
    await withEmail(client, 'unproven@mail.am', false)
    await order()
    await relay()
    expect((await toldTo(client)).map(({ channel }) => channel)).toEqual(['sms'])
    await withEmail(client, 'proven@mail.am')
    await order()
    await relay()
    expect((await toldTo(client)).map(({ channel }) => channel)).toEqual(['sms', 'email'])
    await choose(client, { confirmation: [2] })
    const { orderNumber } = await order()
    await relay()
    const [call] = await listCalls(atWork(api))
    expect(call?.about).toMatch(new RegExp(`^Call and confirm order No\\. ${orderNumber}: .+, .+\\s֏`))
    await choose(client, { confirmation: [99] })
    await order()
    await relay()
    expect((await toldTo(client)).map(({ channel }) => channel)).toEqual(['sms', 'email', 'call'])
    const until = (await toldTo(client)).map(({ channel, expiresAt }) => [channel, ((expiresAt?.getTime() ?? 0) - NOON) / 60_000])
    expect(until).toEqual([
      ['sms', 1_440],
      ['email', 1_440],
      ['call', 120]
    ])
  })

  test('says for a day what stays true, and for two hours what is under way', async () => {
    const { client, placed } = await buy(api, plain)
    await choose(client, { status: [1] })
    for (let step = 0; step < 3; step += 1) await advanceOrder(atWork(api), placed.orderId)
    await relay()
    const minutes = (await toldTo(client)).map(({ expiresAt }) => ((expiresAt?.getTime() ?? 0) - NOON) / 60_000)
    expect(minutes).toEqual([1_440, 120, 120, 1_440])
  })

  test('nobody can be told of holds up no other', async () => {
    const { client } = await buy(api, plain)
    const broken = { orderId: 1, status: 0, at: null }
    await api.engine.db.insert(schema.events).values({ kind: 'order.placed', orderId: 2_000_000_000, userId: 1, payload: broken })
    await relay()
    expect((await list(client)).items).toHaveLength(1)
  })
})

describe('the list', () => {
  let client: Client
  beforeAll(async () => {
    client = await api.person()
    const row = (number: number) => ({
      ...{ userId: client.userId ?? 0, kind: 'order' as const, subject: String(100_000 + number), status: 1 },
      words: { step: 'confirmed', total: '2500', from: String(NOON), to: String(NOON + 900_000), hy: 'Նռնենի', en: 'Nrneni', ru: 'Нрнени' }
    })
    await api.engine.db.insert(schema.notifications).values(Array.from({ length: 25 }, (_, i) => row(i)))
  })

  test('comes in pages, and a take over the cap is cut to it', async () => {
    const [first, second] = [await list(client), await list(client, 20)]
    expect(first.items).toHaveLength(20)
    expect(second.items).toHaveLength(5)
    expect(first).toMatchObject({ totalCount: 25, unreadCount: 25 })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
      [...first.items, ...second.items].map(({ id }) => id).sort((a, b) => b - a)
    )
    expect((await list(client, 0, 1_000)).items).toHaveLength(25)
  })

  test('is read one by one or up to an id, and only one’s own', async () => {
    const { items } = await list(client)
    const [newest, next] = items
    expect(await client.call(notifications.read, { body: { ids: [newest?.id ?? 0, 999_999_999] } })).toEqual({ unreadCount: 24 })
    expect((await list(client)).items.slice(0, 2).map(({ isRead }) => isRead)).toEqual([true, false])
    const stranger = await api.person()
    expect(await stranger.call(notifications.read, { body: { upTo: newest?.id ?? 0 } })).toEqual({ unreadCount: 0 })
    expect((await list(client)).unreadCount).toBe(24)
    expect(await client.call(notifications.read, { body: { upTo: (next?.id ?? 0) - 1 } })).toEqual({ unreadCount: 1 })
  })

  test('refuses guests and rubbish', async () => {
    await expect(list(api.guest())).rejects.toMatchObject({ type: 'UNAUTHORIZED' })
    for (const body of [{ ids: ['1'] }, { ids: [1.5] }, { upTo: -1 }, { ids: Array.from({ length: 201 }, (_, i) => i + 1) }])
      expect((await client.raw('PUT', '/user/profile/notifications/read', { body })).status).toBe(400)
  })

  test('forgets what is a year old', async () => {
    const { totalCount } = await list(client)
    api.clock.advance(364 * DAY)
    await sweepNotifications(atWork(api))
    expect(totalCount).toBe(25)
    await api.engine.db
      .update(schema.notifications)
      .set({ createdAt: new Date(NOON) })
      .where(eq(schema.notifications.userId, client.userId ?? 0))
    api.clock.advance(2 * DAY)
    await sweepNotifications(atWork(api))
    const left = await api.engine.db
      .select()
      .from(schema.notifications)
      .where(eq(schema.notifications.userId, client.userId ?? 0))
    expect(left).toEqual([])
  })
})

describe('news', () => {
  const campaign = (locale: Campaign['locale'], title: string): Campaign => ({
    ...{ slug: 'autumn', locale, title, description: `${title}!`, picture: '🎁', html: () => Promise.resolve(''), order: 1 },
    ...{ from: '2026-11-01', to: '2026-11-30' }
  })
  const campaigns = [campaign('hy', 'Աշուն'), campaign('en', 'Autumn'), campaign('ru', 'Осень')]

  test('are told once to who asked for them, by the channels they chose, while the campaign runs', async () => {
    const [reader, other] = [await api.person(), await api.person()]
    await choose(reader, { promotionalInfo: true, news: [1] })
    const publish = () => publishCampaigns(atWork(api), campaigns)
    const early = { ...campaigns[0], slug: 'next-year', from: '2027-01-01', to: '2027-01-31' } as Campaign
    expect(await publishCampaigns(atWork(api), [early])).toBe(0)
    expect((await Promise.all([publish(), publish()])).reduce((sum, told) => sum + told, 0)).toBeGreaterThan(0)
    expect(await publish()).toBe(0)
    expect((await list(reader)).items).toMatchObject([{ kind: 'news', title: 'Autumn', text: 'Autumn!', path: '/campaigns/autumn' }])
    expect((await toldTo(reader)).map(({ channel, body }) => [channel, body])).toEqual([['sms', 'Shuka: Autumn']])
    expect((await list(other)).items).toEqual([])
  })

  test('a shop that stops ends between two small transactions, and goes on where it was', async () => {
    const [first] = await api.engine.db.select().from(schema.users).limit(1)
    if (!first) throw new Error('nobody is registered')
    const { id: _, ...person } = first
    const readers = Array.from({ length: 25 }, (__, index) => ({
      ...person,
      ...{ phone: `+374930000${10 + index}`, email: null, promotionalInfo: true, deactivatedAt: null }
    }))
    await api.engine.db.insert(schema.users).values(readers)
    const winter = campaigns.map((one) => ({ ...one, slug: 'winter' }))
    let asked = 0
    const interrupted = await publishCampaigns(atWork(api), winter, () => (asked += 1) === 1)
    expect(interrupted).toBe(20)
    expect(await publishCampaigns(atWork(api), winter)).toBeGreaterThanOrEqual(5)
    expect(await publishCampaigns(atWork(api), winter)).toBe(0)
  })
})
