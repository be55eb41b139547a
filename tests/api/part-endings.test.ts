import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { schema } from '#server/db/schema.ts'
import { operateLedger } from '#server/services/payments/books/operate-ledger.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { add, atWork, buy, buyer, orderOf, place, stockOf } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
let other = 0
let ten = 0
const { CASH, ARCA } = PAYMENT_METHOD

beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
  other = await api.product(2, 'P1')
  ten = await api.product(1, 'TEN')
})
afterEach(() => expect(api.errors).toEqual([]))
afterAll(() => api.close())

const staff = async (...words: string[]): Promise<string> => (await operateOrders(atWork(api), words)).join()

/** An order of two suppliers, paid when it is by card. */
const ofTwo = async (paymentId: number) => {
  const { client, addressId } = await buyer(api, plain)
  await add(client, other)
  const placed = await place(client, await orderOf(client, addressId, { paymentId }))
  if (paymentId === ARCA) {
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
  }
  const number = placed.orderNumber
  const details = () => till.details(client, number)
  const before = await details()
  const [a, b] = before.parts.map(({ supplier }) => `${number}/${supplier.alias}`)
  if (a === undefined || b === undefined) throw new Error('the order has two parts')
  const { orderParts } = schema
  const statuses = async (): Promise<number[]> => {
    const parts = await api.engine.db.select().from(orderParts).where(eq(orderParts.orderId, placed.orderId)).orderBy(asc(orderParts.id))
    return parts.map(({ status }) => status)
  }
  return { number, details, before, a, b, statuses, orderId: placed.orderId }
}
const deliver = async (target: string, ...taken: string[]): Promise<void> => {
  await staff('accept', target)
  await staff('on-the-way', target)
  await staff('delivered', target, ...taken)
}
const booksAddUp = async (): Promise<void> => expect(await operateLedger(atWork(api), { verb: 'check' })).toMatchObject({ failed: false })

describe('an order whose first part is delivered', () => {
  test('loses its last one: it is done, and what was delivered is received at the door', async () => {
    const { details, before, a, b, statuses } = await ofTwo(CASH)
    await deliver(a, 'cash', 'aram')
    await staff('refuse', b, 'sold out')
    const [, second] = before.parts
    const off = (second?.itemsPrice ?? 0) + (second?.deliveryPrice ?? 0) + (second?.packingPrice ?? 0)
    const left = before.orderPrice - off
    expect(await details()).toMatchObject({ status: 7, orderPrice: left, tenders: [{ amount: left, state: 'captured' }], refunds: [] })
    expect(await statuses()).toEqual([7, -1])
    await expect(staff('refuse', b, 'again')).rejects.toMatchObject({ why: 'WRONG_STATUS' })
    expect((await details()).receipts.map(({ kind, amount }) => [kind, amount])).toEqual([['sale', left]])
    await booksAddUp()
  })

  for (const paymentId of [CASH, ARCA])
    test(`is done when nothing is left of the other one, paid by ${paymentId === CASH ? 'cash' : 'card'}`, async () => {
      const { details, a, b, statuses } = await ofTwo(paymentId)
      await deliver(a)
      expect(await statuses()).toEqual([7, paymentId === CASH ? 0 : 12])
      await staff('refund', b)
      expect(await statuses()).toEqual([7, -1])
      expect(await details()).toMatchObject({ status: 7 })
      await booksAddUp()
    })

  test('and refunded is done, not cancelled, when the last line of the other one goes', async () => {
    const { details, before, a, b, statuses } = await ofTwo(ARCA)
    await deliver(a)
    await staff('refund', a)
    await staff('refund', b, '1')
    expect(await statuses()).toEqual([7, -1])
    const { status, refunds } = await details()
    expect([status, refunds.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([7, before.orderPrice])
    await booksAddUp()
  })
})

describe('an order whose first part has nothing left', () => {
  for (const paymentId of [CASH, ARCA])
    test(`goes on with the other one, and is cancelled with it, paid by ${paymentId === CASH ? 'cash' : 'card'}`, async () => {
      const one = await ofTwo(paymentId)
      await staff('refund', one.a)
      expect(await one.statuses()).toEqual([-1, paymentId === CASH ? 0 : 12])
      await deliver(one.number)
      expect(await one.details()).toMatchObject({ status: 7 })
      const two = await ofTwo(paymentId)
      await staff('refund', two.a)
      await staff('refund', two.b, '1')
      expect(await two.statuses()).toEqual([-1, -1])
      expect(await two.details()).toMatchObject({ status: -1 })
      await booksAddUp()
    })
})

test('what was refunded because it was not there comes back to no stock, by card as by cash', async () => {
  for (const paymentId of [CASH, ARCA]) {
    const before = (await stockOf(api, ten)) ?? 0
    const { client, placed } = await buy(api, ten, { paymentId }, 3)
    if (paymentId === ARCA) {
      await till.decide(placed.orderId, 'approve')
      await till.comeBack(client, placed.orderId)
    }
    await staff('refund', placed.orderNumber, '1', '2')
    await staff('refuse', placed.orderNumber, 'closed')
    expect(await stockOf(api, ten)).toBe(before - 2)
  }
})
