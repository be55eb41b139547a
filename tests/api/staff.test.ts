import { asc, desc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import * as orderCalls from '#contract/orders/calls.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { operateLedger } from '#server/services/payments/books/operate-ledger.ts'
import { operatePayments } from '#server/services/orders/staff/operate-payments.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { add, atWork, buy, buyer, orderOf, place } from '#tests/support/shopping.ts'
import { down, openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
afterEach(() => api.clock.set(NOON))

const orders = async (...words: string[]): Promise<string> => (await operateOrders(atWork(api), words)).join()
const payments = (...words: string[]): Promise<string[]> => operatePayments(atWork(api), words)
const balance = async (account: string): Promise<number> => {
  const [row] = await rowsOf<{ sum: number | null }>(
    api.engine.db,
    sql`select sum(amount)::int8 as sum from ledger_entries where account = ${account}`
  )
  return Number(row?.sum ?? 0)
}
const paid = async (quantity = 1) => {
  const bought = await till.buyByCard(plain, quantity)
  await till.decide(bought.placed.orderId, 'approve')
  await till.comeBack(bought.client, bought.placed.orderId)
  return { ...bought, number: bought.placed.orderNumber, details: () => till.details(bought.client, bought.placed.orderNumber) }
}
const delivered = async (number: string, ...taken: string[]) => {
  await orders('accept', number)
  await orders('on-the-way', number)
  return orders('delivered', number, ...taken)
}

describe('staff', () => {
  test('accept, make ready, send and deliver by the table of statuses', async () => {
    const { client, placed } = await buy(api, plain)
    const number = placed.orderNumber
    await expect(orders('ready', number)).rejects.toMatchObject({ why: 'WRONG_STATUS' })
    await expect(orders('delivered', number)).rejects.toMatchObject({ why: 'WRONG_STATUS' })
    expect(await orders('accept', number, '50')).toContain('50 minutes from now')
    expect(await till.details(client, number)).toMatchObject({
      status: 1,
      deliveryFrom: '2026-11-20T13:50:00+04:00',
      movedFrom: { reason: 'supplier' }
    })
    await expect(orders('accept', number)).rejects.toMatchObject({ why: 'WRONG_STATUS' })
    await orders('ready', number)
    await expect(orders('ready', number)).rejects.toMatchObject({ why: 'ALREADY_READY' })
    await orders('on-the-way', number)
    await orders('delivered', number)
    await expect(orders('refuse', number, 'too late')).rejects.toMatchObject({ why: 'WRONG_STATUS' })
    expect(await till.details(client, number)).toMatchObject({ status: 7, tenders: [{ methodKey: 'cash', state: 'captured' }] })
  })

  test('a cash order is paid by card at the door, or in cash to a courier who hands it over', async () => {
    const { client, placed } = await buy(api, plain)
    const terminals = await balance('clearing:pos')
    const { orderPrice } = await till.details(client, placed.orderNumber)
    await delivered(placed.orderNumber, 'pos')
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      paymentKey: 'pos',
      tenders: [{ methodKey: 'pos', state: 'captured' }]
    })
    expect(await balance('clearing:pos')).toBe(terminals - orderPrice * 100)
    const other = await buy(api, plain, { paymentId: 5 })
    await delivered(other.placed.orderNumber, 'cash', 'aram')
    expect(await till.details(other.client, other.placed.orderNumber)).toMatchObject({ paymentKey: 'cash' })
    expect(await balance('cash:courier:aram')).toBe(-orderPrice * 100)
    expect(await payments('stuck')).toContainEqual(expect.stringMatching(/^courier\taram\t/))
    await expect(payments('handed-over', 'aram', String(orderPrice + 1))).rejects.toThrow('more than aram has taken')
    await payments('handed-over', 'aram', String(orderPrice))
    expect(await balance('cash:courier:aram')).toBe(0)
  })

  test('money named for a paid order is refused, and so are unknown orders, parts and words', async () => {
    const { number } = await paid()
    await orders('accept', number)
    await orders('on-the-way', number)
    await expect(orders('delivered', number, 'cash')).rejects.toMatchObject({ why: 'NOTHING_AT_DOOR' })
    await expect(orders('accept', '999')).rejects.toMatchObject({ why: 'UNKNOWN_ORDER' })
    await expect(orders('accept', `${number}/nobody`)).rejects.toMatchObject({ why: 'UNKNOWN_PART' })
    const wrong: [string[], string][] = [
      [['eat', number], 'the verbs are accept'],
      [['accept', 'x'], "ORDER is an order's number"],
      [['accept', number, '0'], 'MINUTES is a whole number'],
      [['accept', number, '601'], 'at most 600'],
      [['refuse', number], 'REASON is missing'],
      [['delivered', number, 'gold'], '"cash" or "pos"'],
      [['ready', number, 'now'], '"now" is too much'],
      [['on-the-way', number, 'Ani'], 'COURIER is a name of small letters'],
      [['on-the-way', number, 'ani', 'now'], '"now" is too much'],
      [['refund', number, 'a'], 'LINE is a whole number']
    ]
    for (const [words, text] of wrong) await expect(orders(...words)).rejects.toThrow(text)
    for (const words of [
      ['retry'],
      ['settle', '999999'],
      ['payout', '999999', 'nare'],
      ['payout', '1'],
      ['retry', '999999'],
      ['handed-over', 'A', '1'],
      ['x']
    ])
      await expect(payments(...words)).rejects.toThrow()
  })

  test('refuse gives back what was paid, once, and says why', async () => {
    const { number, details, placed } = await paid()
    await orders('refuse', number, 'no', 'lamb', 'today')
    expect(await details()).toMatchObject({
      status: -1,
      payment: 'refunded',
      refusedFor: 'no lamb today',
      refunds: [{ reason: 'cancelled', state: 'done' }]
    })
    expect(await till.atBank(placed.orderId)).toBe(4)
    await expect(orders('refuse', number, 'again')).rejects.toMatchObject({ why: 'WRONG_STATUS' })
  })
})

describe('a refund', () => {
  test('of a line by pieces is the price of the pieces, and the rest follows with the delivery and the fee', async () => {
    const { client, number, details, placed } = await paid(3)
    const { orderPrice, parts } = await details()
    const price = parts[0]?.items[0]?.price ?? 0
    await orders('refund', number, '1', '2')
    expect(await details()).toMatchObject({
      payment: 'partlyRefunded',
      refunded: price * 2,
      parts: [{ items: [{ quantity: 3, refunded: 2, takenOff: 0 }] }],
      refunds: [{ amount: price * 2, reason: 'lines', state: 'done', byHand: false }]
    })
    const { paymentRefunds } = schema
    const [first] = await api.engine.db.select().from(paymentRefunds).orderBy(desc(paymentRefunds.id)).limit(1)
    await postsLost(api, [`refund:${first?.id ?? 0}`])
    await expect(orders('refund', number, '1', '2')).rejects.toMatchObject({ why: 'TOO_MUCH' })
    await expect(orders('refund', number, '2')).rejects.toMatchObject({ why: 'UNKNOWN_LINE' })
    await orders('refund', number)
    const after = await details()
    expect(after.refunds.map(({ amount }) => amount)).toEqual([price * 2, orderPrice - price * 2])
    expect(after).toMatchObject({ payment: 'refunded', refunded: orderPrice, tenders: [{ methodKey: 'card', state: 'refunded' }] })
    const { items } = await client.call(orderCalls.history, { query: {} })
    expect(items).toMatchObject([{ payment: 'refunded', refunded: orderPrice }])
    expect(await balance(`receivable:order:${placed.orderId}`)).toBe(0)
    await expect(orders('refund', number)).rejects.toThrow()
    expect(await till.atBank(placed.orderId)).toBe(4)
  })

  test('before cancelling is not given twice', async () => {
    const { number, details } = await paid(3)
    const { orderPrice } = await details()
    await orders('refund', number, '1', '1')
    await orders('refuse', number, 'closed')
    const { refunds } = await details()
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(orderPrice)
  })

  test('of money taken at the door is paid out by hand', async () => {
    const { client, placed } = await buy(api, plain)
    const number = placed.orderNumber
    await delivered(number, 'cash', 'nare')
    await orders('refund', number)
    expect(await till.details(client, number)).toMatchObject({ refunds: [{ state: 'sent', byHand: true, at: null }] })
    const [line] = (await payments('stuck')).filter((row) => row.startsWith('payout') && row.includes(number))
    const id = line?.split('\t')[1] ?? ''
    await expect(payments('payout', id)).rejects.toThrow('NAME is who paid')
    expect(await payments('payout', id, 'nare')).toEqual([`payout ${id} is paid by nare`])
    await expect(payments('payout', id, 'nare')).rejects.toThrow('no payout')
    const [row] = await api.engine.db
      .select()
      .from(schema.payouts)
      .where(eq(schema.payouts.id, Number(id)))
    expect(row).toMatchObject({ paidBy: 'nare', doneAt: new Date(NOON) })
    await postsLost(api, [`payout:${id}`, `refund:${row?.refundId ?? 0}`])
    expect(await till.details(client, number)).toMatchObject({
      payment: 'refunded',
      refunds: [{ state: 'done', byHand: true }],
      tenders: [{ state: 'refunded' }]
    })
    expect(await balance(`payout:pending:${client.userId ?? 0}`)).toBe(0)
  })

  test('that its bank does not answer for two days is given up, listed, and tried again by people', async () => {
    const { number, details } = await paid()
    await till.withBank({ status: down }, async () => {
      await orders('refund', number)
      expect(await details()).toMatchObject({ refunds: [{ state: 'sent' }] })
      await till.later(3 * 24 * 60, () => reconcilePayments(atWork(api)))
    })
    expect(await details()).toMatchObject({ refunds: [{ state: 'dead' }] })
    const [line] = (await payments('stuck')).filter((row) => row.startsWith('refund'))
    await payments('retry', line?.split('\t')[1] ?? '')
    expect(await details()).toMatchObject({ refunds: [{ state: 'done' }] })
  })

  test('of a refused part is the part, and the order goes on', async () => {
    const { client, addressId } = await buyer(api, plain)
    await add(client, await api.product(2, 'P1'))
    const placed = await place(client, await orderOf(client, addressId, { paymentId: 8 }))
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    const [first, second] = (await till.details(client, placed.orderNumber)).parts
    await orders('refuse', `${placed.orderNumber}/${first?.supplier.alias}`, 'sold out')
    const details = await till.details(client, placed.orderNumber)
    const back = (first?.itemsPrice ?? 0) + (first?.deliveryPrice ?? 0) + (first?.packingPrice ?? 0)
    expect(details).toMatchObject({ status: 12, refunds: [{ amount: back, reason: 'cancelled', state: 'done' }] })
    await orders('accept', `${placed.orderNumber}/${second?.supplier.alias}`)
    const { orderParts } = schema
    const parts = await api.engine.db.select().from(orderParts).where(eq(orderParts.orderId, placed.orderId)).orderBy(asc(orderParts.id))
    expect(parts.map(({ status }) => status)).toEqual([-1, 1])
  })
})

describe('what is paid at the door', () => {
  test('falls by a line that is not there, before it is paid, and the person is told', async () => {
    const { client, placed } = await buy(api, plain, {}, 3)
    const number = placed.orderNumber
    const before = await till.details(client, number)
    const price = before.parts[0]?.items[0]?.price ?? 0
    expect(await orders('refund', number, '1', '1')).toContain('less is to be taken at the door')
    await orders('accept', number)
    await orders('refund', number, '1', '1')
    await expect(orders('refund', number, '1', '2')).rejects.toMatchObject({ why: 'TOO_MUCH' })
    const left = before.orderPrice - 2 * price
    expect(await till.details(client, number)).toMatchObject({
      ...{ orderPrice: left, takenOff: 2 * price, totalPrice: price, payment: 'none', itemsCount: 1, refunds: [] },
      parts: [{ items: [{ quantity: 1, takenOff: 2, totalPrice: price }] }],
      tenders: [{ methodKey: 'cash', amount: left, state: 'held' }]
    })
    await relayEvents(atWork(api), () => undefined)
    const { items } = await client.call(notifications.list, { query: {} })
    expect(items.filter(({ kind }) => kind === 'lowered')).toMatchObject([{ path: `/account/orders/${number}` }])
    await orders('on-the-way', number)
    await orders('delivered', number, 'cash', 'lilit')
    expect(await balance('cash:courier:lilit')).toBe(-left * 100)
    expect(await balance(`receivable:order:${placed.orderId}`)).toBe(0)
    await orders('refund', number)
    expect(await till.details(client, number)).toMatchObject({ refunds: [{ amount: left, byHand: true }] })
  })

  test('falls by a part that its supplier refuses, with its delivery and packing', async () => {
    const { client, addressId } = await buyer(api, plain)
    await add(client, await api.product(2, 'P1'))
    const placed = await place(client, await orderOf(client, addressId))
    const before = await till.details(client, placed.orderNumber)
    const [first, second] = before.parts
    const off = (first?.itemsPrice ?? 0) + (first?.deliveryPrice ?? 0) + (first?.packingPrice ?? 0)
    await orders('refuse', `${placed.orderNumber}/${first?.supplier.alias}`, 'sold out')
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      ...{ status: 0, orderPrice: before.orderPrice - off, takenOff: off, refusedFor: 'sold out', totalPrice: second?.itemsPrice }
    })
    await delivered(placed.orderNumber)
    expect(await balance(`receivable:order:${placed.orderId}`)).toBe(0)
  })

  test('is nothing when all of it is taken off: the order is cancelled, and the person is told', async () => {
    const { client, placed } = await buy(api, plain)
    await orders('accept', placed.orderNumber)
    await orders('on-the-way', placed.orderNumber)
    await orders('refund', placed.orderNumber)
    await expect(orders('refund', placed.orderNumber)).rejects.toMatchObject({ why: 'NOT_RECEIVED' })
    await expect(orders('delivered', placed.orderNumber)).rejects.toMatchObject({ why: 'WRONG_STATUS' })
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ orderPrice: 0, status: -1, tenders: [], refunds: [] })
    await relayEvents(atWork(api), () => undefined)
    const { items } = await client.call(notifications.list, { query: {} })
    const own = items.filter(({ path }) => path === `/account/orders/${placed.orderNumber}`)
    expect(own.map(({ kind, status }) => [kind, status])).toContainEqual(['order', 10])
    expect(own.some(({ kind }) => kind === 'lowered')).toBe(false)
  })

  test('is refused by its supplier while it is made; an order that waits for its money is not touched', async () => {
    const { client, placed } = await buy(api, plain)
    await orders('accept', placed.orderNumber)
    await orders('refuse', placed.orderNumber, 'the oven is broken')
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: -1, refusedFor: 'the oven is broken', tenders: [] })
    const waiting = await till.buyByCard(plain)
    await expect(orders('refund', waiting.placed.orderNumber, '1')).rejects.toMatchObject({ why: 'NOT_RECEIVED' })
  })
})

test('after all of that the books add up', async () => {
  expect(await operateLedger(atWork(api), { verb: 'check' })).toMatchObject({ failed: false })
})
