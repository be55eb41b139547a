import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FiscalRefused, type FiscalService } from '#server/adapters/fiscal/port.ts'
import { schema } from '#server/db/schema.ts'
import { operateReceipts } from '#server/services/receipts/operate-receipts.ts'
import { sendReceipts } from '#server/services/receipts/send-receipts.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { activate, orderWithCards } from '#tests/support/gift-cards.ts'
import { BOX, handedOver, orderCards, print, staff } from '#tests/support/physical-cards.ts'
import { receiptsAgree } from '#tests/support/receipts-agree.ts'
import { add, addAddress, atWork, place, setProduct } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'
import { withFiscal } from '#tests/support/with-fiscal.ts'

let api: TestApi
let till: Till
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
})
afterAll(() => api.close())
afterEach(async () => {
  await receiptsAgree(api)
  expect(api.errors).toEqual([])
  api.clock.set(NOON)
})

const [CASH, CARD] = [3, 8]
const VALUE = 5_000
const { fiscalReceipts } = schema

const rowsOf = (orderId: number) =>
  api.engine.db.select().from(fiscalReceipts).where(eq(fiscalReceipts.orderId, orderId)).orderBy(asc(fiscalReceipts.id))
const send = () => sendReceipts(atWork(api))
const check = () => operateReceipts(atWork(api), { verb: 'check' })

test('what is on the cards is a prepayment, boxes and delivery are goods, and each comes back on its own receipt', async () => {
  const { client, placed } = await orderCards(api, till, { quantity: 2 })
  await send()
  const { orderPrice, receipts: sold } = await till.details(client, placed.orderNumber)
  expect(sold).toMatchObject([
    { kind: 'sale', prepayment: false, amount: orderPrice - 2 * VALUE },
    { kind: 'sale', prepayment: true, amount: 2 * VALUE }
  ])
  for (const { printed } of sold) expect(printed?.number).toMatch(/^\d+$/)
  const [goods, cards] = await rowsOf(placed.orderId)
  expect(goods?.content).toMatchObject({ card: (orderPrice - 2 * VALUE) * 100 })
  expect(goods && 'lines' in goods.content ? goods.content.lines[0] : null).toMatchObject({
    name: 'Մեծ',
    price: BOX * 100,
    quantity: 2_000
  })
  expect(cards?.content).toMatchObject({ lines: [], cash: 0, card: 2 * VALUE * 100 })

  await staff(api, 'refund', placed.orderNumber, '1', '1')
  await send()
  const { receipts: first } = await till.details(client, placed.orderNumber)
  expect(first.slice(2)).toMatchObject([
    { kind: 'return', prepayment: false, amount: BOX },
    { kind: 'return', prepayment: true, amount: VALUE }
  ])
  expect((await rowsOf(placed.orderId))[2]?.content).toMatchObject({ back: [{ position: 0, quantity: 1_000 }] })

  await staff(api, 'refund', placed.orderNumber)
  await send()
  const { receipts: all } = await till.details(client, placed.orderNumber)
  const back = (prepayment: boolean): number =>
    all.filter((receipt) => receipt.kind === 'return' && receipt.prepayment === prepayment).reduce((sum, { amount }) => sum + amount, 0)
  expect([back(false), back(true)]).toEqual([orderPrice - 2 * VALUE, 2 * VALUE])
  expect(all.every(({ printed }) => printed !== null)).toBe(true)
})

test('the check names a receipt of which more went back than it says', async () => {
  const { placed } = await orderCards(api, till)
  await staff(api, 'refund', placed.orderNumber)
  await send()
  const move = (amount: number) =>
    api.engine.db
      .update(fiscalReceipts)
      .set({ amount: sql`amount + case when prepayment then ${amount}::int else -${amount}::int end` })
      .where(and(eq(fiscalReceipts.orderId, placed.orderId), eq(fiscalReceipts.kind, 'return')))
  await move(100)
  const words = `order ${placed.orderNumber}: more went back of its receipt of gift cards than it says`
  expect(await check()).toMatchObject({ failed: true, lines: [words, expect.any(String)] })
  await move(-100)
})

test('paid at the door, both receipts say cash', async () => {
  const { client, placed } = await orderCards(api, till, { paymentId: CASH })
  await staff(api, 'accept', placed.orderNumber)
  expect(await rowsOf(placed.orderId)).toEqual([])
  await print(api, placed.orderNumber)
  await staff(api, 'on-the-way', placed.orderNumber)
  await staff(api, 'delivered', placed.orderNumber, 'cash', 'aram')
  const { orderPrice } = await till.details(client, placed.orderNumber)
  expect((await rowsOf(placed.orderId)).map(({ prepayment, content: { cash, card } }) => [prepayment, cash, card])).toEqual([
    [false, (orderPrice - VALUE) * 100, 0],
    [true, VALUE * 100, 0]
  ])
})

test('a card that is sold for less than is on it is a prepayment of what was paid for it', async () => {
  const productId = await api.product(7, 'G5')
  await setProduct(api, productId, { price: 400_000 })
  const { client, placed } = await orderCards(api, till)
  await setProduct(api, productId, { price: 500_000 })
  const { orderPrice } = await till.details(client, placed.orderNumber)
  expect((await rowsOf(placed.orderId)).map(({ prepayment, amount }) => [prepayment, amount])).toEqual([
    [false, (orderPrice - 4_000) * 100],
    [true, 400_000]
  ])
  await staff(api, 'refund', placed.orderNumber)
  expect((await rowsOf(placed.orderId)).slice(2).map(({ prepayment, amount }) => [prepayment, amount])).toEqual([
    [false, (orderPrice - 4_000) * 100],
    [true, 400_000]
  ])
})

test('the return of a prepayment waits for its own sale, not for that of the goods', async () => {
  const { client, placed } = await orderCards(api, till)
  const usual = api.kernel.adapters.fiscal
  const refusing: FiscalService['print'] = (call, sale) => {
    if (sale.lines.length === 0) throw new FiscalRefused('print: the service answered code 191')
    if (!usual) throw new Error('the tests need a simulated service')
    return usual.print(call, sale)
  }
  await staff(api, 'refund', placed.orderNumber, '1', '1')
  await withFiscal(api, { print: refusing }, send)
  expect((await rowsOf(placed.orderId)).map(({ kind, prepayment, state }) => [kind, prepayment, state])).toEqual([
    ['sale', false, 'printed'],
    ['sale', true, 'due'],
    ['return', false, 'printed'],
    ['return', true, 'due']
  ])
  api.clock.advance(120_000)
  await send()
  expect((await till.details(client, placed.orderNumber)).receipts.every(({ printed }) => printed !== null)).toBe(true)
})

/** Makes the receipts of an order what they were before gift cards had one of their own: one for everything. */
const asBefore = async (orderId: number): Promise<void> => {
  const [goods, cards] = await rowsOf(orderId)
  if (!goods || !cards || !('lines' in goods.content)) throw new Error('there are no two receipts')
  const lines = goods.content.lines.map((line) => (line.key.startsWith('item:') ? { ...line, price: line.price + VALUE * 100 } : line))
  const amount = goods.amount + cards.amount
  await api.engine.db.delete(fiscalReceipts).where(eq(fiscalReceipts.id, cards.id))
  await api.engine.db
    .update(fiscalReceipts)
    .set({ amount, content: { ...goods.content, lines, card: amount } })
    .where(eq(fiscalReceipts.id, goods.id))
}

test('an order whose cards were sold as goods has its returns on that receipt', async () => {
  const { client, placed } = await orderCards(api, till, { quantity: 2 })
  await asBefore(placed.orderId)
  await staff(api, 'refund', placed.orderNumber, '1', '1')
  await send()
  const { receipts } = await till.details(client, placed.orderNumber)
  expect(receipts).toMatchObject([
    { kind: 'sale', prepayment: false },
    { kind: 'return', prepayment: false, amount: VALUE + BOX }
  ])
})

test('what a card pays is a prepayment that is used, a discount where it was sold as goods', async () => {
  const [plain, sold, before] = [await api.product(1, 'PLAIN'), await handedOver(api, till), await handedOver(api, till)]
  await asBefore(before.placed.orderId)
  for (const [codes, prepaid] of [
    [sold.codes, true],
    [before.codes, false]
  ] as const) {
    const friend = await api.person()
    await activate(friend, codes[0] ?? '')
    const addressId = await addAddress(friend)
    await add(friend, plain, 8)
    const order = await orderWithCards(friend, addressId, CARD)
    expect(order.giftCardAmount).toBe(VALUE)
    const placed = await place(friend, order)
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(friend, placed.orderId)
    const [receipt] = await rowsOf(placed.orderId)
    expect(receipt).toMatchObject({ prepayment: false, amount: (order.orderPrice - (prepaid ? 0 : VALUE)) * 100 })
    expect(receipt?.content.prepaid).toBe(prepaid ? VALUE * 100 : undefined)
  }
})
