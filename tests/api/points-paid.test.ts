import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as wallet from '#contract/wallet/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { schema } from '#server/db/schema.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { expirePoints } from '#server/services/wallet/expire-points.ts'
import type { TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { transfersOf } from '#tests/support/ledger.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { NOON } from '#tests/support/clock.ts'
import { bonusOf, deliver, historyOf, pointsOf, setRules, walletOf, withPoints, withWallet } from '#tests/support/rewards.ts'
import { add, atWork, buyer, linesOf, orderOf, place, refused, setProduct } from '#tests/support/shopping.ts'
import { startTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  ;({ api, till, plain } = await startTill())
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
const BONUS = 16
const DAY = 86_400_000
const staff = (...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)

describe('points pay', () => {
  test('a share of an order beside a card; refunds go to the card first, then they come back', async () => {
    const { client, addressId } = await withPoints(api, plain, 400)
    await add(client, plain, 2)
    const order = await withWallet(client, addressId, CARD)
    expect(order.walletAmount).toBe(400)
    const placed = await place(client, order)
    expect(placed).toMatchObject({ status: 17 })
    expect(await walletOf(client)).toMatchObject({ balance: 0 })
    expect((await historyOf(client))[0]).toMatchObject({
      type: 'withdrawn',
      amount: -400,
      reason: { why: 'spent' },
      order: { id: placed.orderId }
    })
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    const paid = await till.details(client, placed.orderNumber)
    expect(paid).toMatchObject({
      status: 12,
      tenders: [
        { methodKey: 'card', amount: order.orderPrice - 400 },
        { methodKey: 'points', amount: 400 }
      ]
    })
    expect(paid.cancelRefund).toEqual({ amount: order.orderPrice - 400, byHand: false })
    await staff('refund', placed.orderNumber, '1', '1')
    expect(await walletOf(client)).toMatchObject({ balance: 0 })
    await staff('refund', placed.orderNumber)
    expect(await walletOf(client)).toMatchObject({ balance: 400, available: 400 })
    expect((await historyOf(client))[0]).toMatchObject({ type: 'refund', amount: 400, reason: { why: 'returned' } })
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: -1, payment: 'refunded' })
    expect((await till.details(client, placed.orderNumber)).refunds.filter(({ as }) => as === 'points')).toMatchObject([
      { amount: 400, byHand: false }
    ])
  })

  test('all of an order, which is paid at once and asks for no method', async () => {
    const { client, addressId } = await withPoints(api, plain, 50_000)
    await add(client, plain)
    const order = await withWallet(client, addressId, BONUS)
    expect(order.walletAmount).toBe(order.orderPrice)
    const placed = await place(client, order)
    expect(placed).toMatchObject({ status: 12, redirectUrl: null })
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      status: 12,
      payment: 'paid',
      tenders: [{ methodKey: 'points', amount: order.orderPrice }]
    })
    await deliver(api, placed.orderNumber)
    expect(await bonusOf(client, placed.orderId)).toMatchObject({ state: 'none', points: 0 })
  })

  test('and come back when the order ends unpaid, whoever ends it', async () => {
    const { client, addressId } = await withPoints(api, plain, 300)
    for (const end of ['cancelled', 'expired'] as const) {
      await add(client, plain)
      const placed = await place(client, await withWallet(client, addressId, CARD))
      expect(await walletOf(client)).toMatchObject({ balance: 0 })
      if (end === 'cancelled') await client.call(orders.cancel, { params: { id: placed.orderId } })
      else await till.later(60, () => expireUnpaid(atWork(api)))
      const [order] = await api.engine.db.select().from(schema.orders).where(eq(schema.orders.id, placed.orderId))
      expect(order).toMatchObject({ status: -1, refundedAmount: 30_000 })
      expect(await walletOf(client)).toMatchObject({ balance: 300, available: 300 })
    }
  })

  test('beside cash: what is not there comes off the cash, then off the points', async () => {
    const { client, addressId } = await withPoints(api, plain, 1_600)
    await setProduct(api, plain, { price: 60_000 })
    await add(client, plain, 2)
    const order = await withWallet(client, addressId, CASH)
    const placed = await place(client, order)
    expect(placed.status).toBe(0)
    await setProduct(api, plain, { price: 100_000 })
    const cash = order.orderPrice - 1_600
    await staff('refund', placed.orderNumber, '1', '1')
    const back = Math.max(0, 600 - cash)
    expect(back).toBeGreaterThan(0)
    expect(await walletOf(client)).toMatchObject({ balance: back })
    expect((await historyOf(client))[0]).toMatchObject({ type: 'refund', amount: back, reason: { why: 'returned' } })
    const lowered = (await till.details(client, placed.orderNumber)).orderPrice
    expect(
      (await staff('show', placed.orderNumber)).filter((line) => /^(total|share): /.test(line)).map((line) => line.replaceAll(/\s/g, ' '))
    ).toEqual([
      `total: ${formatAmd(lowered, 'en').replaceAll(/\s/g, ' ')}, cash`,
      'share: 0 ֏, cash, held',
      `share: ${formatAmd(lowered, 'en').replaceAll(/\s/g, ' ')}, points, captured`
    ])
    await deliver(api, placed.orderNumber)
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      tenders: expect.arrayContaining([{ methodKey: 'points', amount: 1_600 - back, state: 'captured' }])
    })
    await staff('refund', placed.orderNumber)
    expect(await walletOf(client)).toMatchObject({ balance: 1_600 })
  })

  test('and a posting that was lost is made again from the rows that say it', async () => {
    const { client, addressId } = await withPoints(api, plain, 1_600)
    await setProduct(api, plain, { price: 60_000 })
    await add(client, plain, 2)
    const { orderNumber, orderId } = await place(client, await withWallet(client, addressId, CASH))
    await staff('refund', orderNumber, '1', '1')
    await deliver(api, orderNumber)
    await staff('refund', orderNumber)
    await client.call(wallet.withdraw, { body: { points: 1_000, account: '1930012345678901' } })
    await setProduct(api, plain, { price: 100_000 })
    const causesOf = async (pattern: string) => (await transfersOf(api.engine, pattern)).map(([cause]) => cause)
    const { orderTenders, paymentRefunds, pointLots, walletEntries } = schema
    const own = client.userId ?? 0
    const ids = async (rows: Promise<{ id: number }[]>) => `(${(await rows).map(({ id }) => id).join('|')})`
    const lots = await ids(api.engine.db.select({ id: pointLots.id }).from(pointLots).where(eq(pointLots.userId, own)))
    const entries = await ids(api.engine.db.select({ id: walletEntries.id }).from(walletEntries).where(eq(walletEntries.userId, own)))
    const tenders = await ids(api.engine.db.select({ id: orderTenders.id }).from(orderTenders).where(eq(orderTenders.orderId, orderId)))
    const refunds = await ids(
      api.engine.db
        .select({ id: paymentRefunds.id })
        .from(paymentRefunds)
        .innerJoin(orderTenders, eq(orderTenders.id, paymentRefunds.tenderId))
        .where(eq(orderTenders.orderId, orderId))
    )
    const causes = [
      ...(await causesOf(`^lot:${lots}:earned$`)),
      ...(await causesOf(`^tender:${tenders}:spent$`)),
      ...(await causesOf(`^wallet-entry:${entries}:`)),
      ...(await causesOf(`^refund:${refunds}$`)),
      ...(await causesOf(`^withdrawal:`))
    ]
    expect(causes.map((cause) => cause.replace(/\d+/, ''))).toEqual([
      'lot::earned',
      'tender::spent',
      'wallet-entry::returned',
      'refund:',
      'withdrawal:'
    ])
    await postsLost(api, causes)
  })

  test('no gift cards, which would be money without its tax', async () => {
    const { client, addressId } = await withPoints(api, plain, 9_000)
    await add(client, await api.product(7, 'G5'), 1, { startAnew: true })
    expect(await pointsOf(client, addressId)).toMatchObject({ available: 9_000, covers: 0 })
    const order = await orderOf(client, addressId, { paymentId: CARD })
    expect(await refused(place(client, { ...order, useWallet: true, walletAmount: 5_000 }))).toMatchObject({ type: 'CHECKOUT_OUTDATED' })
    await place(client, { ...order, useWallet: true, walletAmount: 0 })
    expect(await walletOf(client)).toMatchObject({ balance: 9_000 })
  })

  test('once, when two orders ask for the same ones', async () => {
    const { client, addressId } = await withPoints(api, plain, 500)
    await add(client, plain)
    const body = await withWallet(client, addressId, CARD)
    const answers = await Promise.allSettled([place(client, body), place(client, body), place(client, body)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await walletOf(client)).toMatchObject({ balance: 0 })
  })

  test('what was shown, or nothing is ordered', async () => {
    const { client, addressId } = await withPoints(api, plain, 200)
    await add(client, plain)
    const shown = await withWallet(client, addressId, CARD)
    for (const walletAmount of [0, 199, 201, 199.5])
      expect(await refused(place(client, { ...shown, walletAmount }))).toMatchObject({ type: 'CHECKOUT_OUTDATED', field: 'walletAmount' })
    expect(await refused(place(client, { ...shown, walletAmount: -1 }))).toMatchObject({ type: 'BAD_REQUEST', field: 'walletAmount' })
    expect(await refused(place(client, { ...shown, paymentId: BONUS }))).toMatchObject({
      type: 'PAYMENT_METHOD_UNAVAILABLE',
      field: 'paymentId'
    })
    const { useWallet: _, walletAmount: __, ...plainOrder } = shown
    expect(await refused(place(client, { ...plainOrder, paymentId: BONUS }))).toMatchObject({
      type: 'PAYMENT_METHOD_UNAVAILABLE',
      field: 'paymentId'
    })
    expect(await walletOf(client)).toMatchObject({ balance: 200 })
    expect(await place(client, shown)).toMatchObject({ status: 17 })
  })

  test('of a supplier that says so only for products with the label, and for delivery and fees', async () => {
    const ten = await api.product(1, 'TEN')
    const { products, suppliers } = schema
    const { client, addressId } = await withPoints(api, plain, 9_000)
    const setLabelled = async (pointsLabelled: boolean): Promise<void> => {
      await api.engine.db.update(suppliers).set({ pointsLabelled }).where(eq(suppliers.id, 1))
      await api.engine.db
        .update(products)
        .set({ labels: pointsLabelled ? ['use_points'] : ['new'] })
        .where(eq(products.id, ten))
    }
    await add(client, plain, 2)
    await add(client, ten)
    expect(await pointsOf(client, addressId)).toMatchObject({ left: 0, labelledAt: [] })
    await setLabelled(true)
    const basket = await client.call(baskets.get, { query: { addressId, useBonusPoints: true } })
    expect(linesOf(basket).map(({ usePoints = false }) => usePoints)).toEqual([false, true])
    const [entry] = basket.basketList.sessionBaskets.flatMap(({ entries }) => entries)
    const covers = basket.orderPrice - 2_000
    expect(basket.points).toMatchObject({ available: 9_000, covers, left: 2_000, labelledAt: [entry?.supplier.name] })
    const shown = await withWallet(client, addressId, CARD)
    expect(await refused(place(client, { ...shown, walletAmount: basket.orderPrice }))).toMatchObject({ type: 'CHECKOUT_OUTDATED' })
    expect(await refused(place(client, { ...shown, paymentId: BONUS }))).toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE' })
    expect(await place(client, shown)).toMatchObject({ status: 17 })
    expect(await walletOf(client)).toMatchObject({ balance: 9_000 - covers })
    await setLabelled(false)
  })

  test('only after they ripened, and before they expire', async () => {
    await setRules(api, { liveDays: 5 })
    const { client, addressId } = await buyer(api, plain)
    await deliver(api, (await place(client, await orderOf(client, addressId))).orderNumber)
    await add(client, plain)
    expect(await pointsOf(client, addressId)).toMatchObject({ available: 0, covers: 0 })
    expect(await expirePoints(atWork(api))).toBe(0)
    api.clock.set(NOON + 5 * DAY)
    expect(await expirePoints(atWork(api))).toBe(1)
    api.clock.set(NOON)
    expect(await walletOf(client)).toMatchObject({ balance: 0, accumulated: 100 })
    expect((await historyOf(client))[0]).toMatchObject({ type: 'recalculation', amount: -100, reason: { why: 'expired' } })
  })
})
