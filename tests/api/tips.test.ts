import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as cards from '#contract/cards/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { NewTip } from '#contract/orders/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { schema } from '#server/db/schema.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { sendReceipts } from '#server/services/receipts/send-receipts.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { balanceOf } from '#tests/support/ledger.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { receiptsAgree } from '#tests/support/receipts-agree.ts'
import { deliver } from '#tests/support/rewards.ts'
import { add, atWork, bankRefOf, buy, linesOf, orderOf, place, refused } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  await receiptsAgree(api)
  expect(api.errors).toEqual([])
})

const CARD = 8
const DAY = 86_400_000
const tip = (client: Client, orderNumber: string, rest: Partial<NewTip> = {}, key: string = randomUUID()) =>
  client.call(orders.giveTip, { body: { orderNumber, amount: 500, paymentId: CARD, ...rest } }, { idempotencyKey: key })
const tipOf = async (client: Client, orderNumber: string) => (await till.details(client, orderNumber)).tip
const delivered = async () => {
  const { client, placed, addressId } = await buy(api, plain)
  await deliver(api, placed.orderNumber)
  return { client, addressId, number: placed.orderNumber, orderId: placed.orderId }
}
const wasDelivered = (orderId: number, milliseconds: number) => {
  const at = new Date(api.clock.now() - milliseconds).toISOString()
  const done = { status: 7 as const, steps: [{ status: 7 as const, at }] }
  return api.engine.db.update(schema.orders).set(done).where(eq(schema.orders.id, orderId))
}
/** What the couriers are owed, AMD. */
const owed = (): Promise<number> => balanceOf(api, 'payable:courier:%')

test('a tip is the courier’s, whole: it is paid at the bank, and the page of the order says so', async () => {
  const { client, number } = await delivered()
  const before = await owed()
  expect(await tipOf(client, number)).toEqual({ given: 0, canGive: true, refused: null })
  const begun = await tip(client, number)
  expect(begun).toMatchObject({ status: 17, redirectUrl: expect.stringContaining('/') })
  expect(begun.orderNumber).not.toBe(number)
  expect(await tipOf(client, number), 'not yet').toEqual({ given: 0, canGive: true, refused: null })
  await till.decide(begun.orderId, 'approve')
  const back = await till.comeBack(client, begun.orderId)
  expect(back.headers.get('location')).toBe(`/en/account/orders/${number}`)
  expect(await tipOf(client, number)).toEqual({ given: 500, canGive: false, refused: null })
  expect((await owed()) - before).toBe(500)
  expect(await refused(tip(client, number))).toMatchObject({ type: 'ALREADY_PAID' })
  // It is no order that anybody sees, cancels, makes again or gets a receipt for.
  const { items } = await client.call(orders.history, { query: {} })
  expect(items.map(({ orderNumber }) => orderNumber)).toEqual([number])
  expect(await refused(client.call(orders.details, { query: { orderNumber: begun.orderNumber } }))).toMatchObject({
    type: 'ORDER_NOT_FOUND'
  })
  expect(await refused(client.call(orders.cancel, { params: { id: begun.orderId } }))).toMatchObject({ type: 'UNABLE_TO_CANCEL_ORDER' })
  await sendReceipts(atWork(api))
  const { fiscalReceipts } = schema
  expect(await api.engine.db.select().from(fiscalReceipts).where(eq(fiscalReceipts.orderId, begun.orderId))).toEqual([])
})

test('a saved card pays it at once', async () => {
  const { client, addressId } = await delivered()
  await add(client, plain)
  const paid = await place(client, await orderOf(client, addressId, { paymentId: CARD, bindCard: true }))
  till.bank().decide(await bankRefOf(api, paid.orderId), 'approve', '4111111111111111', true)
  await till.comeBack(client, paid.orderId)
  await deliver(api, paid.orderNumber)
  const [card] = await client.call(cards.list)
  const { redirectUrl, paymentCode } = await tip(client, paid.orderNumber, { boundCardId: card?.id ?? 0, amount: 1_000 })
  expect([redirectUrl, paymentCode]).toEqual([null, null])
  expect(await tipOf(client, paid.orderNumber)).toEqual({ given: 1_000, canGive: false, refused: null })
})

test('is given within a day after the delivery, by whoever ordered, and online', async () => {
  const { client, number, orderId } = await delivered()
  for (const amount of [99, 20_001, 150.5]) expect(await refused(tip(client, number, { amount }))).toMatchObject({ field: 'amount' })
  for (const paymentId of [3, 5, 10, 16])
    expect(await refused(tip(client, number, { paymentId }))).toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE', field: 'paymentId' })
  expect(await refused(tip(await api.person(), number))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
  const { client: other, placed } = await buy(api, plain)
  expect(await tipOf(other, placed.orderNumber)).toEqual({ given: 0, canGive: false, refused: null })
  expect(await refused(tip(other, placed.orderNumber))).toMatchObject({ type: 'CONFLICT' })
  await wasDelivered(orderId, DAY - 1_000)
  expect((await tipOf(client, number)).canGive).toBe(true)
  await wasDelivered(orderId, DAY)
  expect((await tipOf(client, number)).canGive).toBe(false)
  expect(await refused(tip(client, number))).toMatchObject({ type: 'CONFLICT' })
})

test('what is fetched has no courier', async () => {
  const client = await api.person()
  await add(client, plain)
  await client.call(baskets.setOrderMode, { body: { orderMode: ORDER_MODE.PICK_UP } })
  const basket = await client.call(baskets.get, { query: {} })
  const body = { paymentId: 3, deliveryNow: true, basketVersion: basket.version, orderPrice: basket.orderPrice }
  const { orderNumber, orderId } = await place(client, body)
  await wasDelivered(orderId, 0)
  expect(await tipOf(client, orderNumber)).toEqual({ given: 0, canGive: false, refused: null })
  expect(await refused(tip(client, orderNumber))).toMatchObject({ type: 'CONFLICT' })
})

test('one that was begun and left ends with the next; whoever paid it after all gets that money back', async () => {
  const { client, number } = await delivered()
  const before = await owed()
  const left = await tip(client, number)
  const page = await bankRefOf(api, left.orderId)
  const next = await tip(client, number, { amount: 200 })
  expect(next.orderId).not.toBe(left.orderId)
  // The page of the first payment was open in another tab, and its bank took the money.
  till.bank().decide(page, 'approve')
  await till.decide(next.orderId, 'approve')
  await till.comeBack(client, next.orderId)
  await till.later(5, () => reconcilePayments(atWork(api)))
  expect(await tipOf(client, number)).toEqual({ given: 200, canGive: false, refused: null })
  expect((await owed()) - before).toBe(200)
})

test('one that was paid before the next was asked for counts, and the next is refused', async () => {
  const { client, number } = await delivered()
  const first = await tip(client, number)
  // The bank has it, and the browser never came back.
  await till.decide(first.orderId, 'approve')
  expect(await refused(tip(client, number))).toMatchObject({ type: 'ALREADY_PAID' })
  expect(await tipOf(client, number)).toEqual({ given: 500, canGive: false, refused: null })
})

test('one that the bank declined says why, and is given again', async () => {
  const { client, number } = await delivered()
  for (const [decision, refused] of [
    ['funds', 'funds'],
    ['refuse', 'declined']
  ] as const) {
    const begun = await tip(client, number)
    await till.decide(begun.orderId, decision)
    await till.comeBack(client, begun.orderId)
    expect(await tipOf(client, number)).toEqual({ given: 0, canGive: true, refused })
  }
  const begun = await tip(client, number)
  expect((await tipOf(client, number)).refused, 'begun anew').toBeNull()
  await till.decide(begun.orderId, 'approve')
  await till.comeBack(client, begun.orderId)
  expect(await tipOf(client, number)).toEqual({ given: 500, canGive: false, refused: null })
})

test('two taps are one tip, and many at once leave one to pay', async () => {
  const { client, number, orderId } = await delivered()
  const key = randomUUID()
  const [one, same] = await Promise.all([tip(client, number, {}, key), tip(client, number, {}, key)])
  expect(same.orderId).toBe(one.orderId)
  await Promise.all(Array.from({ length: 5 }, () => tip(client, number)))
  const { orders: rows } = schema
  const tips = await api.engine.db.select().from(rows).where(eq(rows.tipFor, orderId))
  expect(tips.filter(({ status }) => status === 17)).toHaveLength(1)
  expect(tips.filter(({ status }) => status === -1)).toHaveLength(5)
})

test('an unpaid one expires and leaves nothing behind', async () => {
  const { client, number } = await delivered()
  await tip(client, number)
  expect(await till.later(60, () => expireUnpaid(atWork(api)))).toBeGreaterThan(0)
  expect(await tipOf(client, number)).toEqual({ given: 0, canGive: true, refused: null })
  expect(linesOf(await client.call(baskets.get, { query: {} }))).toEqual([])
})

test('a posting that was lost is posted again', async () => {
  const { client, number } = await delivered()
  const begun = await tip(client, number)
  await till.decide(begun.orderId, 'approve')
  await till.comeBack(client, begun.orderId)
  await postsLost(api, [`order:${begun.orderId}:tip`])
  expect(await tipOf(client, number)).toEqual({ given: 500, canGive: false, refused: null })
})
