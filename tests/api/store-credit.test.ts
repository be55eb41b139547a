import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as wallet from '#contract/wallet/calls.ts'
import { schema } from '#server/db/schema.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { operatePayments } from '#server/services/orders/staff/operate-payments.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { transfersOf } from '#tests/support/ledger.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { deliver, historyOf, setRules, walletOf, withWallet } from '#tests/support/rewards.ts'
import { add, atWork, buy, buyer, orderOf, place, refused } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'
import { openWalletTill } from '#tests/support/wallet-till.ts'

const [CASH, CARD, BANK] = [3, 8, 4]
const CORPORATE = 1
let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
  await setRules(api)
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const take = (client: Client, id: number) => client.call(orders.takeStoreCredit, { params: { id } })
const payOut = (id: number) => operatePayments(atWork(api), ['payout', String(id), 'ani'])
const payoutOf = async (refundId: number) => {
  const [payout] = await api.engine.db.select().from(schema.payouts).where(eq(schema.payouts.refundId, refundId))
  if (!payout) throw new Error(`refund ${refundId} is no payout`)
  return payout
}
/** A delivered order in cash of which one piece of two was refunded: people would pay it back. */
const withRefund = async () => {
  const bought = await buy(api, plain, { paymentId: CASH }, 2)
  const { orderNumber } = bought.placed
  await deliver(api, orderNumber)
  await operateOrders(atWork(api), ['refund', orderNumber, '1', '1'])
  const [refund] = (await till.details(bought.client, orderNumber)).refunds
  if (!refund) throw new Error('nothing was refunded')
  return { ...bought, orderNumber, refund }
}

let tins = 24_000_000
/** A company's order that was paid by invoice and refunded. */
const byInvoice = async () => {
  const { client, addressId } = await buyer(api, plain)
  await client.call(auth.change, { body: { companyName: 'Արարատ ՍՊԸ', tin: String(++tins) } })
  const placed = await place(client, await orderOf(client, addressId, { paymentId: BANK }))
  await operatePayments(atWork(api), ['received', placed.orderNumber])
  await operateOrders(atWork(api), ['refund', placed.orderNumber])
  const [refund] = (await till.details(client, placed.orderNumber)).refunds
  if (!refund) throw new Error('nothing was refunded')
  return { client, addressId, placed, refund }
}
const corporateOf = async (client: Client) =>
  (await client.call(wallet.wallets, { query: {} })).find(({ walletType }) => walletType === CORPORATE)

/** Kinds of the notices of a person, the oldest first, and the store credit that they speak of. */
const noticesOf = async ({ userId }: Client) => {
  await relayEvents(atWork(api), () => undefined)
  const rows = await api.engine.db
    .select()
    .from(schema.notifications)
    .where(eq(schema.notifications.userId, userId ?? 0))
    .orderBy(schema.notifications.id)
  return rows.filter(({ kind }) => kind === 'payout' || kind === 'refund').map(({ kind, words }) => [kind, words['as']])
}

describe('a refund that people would pay by hand', () => {
  test('is there as points at once when its person wants that, and nobody pays it out any more', async () => {
    const { client, addressId, orderNumber, refund } = await withRefund()
    expect(refund).toMatchObject({ amount: 1_000, at: null, byHand: true, storeCredit: 'points' })
    expect(await noticesOf(client)).toEqual([['payout', 'points']])
    const payout = await payoutOf(refund.id)
    const after = await take(client, refund.id)
    expect(await noticesOf(client)).toEqual([
      ['payout', 'points'],
      ['refund', 'points']
    ])
    expect(after.refunds).toEqual([
      { ...refund, at: '2026-11-20T13:00:00+04:00', state: 'done', byHand: false, storeCredit: null, as: 'points' }
    ])
    expect(after).toMatchObject({ payment: 'partlyRefunded', refunded: 1_000 })
    expect(await walletOf(client)).toMatchObject({ available: 1_000, balance: 1_000 })
    expect(await historyOf(client)).toMatchObject([{ type: 'refund', amount: 1_000, reason: { why: 'refunded' }, order: { orderNumber } }])
    expect(await transfersOf(api.engine, `^payout:${payout.id}$`)).toEqual([
      [`payout:${payout.id}`, { [`payout:pending:${client.userId}`]: -1_000, [`liability:points:${client.userId}`]: 1_000 }]
    ])
    await postsLost(api, [`refund:${refund.id}`, `payout:${payout.id}`])
    await expect(payOut(payout.id)).rejects.toThrow(String(payout.id))
    // They pay for the next order.
    await add(client, plain)
    const placed = await place(client, await withWallet(client, addressId, CARD))
    expect((await till.details(client, placed.orderNumber)).tenders).toContainEqual({
      methodKey: 'points',
      amount: 1_000,
      state: 'captured'
    })
  })

  test('is taken once by presses at once, and a later press changes nothing', async () => {
    const { client, refund } = await withRefund()
    const taken = await Promise.all([take(client, refund.id), take(client, refund.id), take(client, refund.id)])
    for (const { refunds } of taken) expect(refunds).toMatchObject([{ as: 'points' }])
    await take(client, refund.id)
    expect(await walletOf(client)).toMatchObject({ balance: 1_000 })
  })

  test('goes to whoever is first, its person or the staff', async () => {
    const { client, refund } = await withRefund()
    const payout = await payoutOf(refund.id)
    const [, asPoints] = await Promise.allSettled([payOut(payout.id), take(client, refund.id)])
    const { state } = await payoutOf(refund.id)
    expect(state).toBe('done')
    expect((await walletOf(client)).balance).toBe(asPoints.status === 'fulfilled' ? 1_000 : 0)
    const paid = await withRefund()
    await payOut((await payoutOf(paid.refund.id)).id)
    expect(await refused(take(paid.client, paid.refund.id))).toMatchObject({ type: 'CONFLICT' })
    expect((await till.details(paid.client, paid.orderNumber)).refunds).toMatchObject([{ storeCredit: null, byHand: true, state: 'done' }])
  })

  test('of a whole order ends it as refunded', async () => {
    const { client, orderNumber, refund } = await withRefund()
    await take(client, refund.id)
    await operateOrders(atWork(api), ['refund', orderNumber])
    const rest = (await till.details(client, orderNumber)).refunds[1]
    const after = await take(client, rest?.id ?? 0)
    expect(after).toMatchObject({ payment: 'refunded', refunded: after.orderPrice, tenders: [{ state: 'refunded' }] })
    expect(await walletOf(client)).toMatchObject({ balance: after.orderPrice })
  })

  test('of a wallet that gives nothing back itself can be points, too', async () => {
    const idram = openWalletTill(api, 'idram', 7)
    const bought = await idram.order(plain)
    await idram.finish(bought, 'approve')
    await bought.client.call(orders.cancel, { params: { id: bought.placed.orderId } })
    const [refund] = (await till.details(bought.client, bought.placed.orderNumber)).refunds
    expect(refund).toMatchObject({ byHand: true, storeCredit: 'points' })
    const after = await take(bought.client, refund?.id ?? 0)
    expect(after).toMatchObject({ payment: 'refunded', refunds: [{ as: 'points', amount: after.orderPrice }] })
  })

  test('of a bank transfer is in the corporate wallet when its company wants that, and pays for the next order', async () => {
    const { client, addressId, placed, refund } = await byInvoice()
    expect(refund).toMatchObject({ byHand: true, storeCredit: 'corporateWallet' })
    expect(await noticesOf(client)).toEqual([['payout', 'corporateWallet']])
    const { id } = await payoutOf(refund.id)
    const [after] = await Promise.all([take(client, refund.id), take(client, refund.id)])
    expect(after.refunds).toMatchObject([{ id: refund.id, state: 'done', byHand: false, storeCredit: null, as: 'corporateWallet' }])
    expect((await noticesOf(client)).at(-1)).toEqual(['refund', 'corporateWallet'])
    expect(await corporateOf(client)).toMatchObject({ balance: refund.amount })
    const history = await client.call(wallet.history, { query: { skip: 0, take: 20, walletType: CORPORATE } })
    expect(history.items).toMatchObject([
      { type: 'refund', amount: refund.amount, reason: { why: 'refunded' }, order: { orderNumber: placed.orderNumber } }
    ])
    expect(await transfersOf(api.engine, `^payout:${id}$`)).toEqual([
      [`payout:${id}`, { [`payout:pending:${client.userId}`]: -refund.amount, [`liability:wallet:${client.userId}`]: refund.amount }]
    ])
    await postsLost(api, [`refund:${refund.id}`, `payout:${id}`])
    await expect(payOut(id)).rejects.toThrow(String(id))
    await add(client, plain)
    const order = await orderOf(client, addressId, { paymentId: CARD })
    const { orderNumber } = await place(client, { ...order, useCorporateWallet: true, corporateWalletAmount: refund.amount })
    expect((await till.details(client, orderNumber)).tenders).toContainEqual({
      methodKey: 'corporateWallet',
      amount: refund.amount,
      state: 'captured'
    })
  })

  test('of a bank transfer is transferred to who is no company any more', async () => {
    const { client, placed, refund } = await byInvoice()
    const { users } = schema
    await api.engine.db
      .update(users)
      .set({ tin: null })
      .where(eq(users.id, client.userId ?? 0))
    expect((await till.details(client, placed.orderNumber)).refunds).toMatchObject([{ storeCredit: null }])
    expect(await refused(take(client, refund.id))).toMatchObject({ type: 'CONFLICT' })
    expect((await payoutOf(refund.id)).state).toBe('requested')
  })

  test('to a card needs nobody', async () => {
    const { client, placed } = await till.buyByCard(plain, 2)
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    await operateOrders(atWork(api), ['refund', placed.orderNumber, '1', '1'])
    const [refund] = (await till.details(client, placed.orderNumber)).refunds
    expect(refund).toMatchObject({ byHand: false, storeCredit: null })
    expect(await refused(take(client, refund?.id ?? 0))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
  })

  test('is nobody else’s to take', async () => {
    const { refund } = await withRefund()
    const other = await api.person()
    expect(await refused(take(other, refund.id))).toMatchObject({ type: 'ORDER_NOT_FOUND', field: 'id' })
    expect(await refused(take(other, 2_000_000))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    expect((await payoutOf(refund.id)).state).toBe('requested')
  })
})
