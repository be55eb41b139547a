import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { advanceOrder } from '#server/services/orders/advance.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { atWork, buy, pay, setProduct } from '#tests/support/shopping.ts'
import { ASKED, down, openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())

const { orderTenders, payments } = schema
const tendersOf = (orderId: number) =>
  api.engine.db.select().from(orderTenders).where(eq(orderTenders.orderId, orderId)).orderBy(orderTenders.id)
const statesOf = async (orderId: number) => (await tendersOf(orderId)).map(({ methodId, state }) => [methodId, state])

describe('the tender of an order', () => {
  test('in cash is the whole price by its owner, and captured when the order is handed over', async () => {
    const { client, placed } = await buy(api, plain)
    const { orderPrice } = await till.details(client, placed.orderNumber)
    expect(await tendersOf(placed.orderId)).toMatchObject([
      { payerId: client.userId, methodId: 3, amount: orderPrice * 100, state: 'held' }
    ])
    for (let step = 0; step < 2; step += 1) await advanceOrder(atWork(api), placed.orderId)
    expect(await statesOf(placed.orderId)).toEqual([[3, 'held']])
    await advanceOrder(atWork(api), placed.orderId)
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 7, payment: 'none' })
    expect(await statesOf(placed.orderId)).toEqual([[3, 'captured']])
  })

  test('by card is captured on settlement and refunded with the money', async () => {
    const { client, placed } = await till.buyByCard(plain)
    expect(await statesOf(placed.orderId)).toEqual([[8, 'held']])
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    expect(await statesOf(placed.orderId)).toEqual([[8, 'captured']])
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    expect(await statesOf(placed.orderId)).toEqual([[8, 'refunded']])
  })

  test('is released when the order is cancelled or turned to another method', async () => {
    const cancelled = await buy(api, plain)
    await cancelled.client.call(orders.cancel, { params: { id: cancelled.placed.orderId } })
    expect(await statesOf(cancelled.placed.orderId)).toEqual([[3, 'released']])
    const turned = await till.buyByCard(plain)
    await pay(turned.client, turned.placed.orderNumber, 3)
    expect(await statesOf(turned.placed.orderId)).toEqual([
      [8, 'released'],
      [3, 'held']
    ])
    const [before, after] = await tendersOf(turned.placed.orderId)
    expect(after).toMatchObject({ amount: before?.amount, payerId: before?.payerId })
  })
})

describe('an order of several tenders', () => {
  /** An order that waits for its money, its tender split in two. */
  const split = async (second: 3 | 8) => {
    const bought = await till.withBank({ register: down }, () => till.buyByCard(plain))
    const { orderId } = bought.placed
    const [whole] = await tendersOf(orderId)
    if (!whole) throw new Error('an order has a tender')
    const rest = 30_000
    const { db } = api.engine
    await db
      .update(orderTenders)
      .set({ amount: whole.amount - rest })
      .where(eq(orderTenders.id, whole.id))
    await db
      .update(payments)
      .set({ amount: whole.amount - rest })
      .where(eq(payments.orderId, orderId))
    const [other] = await db.insert(orderTenders).values({ orderId, payerId: whole.payerId, methodId: second, amount: rest }).returning()
    return { ...bought, rest, other: other?.id ?? 0 }
  }

  test('is paid when what is not paid at the door is captured', async () => {
    const { client, placed } = await split(3)
    await pay(client, placed.orderNumber)
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 12, payment: 'paid' })
    expect(await statesOf(placed.orderId)).toEqual([
      [8, 'captured'],
      [3, 'held']
    ])
  })

  test('waits until all of it is captured, and may have a payment open for each', async () => {
    const { client, placed, rest, other } = await split(8)
    await pay(client, placed.orderNumber)
    const second = {
      orderId: placed.orderId,
      tenderId: other,
      provider: 'arca-simulator',
      amount: rest,
      bankNumber: `${placed.orderNumber}-9`
    }
    await api.engine.db.insert(payments).values({ ...second, state: 'created' })
    await till.press((await pay(client, placed.orderNumber)).redirectUrl ?? '', 'approve')
    await till.later(1, () => reconcilePayments(atWork(api)))
    expect(await statesOf(placed.orderId)).toEqual([
      [8, 'captured'],
      [8, 'held']
    ])
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 17, payment: 'awaiting' })
    await till.press((await pay(client, placed.orderNumber)).redirectUrl ?? '', 'approve')
    await till.later(1, () => reconcilePayments(atWork(api)))
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 12, payment: 'paid' })
  })
})

describe('money that comes late', () => {
  const deposited = (amount: number) => ({
    status: () => Promise.resolve({ state: 'deposited', amount, actionCode: 0, ...ASKED } as const)
  })

  test('pays an order whose payment was declined before', async () => {
    const { client, placed } = await till.buyByCard(plain)
    await till.decide(placed.orderId, 'funds')
    await till.comeBack(client, placed.orderId)
    const [declined] = await till.paymentsOf(placed.orderId)
    expect(declined?.state).toBe('declined')
    await till.withBank(deposited(declined?.amount ?? 0), () => till.comeBack(client, placed.orderId))
    expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'captured' }])
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 12, payment: 'paid' })
  })

  test('goes back when its payment was given up, and its tender stays released', async () => {
    const { client, placed } = await till.buyByCard(plain)
    await till.withBank({ close: down }, () => client.call(orders.cancel, { params: { id: placed.orderId } }))
    const unpaid = async () => ({ state: 'registered', amount: 0, actionCode: -100, ...ASKED }) as const
    await till.withBank({ status: unpaid }, () => till.later(61, () => reconcilePayments(atWork(api))))
    expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'expired' }])
    const [{ amount } = { amount: 0 }] = await till.paymentsOf(placed.orderId)
    const given: number[] = []
    const refund = (_ref: string, sum: number) => Promise.resolve(void given.push(sum))
    await till.withBank({ ...deposited(amount), refund }, () => till.comeBack(client, placed.orderId))
    expect(given).toEqual([amount])
    expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'refunded' }])
    expect(await statesOf(placed.orderId)).toEqual([[8, 'released']])
  })
})

test('an order of 50,000,000 AMD is placed and paid, and its amounts are numbers', async () => {
  const dear = 50_000_000
  await setProduct(api, plain, { price: dear, basePrice: dear })
  const { client, placed } = await till.buyByCard(plain, 100)
  await setProduct(api, plain, { price: 100_000, basePrice: 100_000 })
  const [payment] = await till.paymentsOf(placed.orderId)
  expect(payment?.amount).toBeGreaterThan(5_000_000_000)
  await till.decide(placed.orderId, 'approve')
  await till.comeBack(client, placed.orderId)
  const details = await till.details(client, placed.orderNumber)
  expect(details).toMatchObject({ payment: 'paid', parts: [{ itemsPrice: dear, items: [{ price: 500_000, totalPrice: dear }] }] })
  expect(details.orderPrice * 100).toBe(payment?.amount)
  const [row] = await rowsOf(
    api.engine.db,
    sql`select total, items_price, (select amount from order_tenders where order_id = o.id) as tender, (select count(*) from payments) as n
      from orders o where id = ${placed.orderId}`
  )
  expect(row).toEqual({ total: payment?.amount, items_price: dear * 100, tender: payment?.amount, n: expect.any(Number) })
})
