import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import * as wallet from '#contract/wallet/calls.ts'
import { REWARD_TYPE } from '#domain/rewards/rule.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { remindOfPoints } from '#server/services/notifications/remind-points.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { loseAllPoints } from '#server/services/wallet/expire-points.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { bonusOf, deliver, historyOf, pointsOf, ripen, setRules, walletOf, withPoints, withWallet } from '#tests/support/rewards.ts'
import { add, atWork, buyer, orderOf, place, refused, setProduct } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
let ten = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  ten = await api.product(1, 'TEN')
})
afterAll(() => api.close())
beforeEach(() => setRules(api, {}))
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const CASH = 3
const CARD = 8
const staff = (...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)

describe('points are earned', () => {
  test('when the order is delivered, rule by rule; three business days later they can be spent; everything says why', async () => {
    await setRules(api, { cap: 25_000 }, { type: REWARD_TYPE.GLOBAL, rate: 500, labelled: true }, { rate: 800 })
    await setProduct(api, ten, { labels: ['plus_points'] })
    const { client, addressId } = await buyer(api, plain, 2)
    await add(client, ten, 2)
    expect(await pointsOf(client, addressId, CASH)).toMatchObject({ available: 0, covers: 0, earns: 300 })
    const placed = await place(client, await orderOf(client, addressId))
    expect(await bonusOf(client, placed.orderId)).toEqual({
      ...{ state: 'expected', points: 300, availableAt: null, expiresAt: null },
      rules: [
        { title: 'Ten percent', counted: 3_000, rate: 10, cap: 250, points: 250, takenBack: 0 },
        { title: 'Ten percent', counted: 1_000, rate: 5, cap: null, points: 50, takenBack: 0 }
      ],
      tickets: [],
      deliveries: []
    })
    expect(await walletOf(client)).toMatchObject({ balance: 0, available: 0, accumulated: 0, nextAvailable: null })
    // What the editor changes now counts for later orders only.
    await setRules(api, { rate: 1 })
    await deliver(api, placed.orderNumber)
    expect(await client.call(wallet.rewards)).toMatchObject([
      { title: 'Ten percent', isRunning: true, earned: 0, rate: 0.01 },
      { isRunning: false, earned: 250, rate: 10, cap: 250, methods: [], kinds: [], from: '2026-11-01', to: '2026-12-31', liveDays: 30 },
      { isRunning: false, earned: 50, rate: 5, labelled: true }
    ])
    const wednesday = '2026-11-25T13:00:00+04:00'
    const end = '2026-12-20T13:00:00+04:00'
    expect(await walletOf(client)).toMatchObject({
      ...{ walletType: 0, balance: 300, available: 0, pending: 300, accumulated: 300 },
      nextAvailable: { points: 300, at: wednesday },
      nextExpiry: { points: 300, at: end }
    })
    expect((await walletOf(client)).months.at(-1)).toEqual({ month: '2026-11', earned: 300, spent: 0 })
    expect(await bonusOf(client, placed.orderId)).toMatchObject({ state: 'pending', points: 300, availableAt: wednesday, expiresAt: end })
    const { orderId, orderNumber } = placed
    const common = {
      type: 'cashback',
      at: '2026-11-20T13:00:00+04:00',
      order: { id: orderId, orderNumber },
      availableAt: wednesday,
      expiresAt: end
    }
    expect(await historyOf(client)).toMatchObject([
      { ...common, amount: 50, reason: { why: 'rule', title: 'Ten percent', counted: 1_000, rate: 5, cap: null } },
      { ...common, amount: 250, reason: { why: 'rule', title: 'Ten percent', counted: 3_000, rate: 10, cap: 250 } }
    ])
    await setProduct(api, ten, { labels: [] })
  })

  test('by money only, by the methods and suppliers of the rule, from its minimum on', async () => {
    await setRules(api, { methods: [CARD] })
    const { client, addressId } = await buyer(api, plain)
    expect([await pointsOf(client, addressId, CASH), await pointsOf(client, addressId, CARD)]).toMatchObject([{ earns: 0 }, { earns: 100 }])
    await setRules(api, { suppliers: ['night-owl'] })
    expect(await pointsOf(client, addressId, CARD)).toMatchObject({ earns: 0 })
    await setRules(api, { minimum: 100_100 })
    expect(await pointsOf(client, addressId, CARD)).toMatchObject({ earns: 0 })
    await setRules(api, { minimum: 100_000 })
    expect(await pointsOf(client, addressId, CARD)).toMatchObject({ earns: 100 })
  })

  test('once, and only by who sees the order', async () => {
    const { client, addressId } = await buyer(api, plain)
    const placed = await place(client, await orderOf(client, addressId))
    await deliver(api, placed.orderNumber)
    await expect(staff('delivered', placed.orderNumber)).rejects.toThrow()
    expect(await walletOf(client)).toMatchObject({ balance: 100 })
    const stranger = await api.person()
    expect(await refused(bonusOf(stranger, placed.orderId))).toMatchObject({ type: 'ORDER_NOT_FOUND', field: 'orderId' })
    expect(await walletOf(stranger)).toMatchObject({ balance: 0, nextExpiry: null })
    expect(await historyOf(stranger)).toEqual([])
  })

  test('and taken back when what earned them is refunded: pending ones first; what is spent is kept, and said', async () => {
    const { client, addressId } = await buyer(api, plain, 3)
    await add(client, ten, 2)
    const placed = await place(client, await orderOf(client, addressId))
    await deliver(api, placed.orderNumber)
    expect(await walletOf(client)).toMatchObject({ balance: 400 })
    await staff('refund', placed.orderNumber, '2', '1')
    expect(await walletOf(client)).toMatchObject({ balance: 350, accumulated: 350 })
    expect((await historyOf(client))[0]).toMatchObject({ type: 'recalculation', amount: -50, reason: { why: 'takenBack', kept: 0 } })
    expect(await bonusOf(client, placed.orderId)).toMatchObject({ points: 350, rules: [{ takenBack: 50 }] })
    // 300 of the 350 are spent, then all of the order goes back.
    await ripen(api, client.userId ?? 0)
    await setRules(api)
    await setProduct(api, plain, { price: 30_000 })
    await add(client, plain)
    const cheap = await withWallet(client, addressId, CASH)
    await place(client, cheap)
    await setProduct(api, plain, { price: 100_000 })
    const spent = cheap.walletAmount
    expect((await walletOf(client)).balance).toBe(350 - spent)
    await staff('refund', placed.orderNumber)
    expect(await walletOf(client)).toMatchObject({ balance: 0, accumulated: 0 })
    expect((await historyOf(client))[0]).toMatchObject({ amount: spent - 350, reason: { why: 'takenBack', kept: spent } })
  })
})

test('a person is told of points a week before they expire, once, with all of that week together', async () => {
  await setRules(api, { liveDays: 6 }, { liveDays: 7, type: REWARD_TYPE.GLOBAL }, { liveDays: 8, type: REWARD_TYPE.GLOBAL })
  const { client, addressId } = await buyer(api, plain)
  await deliver(api, (await place(client, await orderOf(client, addressId))).orderNumber)
  expect(await remindOfPoints(atWork(api))).toBe(1)
  expect(await remindOfPoints(atWork(api))).toBe(0)
  const notices = (await client.call(notifications.list, { query: {} })).items.filter(({ kind }) => kind === 'points')
  expect(notices).toMatchObject([{ text: 'Spend them by 26/11/2026', path: '/account/wallet' }])
  expect(notices[0]?.title).toMatch(/^200\s֏ in points expire soon$/)
})

test('an erased account keeps no points', async () => {
  const { client } = await withPoints(api, plain, 700)
  await withTransaction(atWork(api), (tx) => loseAllPoints(tx, client.userId ?? 0))
  const { pointLots } = schema
  const rows = await api.engine.db
    .select()
    .from(pointLots)
    .where(eq(pointLots.userId, client.userId ?? 0))
  expect(rows.map(({ remaining }) => remaining)).toEqual([0])
})
