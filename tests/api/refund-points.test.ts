import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as orders from '#contract/orders/calls.ts'
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

const take = (client: Client, id: number) => client.call(orders.takeRefundAsPoints, { params: { id } })
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

/** Kinds of the notices of a person, the oldest first, and whether they say that it comes, or may be taken, as points. */
const noticesOf = async ({ userId }: Client) => {
  await relayEvents(atWork(api), () => undefined)
  const rows = await api.engine.db
    .select()
    .from(schema.notifications)
    .where(eq(schema.notifications.userId, userId ?? 0))
    .orderBy(schema.notifications.id)
  return rows.filter(({ kind }) => kind === 'payout' || kind === 'refund').map(({ kind, words }) => [kind, words['points']])
}

describe('a refund that people would pay by hand', () => {
  test('is there as points at once when its person wants that, and nobody pays it out any more', async () => {
    const { client, addressId, orderNumber, refund } = await withRefund()
    expect(refund).toMatchObject({ amount: 1_000, at: null, byHand: true, canBePoints: true })
    expect(await noticesOf(client)).toEqual([['payout', 'yes']])
    const payout = await payoutOf(refund.id)
    const after = await take(client, refund.id)
    expect(await noticesOf(client)).toEqual([
      ['payout', 'yes'],
      ['refund', 'yes']
    ])
    expect(after.refunds).toEqual([
      { ...refund, at: '2026-11-20T13:00:00+04:00', state: 'done', byHand: false, canBePoints: false, as: 'points' }
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
    expect((await till.details(paid.client, paid.orderNumber)).refunds).toMatchObject([{ canBePoints: false, byHand: true, state: 'done' }])
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
    expect(refund).toMatchObject({ byHand: true, canBePoints: true })
    const after = await take(bought.client, refund?.id ?? 0)
    expect(after).toMatchObject({ payment: 'refunded', refunds: [{ as: 'points', amount: after.orderPrice }] })
  })

  test('of a bank transfer goes back to the company, and one to a card needs nobody', async () => {
    const { client, addressId } = await buyer(api, plain)
    await client.call(auth.change, { body: { companyName: 'Արարատ ՍՊԸ', tin: '21000001' } })
    const placed = await place(client, await orderOf(client, addressId, { paymentId: BANK }))
    await operatePayments(atWork(api), ['received', placed.orderNumber, '100000'])
    const [refund] = (await till.details(client, placed.orderNumber)).refunds
    expect(refund).toMatchObject({ byHand: true, canBePoints: false })
    expect(await refused(take(client, refund?.id ?? 0))).toMatchObject({ type: 'CONFLICT' })
    expect(await noticesOf(client)).toEqual([['payout', undefined]])

    const byCard = await till.buyByCard(plain, 2)
    await till.decide(byCard.placed.orderId, 'approve')
    await till.comeBack(byCard.client, byCard.placed.orderId)
    await operateOrders(atWork(api), ['refund', byCard.placed.orderNumber, '1', '1'])
    const [toCard] = (await till.details(byCard.client, byCard.placed.orderNumber)).refunds
    expect(toCard).toMatchObject({ byHand: false, canBePoints: false })
    expect(await refused(take(byCard.client, toCard?.id ?? 0))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
  })

  test('is nobody else’s to take', async () => {
    const { refund } = await withRefund()
    const other = await api.person()
    expect(await refused(take(other, refund.id))).toMatchObject({ type: 'ORDER_NOT_FOUND', field: 'id' })
    expect(await refused(take(other, 2_000_000))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    expect((await payoutOf(refund.id)).state).toBe('requested')
  })
})
