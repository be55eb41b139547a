import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import { schema } from '#server/db/schema.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { settleReplacements } from '#server/services/orders/replacements/settle.ts'
import { sendReceipts } from '#server/services/receipts/send-receipts.ts'
import { operateReceipts } from '#server/services/receipts/operate-receipts.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { answer, CASH, openReplacements, type Replacements } from '#tests/support/replacements.ts'
import { atWork, refused, setProduct, stockOf } from '#tests/support/shopping.ts'

let api: TestApi
let shop: Replacements
let [plain, ten, sale, weighed, options, adult, three] = [0, 0, 0, 0, 0, 0, 0]
beforeAll(async () => {
  api = await startApi()
  shop = openReplacements(api)
  const product = (code: string) => api.product(1, code)
  ;[plain, ten, sale, weighed] = [await product('PLAIN'), await product('TEN'), await product('SALE'), await product('WEIGHED')]
  ;[options, adult, three] = [await product('OPTIONS'), await product('ADULT'), await product('THREE')]
})
beforeEach(() => setProduct(api, ten, { stock: 10 }))
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(await operateReceipts(atWork(api), { verb: 'check' })).toMatchObject({ failed: false })
  expect(api.errors).toEqual([])
})
afterAll(() => api.close())

describe('what is offered instead of something that has run out', () => {
  test('is taken for less: the difference goes back to the card, and the order has the other product', async () => {
    const order = await shop.ordered([[plain, 2]])
    expect(await shop.staff('replace', order.number, '1')).toContain(`${ten}  2 × Gata`)
    const asked = await shop.offered(order, 1, ten, 'The', 'last', 'two')
    expect(asked).toMatchObject({
      ...{ ordered: 'Tolma', name: 'Gata', quantity: 2, price: 1000, less: 1000, note: 'The last two', state: 'open', canAnswer: true },
      ...{ answerBefore: '2026-11-20T13:05:00+04:00', otherwise: 'leaveOut' }
    })
    expect(await answer(order.client, asked.id, true)).toMatchObject({ state: 'accepted', canAnswer: false })
    expect(await answer(order.client, asked.id, true), 'once is enough').toMatchObject({ state: 'accepted' })
    expect(await refused(answer(order.client, asked.id, false))).toMatchObject({ type: 'CONFLICT' })
    expect(await shop.itemsOf(order)).toEqual([
      [plain, 2, 2, 1000],
      [ten, 2, 0, 1000]
    ])
    expect(await order.details()).toMatchObject({
      orderPrice: order.before.orderPrice,
      refunded: 1000,
      refunds: [{ amount: 1000, reason: 'lines' }]
    })
    expect(shop.atBank(order.number)).toBe(1000)
    expect(await stockOf(api, ten)).toBe(8)
  })

  test('costs no more than what was ordered, and goes back at the price that was paid for it', async () => {
    const order = await shop.ordered([
      [ten, 3],
      [sale, 1]
    ])
    const asked = await shop.offered(order, 1, plain)
    expect(asked).toMatchObject({ quantity: 3, price: 1500, less: 0 })
    await answer(order.client, asked.id, true)
    expect(await order.details()).toMatchObject({ refunds: [], refunded: 0, orderPrice: order.before.orderPrice })
    expect(await shop.itemsOf(order)).toEqual([
      [ten, 3, 3, 0],
      [sale, 1, 0, 720],
      [plain, 3, 0, 1500]
    ])
    await shop.staff('refund', order.number, '3', '1')
    await shop.staff('refund', order.number, '3', '2')
    expect((await order.details()).refunds.map(({ amount }) => amount)).toEqual([500, 1000])
    await sendReceipts(atWork(api))
    expect((await order.details()).receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['sale', order.before.orderPrice],
      ['return', 500],
      ['return', 1000]
    ])
    await expect(shop.staff('replace', order.number, '1', String(sale))).rejects.toMatchObject({ why: 'NOTHING_LEFT' })
  })

  test('lowers what is to be paid at the door, and its receipt says what was brought', async () => {
    const order = await shop.ordered(
      [
        [plain, 2],
        [sale, 1]
      ],
      { paymentId: CASH }
    )
    const asked = await shop.offered(order, 1, ten, '3')
    expect(asked).toMatchObject({ quantity: 3, price: 1500, less: 500 })
    await answer(order.client, asked.id, true)
    const now = await order.details()
    expect(now).toMatchObject({
      orderPrice: order.before.orderPrice - 500,
      takenOff: 500,
      refunds: [],
      basePrice: order.before.basePrice - 500
    })
    expect(now.tenders).toMatchObject([{ amount: now.orderPrice, state: 'held' }])
    await shop.staff('refund', order.number, '3', '1')
    expect(await order.details()).toMatchObject({ orderPrice: now.orderPrice - 500, discount: order.before.discount })
    await shop.staff('on-the-way', order.number)
    await shop.staff('delivered', order.number)
    await sendReceipts(atWork(api))
    expect((await order.details()).receipts.map(({ kind, amount }) => [kind, amount])).toEqual([['sale', now.orderPrice - 500]])
    const { fiscalReceipts } = schema
    const [receipt] = await api.engine.db.select().from(fiscalReceipts).where(eq(fiscalReceipts.orderId, order.orderId))
    const lines = receipt && 'lines' in receipt.content ? receipt.content.lines : []
    expect(lines.map(({ code }) => code)).toEqual([String(sale), String(ten), 'packing', 'delivery', 'fee'])
    await shop.staff('refund', order.number, '3', '1')
    expect((await order.details()).refunds.map(({ amount }) => amount)).toEqual([500])
  })

  test('is left out: its money goes back, and an order of nothing else ends', async () => {
    const order = await shop.ordered([
      [plain, 1],
      [ten, 1]
    ])
    const first = await shop.offered(order, 1, sale)
    expect(await answer(order.client, first.id, false)).toMatchObject({ state: 'declined' })
    expect(await order.details()).toMatchObject({ status: 1, refunds: [{ amount: 1000 }] })
    const second = await shop.offered(order, 2, sale, '1')
    await answer(order.client, second.id, false)
    expect(await order.details()).toMatchObject({ status: -1, payment: 'refunded', refunded: order.before.orderPrice })
    expect(shop.atBank(order.number)).toBe(order.before.orderPrice)
  })

  test('goes as was chosen at checkout when nobody answers within five minutes', async () => {
    const cases = [
      ['call', 'declined'],
      ['replace', 'accepted']
    ] as const
    for (const [runOut, state] of cases) {
      const order = await shop.ordered([[plain, 1]], { runOut, paymentId: CASH })
      const asked = await shop.offered(order, 1, ten)
      api.clock.advance(5 * 60_000 - 1)
      await settleReplacements(atWork(api), () => true)
      expect((await order.details()).replacements).toMatchObject([
        { state: 'open', otherwise: runOut === 'replace' ? 'replace' : 'leaveOut' }
      ])
      api.clock.advance(1)
      expect(await refused(answer(order.client, asked.id, true)), 'too late').toMatchObject({ type: 'CONFLICT' })
      await settleReplacements(atWork(api), () => true)
      expect((await order.details()).replacements).toMatchObject([{ state }])
      api.clock.set(NOON)
    }
    const left = await shop.ordered([[plain, 1]], { runOut: 'leaveOut' })
    await expect(shop.staff('replace', left.number, '1', String(ten))).rejects.toMatchObject({ why: 'LEFT_OUT' })
  })

  test('holds the order at the place until it is answered', async () => {
    const order = await shop.ordered([
      [plain, 1],
      [sale, 1]
    ])
    const asked = await shop.offered(order, 1, ten)
    await expect(shop.staff('on-the-way', order.number)).rejects.toMatchObject({ why: 'NOT_ANSWERED' })
    await expect(shop.staff('replace', order.number, '1', String(sale))).rejects.toMatchObject({ why: 'ALREADY_ASKED' })
    await answer(order.client, asked.id, true)
    await shop.staff('on-the-way', order.number)
    await expect(shop.staff('replace', order.number, '2', String(ten))).rejects.toMatchObject({ why: 'WRONG_STATUS' })
  })

  test('is over with its line, or with its order', async () => {
    const refundedFirst = await shop.ordered([
      [plain, 2],
      [sale, 1]
    ])
    const asked = await shop.offered(refundedFirst, 1, ten)
    await shop.staff('refund', refundedFirst.number, '1')
    expect(await refused(answer(refundedFirst.client, asked.id, true))).toMatchObject({ type: 'CONFLICT' })
    expect(await refundedFirst.details()).toMatchObject({ refunded: 2000, replacements: [{ state: 'withdrawn' }] })
    const refusedOrder = await shop.ordered([[plain, 1]])
    const other = await shop.offered(refusedOrder, 1, ten)
    await shop.staff('refuse', refusedOrder.number, 'Closed')
    expect((await refusedOrder.details()).replacements).toMatchObject([{ canAnswer: false }])
    expect(await refused(answer(refusedOrder.client, other.id, true))).toMatchObject({ type: 'CONFLICT' })
    expect(await refusedOrder.details()).toMatchObject({ status: -1, refunded: refusedOrder.before.orderPrice })
  })

  test('is answered once, however many answers come together', async () => {
    const order = await shop.ordered([[plain, 2]])
    const asked = await shop.offered(order, 1, ten)
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => answer(order.client, asked.id, index % 2 === 0)))
    const { replacements, refunded, status } = await order.details()
    const accepted = replacements[0]?.state === 'accepted'
    expect(outcomes.map(({ status: state }) => state)).toEqual(
      outcomes.map((_, index) => ((index % 2 === 0) === accepted ? 'fulfilled' : 'rejected'))
    )
    expect([refunded, status]).toEqual(accepted ? [1000, 1] : [order.before.orderPrice, -1])
  })

  test('is for whoever ordered, and for nobody else', async () => {
    const order = await shop.ordered([[plain, 1]])
    const asked = await shop.offered(order, 1, ten)
    const somebody = await api.person()
    expect(await refused(answer(somebody, asked.id, true))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    expect(await refused(answer(somebody, 999_999, true))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    await relayEvents(atWork(api), () => undefined)
    const { items } = await order.client.call(notifications.list, { query: {} })
    expect(items.filter(({ kind }) => kind === 'question')).toMatchObject([{ path: `/account/orders/${order.number}` }])
  })
})

describe('staff', () => {
  test('offer only what can be sold instead', async () => {
    const order = await shop.ordered([
      [plain, 1],
      [weighed, 50]
    ])
    const foreign = await api.product(2, 'P1')
    const wrong: [string[], string][] = [
      [['1', String(foreign)], 'does not sell it'],
      [['1', String(plain)], 'it is what has run out'],
      [['1', String(adult)], 'for adults only'],
      [['1', String(options)], 'its options have to be chosen'],
      [['1', String(three)], 'at least 3 of it are sold'],
      [['1', String(ten), '11'], 'there are 10 of it'],
      [['1', String(weighed)], 'say QUANTITY']
    ]
    for (const [words, reason] of wrong) {
      await expect(shop.staff('replace', order.number, ...words)).rejects.toMatchObject({ why: 'WRONG_PRODUCT' })
      await expect(shop.staff('replace', order.number, ...words)).rejects.toThrow(reason)
    }
    await expect(shop.staff('replace', order.number, '3', String(ten))).rejects.toMatchObject({ why: 'UNKNOWN_LINE' })
    await expect(shop.staff('replace', order.number, '1', String(ten), '2', 'x'.repeat(201))).rejects.toThrow('at most 200')
    await expect(shop.staff('replace', order.number)).rejects.toThrow('LINE is missing')
    expect((await order.details()).replacements).toEqual([])
    const asked = await shop.offered(order, 2, ten, '4')
    expect(asked).toMatchObject({ quantity: 4, price: 2000, less: 100 })
    await answer(order.client, asked.id, true)
    await expect(shop.staff('replace', order.number, '3', String(plain))).rejects.toMatchObject({ why: 'WRONG_LINE' })
  })
})
