import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { GROUP_ORDER_TYPE } from '#domain/orders/group-order.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import type { TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { complete, group } from '#tests/support/group.ts'
import { balanceOf } from '#tests/support/ledger.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { receiptsAgree } from '#tests/support/receipts-agree.ts'
import { bonusOf, deliver, setRules, walletOf, withPoints, withWallet } from '#tests/support/rewards.ts'
import { add, addAddress, atWork, bankRefOf, buy, buyer, orderOf, pay, place, refused } from '#tests/support/shopping.ts'
import { startTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  ;({ api, till, plain } = await startTill())
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  await receiptsAgree(api)
  expect(api.errors).toEqual([])
})

const [CASH, CARD, BONUS] = [3, 8, 16]
const staff = (...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)
/** What couriers are owed, AMD. */
const owed = (): Promise<number> => balanceOf(api, 'payable:courier:yerevan')
/** Orders by card with a tip, and pays. */
const tipped = async (tip: number, quantity = 1) => {
  const { client, addressId } = await buyer(api, plain, quantity)
  const body = await orderOf(client, addressId, { paymentId: CARD, tip })
  const placed = await place(client, body)
  await till.decide(placed.orderId, 'approve')
  await till.comeBack(client, placed.orderId)
  return { client, addressId, placed, price: body.orderPrice }
}
const receiptsOf = async (orderId: number) => {
  const { fiscalReceipts } = schema
  const rows = await api.engine.db.select().from(fiscalReceipts).where(eq(fiscalReceipts.orderId, orderId)).orderBy(fiscalReceipts.id)
  return rows.map(({ kind, amount }) => [kind, amount / 100])
}

test('a tip is paid with its order, and is the courier’s once that is delivered', async () => {
  await setRules(api, {})
  const before = await owed()
  const { client, placed, price } = await tipped(500)
  const paid = await till.details(client, placed.orderNumber)
  expect(paid).toMatchObject({ status: 12, orderPrice: price + 500, totalTip: 500, tip: { given: 500, canGive: false } })
  expect(paid.tenders).toMatchObject([{ methodKey: 'card', amount: price + 500 }])
  expect(await balanceOf(api, `payable:tips:${placed.orderId}`)).toBe(500)
  expect((await staff('show', placed.orderNumber)).join('\n')).toMatch(
    /tip for the courier, in the total: ֏\s?500|tip for the courier, in the total: 500/
  )
  const expected = (await bonusOf(client, placed.orderId)).points
  await deliver(api, placed.orderNumber)
  expect([await balanceOf(api, `payable:tips:${placed.orderId}`), (await owed()) - before]).toEqual([0, 500])
  // Points are earned on what is bought, and the receipt is about it.
  expect([expected, (await bonusOf(client, placed.orderId)).points]).toEqual([100, 100])
  expect(await receiptsOf(placed.orderId)).toEqual([['sale', price]])
  const again = { orderNumber: placed.orderNumber, amount: 200, paymentId: CARD }
  expect(await refused(client.call(orders.giveTip, { body: again }, { idempotencyKey: randomUUID() }))).toMatchObject({
    type: 'ALREADY_PAID'
  })
  await postsLost(api, [`order:${placed.orderId}:funded`, `order:${placed.orderId}:delivered`])
})

test('a courier who is named on leaving gets the tip of what is paid, and owes the cash of what is not', async () => {
  const { placed } = await tipped(400)
  await staff('accept', placed.orderNumber)
  expect(await staff('on-the-way', placed.orderNumber, 'gor')).toEqual([`${placed.orderNumber} is on its way with gor`])
  expect(await staff('show', placed.orderNumber)).toContain('courier: gor')
  await staff('delivered', placed.orderNumber)
  expect(await balanceOf(api, 'payable:courier:gor')).toBe(400)
  const { client, addressId } = await buyer(api, plain)
  const body = await orderOf(client, addressId, { paymentId: CASH })
  const { orderNumber } = await place(client, body)
  await staff('accept', orderNumber)
  await staff('on-the-way', orderNumber, 'gor')
  await staff('delivered', orderNumber, 'cash')
  expect(await balanceOf(api, 'cash:courier:gor')).toBe(-body.orderPrice)
})

test('it goes back with an order of which nothing is delivered', async () => {
  const before = await owed()
  const { client, placed, price } = await tipped(300, 2)
  await staff('refund', placed.orderNumber, '1', '1')
  expect((await till.details(client, placed.orderNumber)).refunds).toMatchObject([{ amount: 1_000 }])
  expect(await balanceOf(api, `payable:tips:${placed.orderId}`)).toBe(300)
  await client.call(orders.cancel, { params: { id: placed.orderId } })
  const seen = await till.details(client, placed.orderNumber)
  expect(seen).toMatchObject({ status: -1, payment: 'refunded', tip: { given: 0, canGive: false } })
  expect(seen.refunds.map(({ amount }) => amount)).toEqual([1_000, price + 300 - 1_000])
  expect([await balanceOf(api, `payable:tips:${placed.orderId}`), (await owed()) - before]).toEqual([0, 0])
  expect(await receiptsOf(placed.orderId)).toEqual([
    ['sale', price],
    ['return', 1_000],
    ['return', price - 1_000]
  ])
})

test('the courier who brought something keeps it, whatever goes back afterwards', async () => {
  const before = await owed()
  const { client, placed, price } = await tipped(1_000)
  await deliver(api, placed.orderNumber)
  await staff('refund', placed.orderNumber)
  const seen = await till.details(client, placed.orderNumber)
  expect(seen.refunds).toMatchObject([{ amount: price }])
  expect(seen.tip).toEqual({ given: 1_000, canGive: false, refused: null })
  expect((await owed()) - before).toBe(1_000)
})

test('points pay none of it: the card does, and what goes back of goods leaves it there', async () => {
  const { client, addressId } = await withPoints(api, plain, 900)
  await add(client, plain, 2)
  const body = { ...(await withWallet(client, addressId, CARD)), tip: 500 }
  expect(body.walletAmount).toBe(900)
  const placed = await place(client, body)
  await till.decide(placed.orderId, 'approve')
  await till.comeBack(client, placed.orderId)
  const byCard = body.orderPrice - 900
  expect((await till.details(client, placed.orderNumber)).tenders).toMatchObject([
    { amount: byCard + 500 },
    { methodKey: 'points', amount: 900 }
  ])
  await staff('refund', placed.orderNumber, '1', '1')
  await staff('refund', placed.orderNumber, '1', '1')
  const { refunds } = await till.details(client, placed.orderNumber)
  const sumOf = (isPoints: boolean): number =>
    refunds.filter(({ as }) => (as === 'points') === isPoints).reduce((all, { amount }) => all + amount, 0)
  expect([sumOf(false), sumOf(true)]).toEqual([byCard + 500, 900])
  expect(await walletOf(client)).toMatchObject({ balance: 900 })
})

test('is refused with words where nobody brings it, nobody pays online, or everybody pays', async () => {
  const { client, addressId } = await buyer(api, plain)
  const body = await orderOf(client, addressId, { paymentId: CARD })
  for (const tip of [0, 99, 20_001, 150.5, -500])
    expect(await refused(place(client, { ...body, tip })), `${tip}`).toMatchObject({ field: 'tip' })
  expect(await refused(place(client, { ...body, paymentId: CASH, tip: 500 }))).toMatchObject({
    ...{ type: 'PAYMENT_METHOD_UNAVAILABLE', field: 'paymentId', message: 'Tips are paid online. Choose a card or a wallet.' }
  })
  await client.call(baskets.setOrderMode, { body: { orderMode: ORDER_MODE.PICK_UP } })
  const fetched = await client.call(baskets.get, { query: {} })
  const pickup = { paymentId: CARD, deliveryNow: true, basketVersion: fetched.version, orderPrice: fetched.orderPrice }
  expect(await refused(place(client, { ...pickup, tip: 500 }))).toMatchObject({ type: 'CONFLICT', field: 'tip' })
  const room = await api.product(6, 'ROOM')
  expect(await refused(buy(api, room, { paymentId: CARD, tip: 500 })), 'cleaners are no couriers').toMatchObject({
    type: 'CONFLICT',
    field: 'tip'
  })
  const cleaned = await buy(api, room)
  await deliver(api, cleaned.placed.orderNumber)
  expect((await till.details(cleaned.client, cleaned.placed.orderNumber)).tip).toEqual({ given: 0, canGive: false, refused: null })
  const rich = await withPoints(api, plain, 50_000)
  await add(rich.client, plain)
  const byPoints = await withWallet(rich.client, rich.addressId, BONUS)
  for (const paymentId of [BONUS, CARD])
    expect(await refused(place(rich.client, { ...byPoints, paymentId, tip: 500 }))).toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE' })
  const { owner } = await group(api, ['Davit'], { groupOrderType: GROUP_ORDER_TYPE.PAID_BY_ALL })
  await add(owner, plain)
  await complete(owner)
  const shared = await orderOf(owner, await addAddress(owner), { paymentId: CARD, tip: 500 })
  expect(await refused(place(owner, shared))).toMatchObject({ type: 'CONFLICT', field: 'tip' })
})

test('an order that is paid at the door after all is without it', async () => {
  const { client, placed } = await buy(api, plain, { paymentId: CARD, tip: 500 })
  const { orderPrice } = await till.details(client, placed.orderNumber)
  const page = await bankRefOf(api, placed.orderId)
  await pay(client, placed.orderNumber, CASH)
  const seen = await till.details(client, placed.orderNumber)
  expect(seen).toMatchObject({ status: 0, orderPrice: orderPrice - 500, tenders: [{ methodKey: 'cash', amount: orderPrice - 500 }] })
  expect(seen.totalTip).toBeUndefined()
  // The bank's page was open, and its money goes back.
  till.bank().decide(page, 'approve')
  const before = await owed()
  await deliver(api, placed.orderNumber)
  expect((await owed()) - before).toBe(0)
})
