import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as reordering from '#contract/baskets/reorder-call.ts'
import { COLLECTING_MS, UNLIMITED } from '#domain/orders/group-order.ts'
import { schema } from '#server/db/schema.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { advanceOrder } from '#server/services/orders/advance.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { cancel, codeOf, complete, group, isInGroup, memberAt, start } from '#tests/support/group.ts'
import { goOn, openShares } from '#tests/support/shares.ts'
import { add, addAddress, atWork, linesOf, orderOf, place } from '#tests/support/shopping.ts'

let api: TestApi
let shares: Awaited<ReturnType<typeof openShares>>
beforeAll(async () => {
  api = await startApi()
  shares = await openShares(api)
})
afterAll(() => api.close())
afterEach(() => api.clock.set(NOON))

/** Ani has ordered for herself, Davit and Mariam and pays in cash. */
const placed = async () => {
  const { owner, members, started } = await group(api, ['Davit', 'Mariam', 'Gohar'])
  const [davit, mariam, gohar] = [memberAt(members, 0), memberAt(members, 1), memberAt(members, 2)]
  await add(owner, shares.plain)
  await add(davit, shares.plain, 2)
  await add(mariam, shares.ten, 3)
  await complete(owner)
  const order = await place(owner, await orderOf(owner, await addAddress(owner), { customerComment: 'The bell is broken', cutlery: true }))
  return { owner, davit, mariam, gohar, started, number: order.orderNumber, orderId: order.orderId }
}
const historyOf = async (client: Client, query: orders.HistoryQuery = {}) => (await client.call(orders.history, { query })).items
const detailsOf = (client: Client, orderNumber: string) => client.call(orders.details, { query: { orderNumber } })

describe('a group order in the history', () => {
  test('is there for everybody who was in it, with the own share', async () => {
    const { owner, davit, mariam, gohar, started, number, orderId } = await placed()
    const bears = async (client: Client) => (await historyOf(client, { historyMode: 'groupOrder' }))[0]?.group
    expect(await bears(owner)).toEqual({ id: started.id, organiser: 'Ani', isOwner: true, paidByAll: false, limit: UNLIMITED, share: 1197 })
    expect(await bears(davit)).toEqual({
      id: started.id,
      organiser: 'Ani',
      isOwner: false,
      paidByAll: false,
      limit: UNLIMITED,
      share: 2227
    })
    expect(await bears(mariam)).toMatchObject({ share: 1711 })
    expect(await bears(gohar)).toMatchObject({ share: 0 })
    for (const one of [owner, davit, gohar]) {
      expect(await historyOf(one)).toMatchObject([{ orderNumber: number, orderPrice: 5135 }])
      expect(await one.call(orders.pending, { query: {} })).toMatchObject([{ id: orderId }])
    }
    expect(await historyOf(await api.person())).toEqual([])
    for (let step = 0; step < 3; step += 1) await advanceOrder(atWork(api), orderId)
    expect(await historyOf(davit, { filter: 'unreviewed' })).toEqual([])
    expect(await historyOf(owner, { filter: 'unreviewed' })).toHaveLength(1)
  })

  test('members follow it, without the address, contacts and money of others; what they chose they order again', async () => {
    const { owner, davit, number, orderId } = await placed()
    const own = await detailsOf(owner, number)
    const seen = await detailsOf(davit, number)
    expect(seen).toMatchObject({
      orderPrice: 5135,
      group: { organiser: 'Ani', isOwner: false, share: 2227 },
      ...{ address: { title: '', line: '', comment: '' }, customerComment: '', tenders: [], receipts: [], payableBy: [] },
      ...{ canCancel: false, canClaim: false, canRate: false }
    })
    expect(own.customerComment).toBe('The bell is broken')
    expect(seen.steps).toEqual(own.steps)
    expect(seen.parts[0]?.items.map(({ person, quantity }) => [person, quantity])).toEqual([
      ['Ani', 1],
      ['Davit', 2],
      ['Mariam', 3]
    ])
    expect(await codeOf(detailsOf(await api.person(), number))).toEqual([420, 'ORDER_NOT_FOUND'])
    expect(await codeOf(davit.call(orders.cancel, { params: { id: orderId } }))).toEqual([420, 'ORDER_NOT_FOUND'])
    await advanceOrder(atWork(api), orderId)
    const again = await davit.call(reordering.reorder, { params: { id: orderId }, body: { startAnew: false } })
    expect(linesOf(again.basket)).toMatchObject([{ productId: shares.plain, quantity: 2 }])
  })

  test('where everybody paid, each sees the own payments, and the initiator whose is which', async () => {
    const { owner, davit, mariam, number, placed: order } = await shares.collecting()
    expect(await historyOf(davit)).toMatchObject([{ orderNumber: number, payment: 'awaiting', group: { paidByAll: true, share: 2227 } }])
    expect(await detailsOf(davit, number)).toMatchObject({ collecting: { alias: expect.any(String) }, payableBy: [] })
    await shares.press(owner, order.redirectUrl)
    await shares.payShare(davit, number)
    await goOn(owner, 176)
    expect(await historyOf(mariam)).toEqual([])
    await shares.payShare(owner, number)
    expect(await detailsOf(davit, number)).toMatchObject({
      orderPrice: 3600,
      payment: 'paid',
      group: { share: 2227 },
      tenders: [{ amount: 2227, state: 'captured', person: 'Davit' }]
    })
    expect((await detailsOf(owner, number)).tenders).toMatchObject([
      { amount: 1197, person: 'Ani' },
      { amount: 2227, person: 'Davit' },
      { amount: 176, person: 'Ani' }
    ])
    expect((await historyOf(owner))[0]?.group).toMatchObject({ share: 1373 })
  })

  test('one that was cancelled is still there for whoever was in it', async () => {
    const { owner, davit, orderId, number } = await placed()
    await owner.call(orders.cancel, { params: { id: orderId } })
    expect(await historyOf(davit)).toMatchObject([{ orderNumber: number, status: -1 }])
    expect(await detailsOf(davit, number)).toMatchObject({ trackingStatus: 0 })
  })

  test('one that was given up before anybody paid is its initiator’s alone', async () => {
    const { owner, davit } = await shares.collecting()
    await complete(owner, false)
    expect(await historyOf(davit)).toEqual([])
    expect(await historyOf(owner)).toMatchObject([{ status: -1 }])
  })
})

describe('who is told', () => {
  const noticesOf = async (client: Client) => {
    await relayEvents(atWork(api), () => undefined)
    return (await client.call(notifications.list, { query: {} })).items
  }

  test('everybody but the initiator, what to pay, until when and where', async () => {
    const { owner, davit, mariam, started } = await shares.collecting()
    expect(await noticesOf(davit)).toMatchObject([
      {
        kind: 'share',
        title: expect.stringMatching(/^Your share of the group order: 2.227.֏$/),
        text: 'Pay it by 13:15, then the restaurant gets the order',
        path: `/restaurants/${started.supplier.alias}?groupHash=${started.hash}`
      }
    ])
    expect(await noticesOf(mariam)).toMatchObject([{ kind: 'share', title: expect.stringContaining('711') }])
    expect(await noticesOf(owner)).toEqual([])
    const sent = await api.engine.db
      .select()
      .from(schema.messages)
      .where(eq(schema.messages.userId, davit.userId ?? 0))
    expect(sent.map(({ expiresAt }) => expiresAt?.getTime())).toContain(NOON + COLLECTING_MS)
  })

  test('whoever chose something, how far the order is', async () => {
    const { davit, orderId, number } = await placed()
    await relayEvents(atWork(api), () => undefined)
    await advanceOrder(atWork(api), orderId)
    const steps = async () => (await noticesOf(davit)).filter(({ kind }) => kind === 'order').map(({ status, path }) => [status, path])
    expect(await steps()).toEqual([
      [7, `/account/orders/${number}`],
      [1, `/account/orders/${number}`]
    ])
    // Nobody but the buyer is called or sent an SMS.
    const sent = await api.engine.db
      .select()
      .from(schema.messages)
      .where(eq(schema.messages.userId, davit.userId ?? 0))
    expect(sent.filter(({ channel, kind }) => kind === 'order' && (channel === 'sms' || channel === 'call'))).toEqual([])
  })

  test('of money that goes back, whoever paid it', async () => {
    const { owner, davit, mariam, number } = await shares.collecting()
    await relayEvents(atWork(api), () => undefined)
    await shares.payShare(davit, number)
    await cancel(owner)
    expect((await noticesOf(davit)).map(({ kind }) => kind)).toEqual(['refund', 'share'])
    expect((await noticesOf(owner)).map(({ kind }) => kind)).toEqual(['order'])
    expect((await noticesOf(mariam)).map(({ kind }) => kind)).toEqual(['share'])
  })

  test('who was in it before, when it is started again', async () => {
    const { owner, davit, mariam, started } = await placed()
    // The next day.
    await api.engine.db
      .update(schema.orders)
      .set({ createdAt: new Date(NOON - 86_400_000) })
      .where(eq(schema.orders.groupOrderId, started.id))
    const again = await start(davit, { participantName: 'Davit', againOf: started.id })
    for (const one of [owner, mariam])
      expect((await noticesOf(one)).filter(({ kind }) => kind === 'invitation')).toMatchObject([
        { title: 'Davit invites you to a group order', path: `/restaurants/${again.supplier.alias}?groupHash=${again.hash}` }
      ])
    expect((await noticesOf(davit)).map(({ kind }) => kind)).not.toContain('invitation')
    const outsider = await api.person()
    expect(await codeOf(start(outsider, { againOf: started.id }))).toEqual([425, 'GROUP_ORDER_NOT_FOUND'])
    expect(await isInGroup(outsider)).toBe(false)
  })
})
