import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { operatePayments } from '#server/services/orders/staff/operate-payments.ts'
import { sendReceipts } from '#server/services/receipts/send-receipts.ts'
import { operateReceipts } from '#server/services/receipts/operate-receipts.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { ledgerFaults } from '#tests/support/ledger.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { buyer, orderOf, pay, place, refused, atWork } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
let tins = 11_000_000
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
afterEach(async () => {
  expect(api.errors).toEqual([])
  expect(await ledgerFaults(api)).toEqual([])
  api.clock.set(NOON)
})

const DAY = 86_400_000
const staff = (...words: string[]) => operatePayments(atWork(api), words)
const details = (client: Client, orderNumber: string) => client.call(orders.details, { query: { orderNumber } })
const company = (client: Client, tin: string) => client.call(auth.change, { body: { companyName: 'Արարատ ՍՊԸ', tin } })

const business = async (tin = String(++tins)) => {
  const { client, addressId } = await buyer(api, plain)
  await company(client, tin)
  return { client, addressId, tin }
}
const ordered = async () => {
  const { client, addressId, tin } = await business()
  const placed = await place(client, await orderOf(client, addressId, { paymentId: 4 }))
  return { client, addressId, tin, placed, number: placed.orderNumber, price: (await details(client, placed.orderNumber)).orderPrice }
}

describe('a business that pays by bank transfer', () => {
  test('gets an invoice, waits days for its money, and a receipt with its tax id once it is there', async () => {
    const { client, tin, placed, number, price } = await ordered()
    expect(placed).toMatchObject({ status: 17, redirectUrl: null, paymentCode: null })
    expect(await details(client, number)).toMatchObject({
      payment: 'awaiting',
      paymentKey: 'transfer',
      payBefore: '2026-11-26T00:00:00+04:00',
      invoice: { left: price }
    })
    expect(await client.call(orders.invoice, { query: { orderNumber: number } })).toMatchObject({
      orderNumber: number,
      lastDay: '2026-11-25',
      buyer: { name: 'Արարատ ՍՊԸ', tin },
      total: price,
      received: 0
    })
    await relayEvents(atWork(api), () => undefined)
    const [letter] = (await client.call(notifications.list, { query: {} })).items
    expect(letter).toMatchObject({ kind: 'invoice', path: `/account/orders/${number}/invoice` })
    expect(letter?.text).toContain('25/11/2026')
    api.clock.advance(2 * DAY)
    await expireUnpaid(atWork(api))
    expect(await staff('received', number)).toEqual([expect.stringContaining('received')])
    await sendReceipts(atWork(api))
    // Access tokens of two days ago are over.
    api.clock.set(NOON)
    const paid = await details(client, number)
    expect(paid).toMatchObject({ status: 12, payment: 'paid', invoice: { left: 0 } })
    expect(paid.deliveryFrom.slice(0, 10)).toBe('2026-11-22')
    expect((await details(client, number)).receipts).toMatchObject([
      { kind: 'sale', amount: price, printed: { number: expect.any(String) } }
    ])
    const { fiscalReceipts } = schema
    const [receipt] = await api.engine.db.select().from(fiscalReceipts).where(eq(fiscalReceipts.orderId, placed.orderId))
    expect(receipt?.content).toMatchObject({ tin, cash: 0, card: price * 100 })
    await expect(staff('received', number)).rejects.toThrow('waits for no bank transfer')
  })

  test('that pays in two parts, and too much in the end, gets the rest back by hand', async () => {
    const { client, number, price } = await ordered()
    expect((await staff('received', number, '100'))[0]).toContain('is left')
    expect(await details(client, number)).toMatchObject({ payment: 'awaiting', invoice: { left: price - 100 } })
    const lines = await staff('received', number, String(price))
    expect(lines[1]).toContain('to be paid back')
    const paid = await details(client, number)
    expect(paid).toMatchObject({ payment: 'paid', refunds: [{ amount: 100, reason: 'amount', byHand: true, at: null }] })
    await relayEvents(atWork(api), () => undefined)
    expect((await client.call(notifications.list, { query: {} })).items.map(({ kind }) => kind)).toContain('payout')
    const [waiting] = await payoutsOf(paid.id)
    const [first] = await transfersOf(paid.id)
    await postsLost(api, [`transfer:${first?.id}:received`, `refund:${waiting?.refundId}`])
    await staff('payout', String(waiting?.id), 'ani')
    expect((await details(client, number)).refunds).toMatchObject([{ state: 'done' }])
    // Money that comes twice goes back too.
    await staff('received', number, '50')
    expect((await details(client, number)).refunds[1]).toMatchObject({ amount: 50, reason: 'twice' })
    await operateOrders(atWork(api), ['refund', number])
    expect((await details(client, number)).refunds[2]).toMatchObject({ amount: price, reason: 'order', byHand: true })
    // What was too much paid for nothing: no receipt says it, and no return.
    const { lines: checked } = await operateReceipts(atWork(api), { verb: 'check' })
    expect(checked.filter((line) => line.startsWith(`order ${number}:`))).toEqual([])
  })

  test('that sends less in time loses the order and gets what it sent back, and what comes later', async () => {
    const { client, placed, number } = await ordered()
    await staff('received', number, '100')
    api.clock.advance(6 * DAY)
    await expireUnpaid(atWork(api))
    api.clock.set(NOON)
    expect(await details(client, number)).toMatchObject({ status: -1, refunds: [{ amount: 100, reason: 'cancelled', byHand: true }] })
    expect((await staff('received', number, '70'))[1]).toContain('to be paid back')
    expect((await payoutsOf(placed.orderId)).map(({ amount }) => amount)).toEqual([10_000, 7_000])
  })

  test('can pay in another way instead, and what it transferred goes back', async () => {
    const { client, number } = await ordered()
    await staff('received', number, '100')
    await pay(client, number, 8)
    expect(await details(client, number)).toMatchObject({
      paymentKey: 'card',
      invoice: null,
      payBefore: '2026-11-20T13:30:00+04:00',
      refunds: [{ amount: 100, reason: 'method' }]
    })
    await pay(client, number, 4)
    expect(await details(client, number)).toMatchObject({ paymentKey: 'transfer', payBefore: '2026-11-26T00:00:00+04:00' })
    await pay(client, number, 3)
    expect(await details(client, number)).toMatchObject({ status: 0, paymentKey: 'cash' })
  })
})

describe('a bank transfer is refused', () => {
  const tile = async (client: Client) => (await client.call(orders.paymentMethods)).find(({ key }) => key === 'transfer')
  const order = async ({ client, addressId }: { client: Client; addressId: number }) =>
    refused(place(client, await orderOf(client, addressId, { paymentId: 4 })))

  test('to a person, and to a company of another country: 480', async () => {
    const person = await buyer(api, plain)
    expect(await order(person)).toMatchObject({ code: 480, type: 'BANK_TRANSFER_UNAVAILABLE', field: 'paymentId' })
    const foreign = await business('GB123456789')
    expect(await tile(foreign.client)).toMatchObject({ available: false, code: 480 })
    expect(await order(foreign)).toMatchObject({ code: 480 })
  })

  test('where a supplier of the basket does not take one: 460, also for an order that exists', async () => {
    const { suppliers } = schema
    const { client, number } = await ordered()
    await pay(client, number, 8)
    const other = await business()
    await api.engine.db
      .update(suppliers)
      .set({ refuses: ['bankTransfer'] })
      .where(eq(suppliers.id, 1))
    try {
      expect(await tile(other.client)).toMatchObject({ available: false, code: 460 })
      expect(await order(other)).toMatchObject({ code: 460, type: 'BANK_TRANSFER_FORBIDDEN_AT_SUPPLIER' })
      expect(await refused(pay(client, number, 4))).toMatchObject({ code: 460 })
      expect((await details(client, number)).payableBy.map(({ key }) => key)).not.toContain('transfer')
    } finally {
      await api.engine.db.update(suppliers).set({ refuses: [] }).where(eq(suppliers.id, 1))
    }
    expect(await tile(other.client)).toMatchObject({ available: true })
  })

  test('to a business without a confirmed phone: 481 without a sentence, which asks for the confirmation', async () => {
    const unknown = await business()
    await api.engine.db
      .update(schema.users)
      .set({ phoneVerified: false })
      .where(eq(schema.users.id, unknown.client.userId ?? 0))
    expect(await order(unknown)).toMatchObject({ code: 481, type: 'B2B_ORDER_FORBIDDEN', message: '' })
  })

  test('by an order that nobody ordered so', async () => {
    const { client, addressId } = await buyer(api, plain)
    const { orderNumber } = await place(client, await orderOf(client, addressId))
    expect(await refused(client.call(orders.invoice, { query: { orderNumber } }))).toMatchObject({ code: 420 })
    await expect(staff('received', orderNumber, '100')).rejects.toThrow('waits for no bank transfer')
    await expect(staff('received', '999999')).rejects.toThrow('waits for no bank transfer')
  })
})

const payoutsOf = async (orderId: number) => {
  const { orderTenders, paymentRefunds, payouts } = schema
  const rows = await api.engine.db
    .select({ payout: payouts })
    .from(payouts)
    .innerJoin(paymentRefunds, eq(paymentRefunds.id, payouts.refundId))
    .innerJoin(orderTenders, eq(orderTenders.id, paymentRefunds.tenderId))
    .where(eq(orderTenders.orderId, orderId))
    .orderBy(asc(payouts.id))
  return rows.map(({ payout }) => payout)
}

const transfersOf = async (orderId: number) => {
  const { bankTransfers, orderTenders } = schema
  const rows = await api.engine.db
    .select({ id: bankTransfers.id })
    .from(bankTransfers)
    .innerJoin(orderTenders, eq(orderTenders.id, bankTransfers.tenderId))
    .where(eq(orderTenders.orderId, orderId))
    .orderBy(asc(bankTransfers.id))
  return rows
}
