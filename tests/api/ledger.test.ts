import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { wallet, refundPending } from '#domain/ledger/accounts.ts'
import { walletToppedUp, writtenOff } from '#domain/ledger/own-money.ts'
import { ownSpent } from '#domain/ledger/received.ts'
import { orderRefunded, receivableRefunded } from '#domain/ledger/refunds.ts'
import { transfer, type Transfer } from '#domain/ledger/transfer.ts'
import { sqlState, withTransaction } from '#server/services/core/transaction.ts'
import { schema } from '#server/db/schema.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { advanceOrder } from '#server/services/orders/advance.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { reconcilePayments, refundOrder } from '#server/services/orders/settle-order.ts'
import { REFUND_DUE } from '#server/services/payments/payment-row.ts'
import { requestRefund } from '#server/services/payments/refund-rows.ts'
import type { TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { ledgerFaults, transfersOf } from '#tests/support/ledger.ts'
import { add, atWork, buy, buyer, orderOf, pay, place } from '#tests/support/shopping.ts'
import { down, startTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  ;({ api, till, plain } = await startTill())
})
afterAll(() => api.close())
/** Whatever a test does to money: afterwards all of it adds up. */
afterEach(async () => {
  expect(await ledgerFaults(api)).toEqual([])
  expect(api.errors).toEqual([])
  api.clock.set(NOON)
})

const post = (...transfers: Transfer[]) => withTransaction(atWork(api), (tx) => postTransfers(tx, transfers))
const paidByCard = async () => {
  const bought = await till.buyByCard(plain)
  await till.decide(bought.placed.orderId, 'approve')
  await till.comeBack(bought.client, bought.placed.orderId)
  const [payment] = await till.paymentsOf(bought.placed.orderId)
  if (!payment) throw new Error('a card order has a payment')
  const details = await till.details(bought.client, bought.placed.orderNumber)
  return { ...bought, payment, total: details.orderPrice, orderId: bought.placed.orderId }
}
const causesOf = async (orderId: number): Promise<string[]> =>
  (await transfersOf(api.engine, `^(payment|tender|refund|order):`))
    .filter(([, entries]) => Object.keys(entries).some((account) => account === `receivable:order:${orderId}`))
    .map(([cause]) => cause)

describe('money of an order', () => {
  test('by card is captured and split by supplier, with the commission each had when the order was placed', async () => {
    const { client, addressId } = await buyer(api, plain)
    await add(client, await api.product(2, 'P1'))
    const placed = await place(client, await orderOf(client, addressId, { paymentId: 8 }))
    const { orderParts } = schema
    const ofOrder = eq(orderParts.orderId, placed.orderId)
    const [first, second] = await api.engine.db.select().from(orderParts).where(ofOrder).orderBy(asc(orderParts.supplierId))
    if (!first || !second) throw new Error('the order has two parts')
    await api.engine.db.update(orderParts).set({ commission: 1_250 }).where(eq(orderParts.id, first.id))
    await api.engine.db.update(orderParts).set({ commission: 333 }).where(eq(orderParts.id, second.id))
    await till.decide(placed.orderId, 'approve')
    await Promise.all([till.comeBack(client, placed.orderId), till.comeBack(client, placed.orderId), reconcilePayments(atWork(api))])
    const [payment] = await till.paymentsOf(placed.orderId)
    const [order] = await api.engine.db.select().from(schema.orders).where(eq(schema.orders.id, placed.orderId))
    if (!payment || !order) throw new Error('the order is paid')
    const total = order.total / 100
    const commissions = [Math.round((first.itemsPrice * 1_250) / 10_000), Math.round((second.itemsPrice * 333) / 10_000)]
    const drams = (amount: number): number => amount / 100
    expect(await transfersOf(api.engine, `:(${payment.id}:captured|${placed.orderId}:funded)$`)).toEqual([
      [`payment:${payment.id}:captured`, { 'clearing:arca-simulator': -total, [`receivable:order:${placed.orderId}`]: total }],
      [
        `order:${placed.orderId}:funded`,
        {
          [`receivable:order:${placed.orderId}`]: -total,
          [`payable:supplier:${first.supplierId}`]: drams(first.itemsPrice + first.packingPrice - (commissions[0] ?? 0)),
          [`payable:supplier:${second.supplierId}`]: drams(second.itemsPrice + second.packingPrice - (commissions[1] ?? 0)),
          'revenue:commission': drams((commissions[0] ?? 0) + (commissions[1] ?? 0)),
          ...(order.deliveryPrice > 0 ? { 'revenue:delivery': drams(order.deliveryPrice) } : {}),
          'revenue:service-fee': drams(order.serviceFee)
        }
      ]
    ])
  })

  test('in cash is in the courier’s hands when the order is handed over, and not before', async () => {
    const { client, placed } = await buy(api, plain)
    const { orderPrice } = await till.details(client, placed.orderNumber)
    for (let step = 0; step < 2; step += 1) await advanceOrder(atWork(api), placed.orderId)
    expect(await causesOf(placed.orderId)).toEqual([])
    await advanceOrder(atWork(api), placed.orderId)
    const [received, funded] = await transfersOf(api.engine, `^(tender:.*:received|order:${placed.orderId}:funded)$`)
    expect(received?.[1]).toEqual({ 'cash:courier:yerevan': -orderPrice, [`receivable:order:${placed.orderId}`]: orderPrice })
    expect(funded?.[1]).toMatchObject({ [`receivable:order:${placed.orderId}`]: -orderPrice })
  })

  test('goes back the way it came when the order is cancelled, once', async () => {
    const { client, orderId, payment, total } = await paidByCard()
    await till.withBank({ refund: down }, () => client.call(orders.cancel, { params: { id: orderId } }))
    expect(await ledgerFaults(api)).toEqual([])
    await till.later(1, () => Promise.all([reconcilePayments(atWork(api)), refundOrder(atWork(api), orderId)]))
    const { paymentRefunds } = schema
    const [refund] = await api.engine.db.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, payment.id))
    const [requested, sent, ...more] = await transfersOf(api.engine, `^refund:${refund?.id}(:sent)?$`)
    expect(more).toEqual([])
    expect(requested?.[1]).toMatchObject({ 'refund:pending:arca-simulator': total })
    expect(requested?.[1]).not.toHaveProperty(`receivable:order:${orderId}`)
    expect(sent?.[1]).toEqual({ 'refund:pending:arca-simulator': -total, 'clearing:arca-simulator': total })
  })

  test('that comes late, twice or in another sum never reaches the order’s suppliers', async () => {
    const late = await till.buyByCard(plain)
    await till.withBank({ close: down }, () => late.client.call(orders.cancel, { params: { id: late.placed.orderId } }))
    await till.decide(late.placed.orderId, 'approve')
    await till.later(1, () => reconcilePayments(atWork(api)))

    const turned = await till.buyByCard(plain)
    await till.withBank({ close: down }, () => pay(turned.client, turned.placed.orderNumber, 3))
    await till.decide(turned.placed.orderId, 'approve')
    await till.later(1, () => reconcilePayments(atWork(api)))

    for (const { placed } of [late, turned]) {
      const causes = await causesOf(placed.orderId)
      expect(causes).toEqual([expect.stringMatching(/^payment:\d+:captured$/), expect.stringMatching(/^refund:\d+$/)])
    }
  })

  test('of an order that expired while its bank was silent goes back when it is found', async () => {
    const { placed } = await till.buyByCard(plain)
    await till.decide(placed.orderId, 'approve')
    await till.withBank({ status: down }, () => till.later(120, () => expireUnpaid(atWork(api))))
    await till.later(121, () => reconcilePayments(atWork(api)))
    await till.later(140, () => reconcilePayments(atWork(api)))
    expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'refunded' }])
    expect(await till.atBank(placed.orderId)).toBe(4)
  })
})

test('a payment goes back in several shares, each once, also when the bank’s answer to one is lost', async () => {
  const { orderId, payment, total } = await paidByCard()
  const { payments, paymentRefunds } = schema
  const [part] = await api.engine.db.select().from(schema.orderParts).where(eq(schema.orderParts.orderId, orderId))
  if (!part) throw new Error('the order has a part')
  const giveBack = (amount: number, before: number) =>
    withTransaction(atWork(api), async (tx) => {
      await tx.db.update(payments).set(REFUND_DUE).where(eq(payments.id, payment.id))
      const id = await requestRefund(tx, payment, amount, 'amount')
      const goods = { whole: part.itemsPrice, before, now: amount }
      const back = { parts: [{ supplierId: part.supplierId, rate: part.commission, goods, packing: 0 }], delivery: 0, serviceFee: 0 }
      await postTransfers(tx, [orderRefunded(id, back, [[refundPending('arca-simulator'), amount]])])
    })
  await giveBack(10_000, 0)
  await giveBack(5_000, 10_000)
  await refundOrder(atWork(api), orderId)
  expect(await till.paymentsOf(orderId)).toMatchObject([{ state: 'captured' }])
  expect(await till.atBank(orderId)).toBe(2)

  await giveBack(1_000, 15_000)
  const { card } = api.kernel.adapters.payments
  const lost = async (ref: string, amount: number) => {
    await card.refund(ref, amount)
    return down()
  }
  await till.withBank({ refund: lost }, () => refundOrder(atWork(api), orderId))
  expect(await till.paymentsOf(orderId)).toMatchObject([{ state: 'refunding' }])
  await till.later(1, () => reconcilePayments(atWork(api)))
  const rows = await api.engine.db
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, payment.id))
    .orderBy(asc(paymentRefunds.id))
  expect(rows.map(({ amount, refundedAt }) => [amount, refundedAt !== null])).toEqual([
    [10_000, true],
    [5_000, true],
    [1_000, true]
  ])
  expect(till.bank().order(payment.bankRef ?? '')).toMatchObject({ refunded: 16_000, taken: total * 100 })
})

describe('the tables', () => {
  const stateOf = async (work: Promise<unknown>): Promise<string | undefined> => work.then(() => undefined, sqlState)

  test('are only added to', async () => {
    const { db } = api.engine
    for (const table of ['ledger_transfers', 'ledger_entries'])
      for (const change of [
        `update ${table} set ${table === 'ledger_entries' ? 'amount = 1' : "kind = 'settled'"}`,
        `delete from ${table}`,
        `truncate ${table} cascade`
      ])
        expect(await stateOf(db.execute(sql.raw(change))), change).toBe('23001')
  })

  test('refuse a transfer that is not zero, at COMMIT', async () => {
    const write = (last: number) =>
      api.engine.db.transaction(async (db) => {
        await db.execute(sql`insert into ledger_transfers (id, kind, cause) values (${last + 900_000}::int8, 'settled', ${`test:${last}`})`)
        await db.execute(sql`insert into ledger_entries values (${last + 900_000}::int8, 'bank', -5)`)
        await db.execute(sql`insert into ledger_entries values (${last + 900_000}::int8, 'tax:withheld', ${last}::int8)`)
      })
    expect(await stateOf(write(4))).toBe('23514')
    expect(await stateOf(write(5))).toBeUndefined()
  })

  test('take a cause once; with another amount it is an error', async () => {
    await expect(postTransfers(atWork(api), [writtenOff('test:write-off', 0, 500)])).rejects.toThrow('in the transaction')
    await Promise.all([1, 2, 3].map(() => post(writtenOff('test:write-off', 0, 500))))
    expect(await transfersOf(api.engine, '^test:write-off$')).toHaveLength(1)
    await expect(post(writtenOff('test:write-off', 0, 600))).rejects.toThrow(
      'test:write-off is in the ledger with 500, and is now to move 600'
    )
    await post(transfer('settled', 'test:nothing', [], []))
    expect(await transfersOf(api.engine, '^test:nothing$')).toEqual([])
  })

  test('let nobody spend more than there is, not even ten at once', async () => {
    await post(walletToppedUp('test:wallet', 77, 1_000))
    const spend = async (index: number) =>
      stateOf(post(ownSpent(8_000_000 + index, 0, [wallet(77), 300]), receivableRefunded(8_000_000 + index, 0, [[wallet(78), 300]])))
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => spend(index)))
    expect(outcomes.filter((state) => state === undefined)).toHaveLength(3)
    expect(outcomes.filter((state) => state === '23514')).toHaveLength(7)
    const rows = await api.engine.db
      .select()
      .from(schema.ledgerBalances)
      .where(sql`account in ('liability:wallet:77', 'liability:wallet:78')`)
    expect(rows.map(({ balance }) => balance).sort()).toEqual([100n, 900n])
    expect(await stateOf(post(ownSpent(8_100_000, 0, [wallet(79), 1])))).toBe('23514')
    // These are of no order and no refund: the check would ask for their rows.
    await api.engine.db.execute(sql`alter table ledger_transfers disable trigger all`)
    await api.engine.db.execute(sql`update ledger_transfers set kind = 'goodwill' where cause ~ '^((refund|tender):8|test:wallet$)'`)
    await api.engine.db.execute(sql`alter table ledger_transfers enable trigger all`)
    await api.engine.db.execute(sql`alter table wallet_entries disable trigger all`)
    await api.engine.db.execute(sql`insert into wallet_entries (user_id, wallet_type, type, amount, reason, created_at)
      select u, 1, 'recalculation', a, '{"why": "returned"}', now() from (values (77, 100), (78, 900)) r (u, a)`)
    await api.engine.db.execute(sql`alter table wallet_entries enable trigger all`)
  })
})
