import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as claims from '#contract/claims/calls.ts'
import type { NewClaims } from '#contract/claims/calls.ts'
import type { OrderItem } from '#contract/orders/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { deliver, historyOf, setRules, walletOf, withPoints, withWallet } from '#tests/support/rewards.ts'
import { openShares } from '#tests/support/shares.ts'
import { add, atWork, buyer, orderOf, place } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
let ten = 0
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
  ten = await api.product(1, 'TEN')
})
afterAll(() => api.close())
beforeEach(() => setRules(api))
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const CASH = 3
const CARD = 8
const staff = (...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)
const linesOf = async (client: Client, orderNumber: string): Promise<[OrderItem, OrderItem]> => {
  const [first, second] = (await till.details(client, orderNumber)).parts.flatMap((part) => part.items)
  if (!first || !second) throw new Error('two lines were ordered')
  return [first, second]
}
/** Two lines, the first one of them three times, paid and delivered. */
const delivered = async (paymentId: number) => {
  const { client, addressId } = await buyer(api, plain, 3)
  await add(client, ten)
  const placed = await place(client, await orderOf(client, addressId, { paymentId }))
  if (paymentId === CARD) {
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
  }
  await deliver(api, placed.orderNumber)
  return { client, addressId, ...placed, items: await linesOf(client, placed.orderNumber) }
}
/** Says what is wrong with one line; returns the claim's id, as staff type it. */
const say = async (client: Client, orderId: number, itemId: number, rest: Partial<NewClaims> = {}): Promise<string> => {
  const said = await client.call(claims.write, { body: { orderId, claims: [{ reason: 'spoilt', itemId }], ...rest } })
  return String(said.at(-1)?.id)
}
const atBank = (orderNumber: string): number | undefined =>
  till
    .bank()
    .orders()
    .filter(({ description }) => description === orderNumber)
    .map(({ refunded }) => refunded / 100)[0]

describe('money that comes back as points', () => {
  test('is there at once, and what is asked back as money still goes to the card', async () => {
    const { client, orderId, orderNumber, items } = await delivered(CARD)
    const [first, second] = items
    const asPoints = await say(client, orderId, second.id, { refundAs: 'points' })
    const asMoney = await say(client, orderId, first.id)
    expect((await staff('claims')).filter((line) => line.endsWith('as points'))).toEqual([expect.stringMatching(`^${asPoints} `)])

    expect(await staff('refund-claim', asPoints, 'Sorry')).toEqual([
      `claim ${asPoints} is answered; ${formatAmd(second.totalPrice, 'en')} goes back as points`
    ])
    expect(await walletOf(client)).toMatchObject({ available: second.totalPrice, balance: second.totalPrice, accumulated: 0 })
    expect((await walletOf(client)).months.at(-1)).toMatchObject({ earned: second.totalPrice, spent: 0 })
    expect((await historyOf(client))[0]).toMatchObject({
      type: 'refund',
      amount: second.totalPrice,
      reason: { why: 'refunded' },
      order: { orderNumber }
    })
    expect(atBank(orderNumber)).toBe(0)

    await staff('refund-claim', asMoney)
    const after = await till.details(client, orderNumber)
    expect(after.claims).toMatchObject([
      { state: 'refunded', refundAs: 'points', refunded: second.totalPrice, answer: 'Sorry' },
      { state: 'refunded', refundAs: 'money' }
    ])
    // Delivery and fee go back with the last line: all but what is points already.
    const rest = after.orderPrice - second.totalPrice
    expect(after.refunds).toMatchObject([
      { amount: second.totalPrice, as: 'points', byHand: false, state: 'done' },
      { amount: rest, byHand: false, state: 'done' }
    ])
    expect(after.refunds[1]).not.toHaveProperty('as')
    expect(atBank(orderNumber)).toBe(rest)
    expect(after).toMatchObject({ payment: 'refunded', refunded: after.orderPrice, tenders: [{ state: 'refunded' }] })
    await postsLost(api, ['refund:1'])
  })

  test('pays the next order', async () => {
    const { client, addressId, orderId, items } = await delivered(CARD)
    await staff('refund-claim', await say(client, orderId, items[0].id, { refundAs: 'points' }))
    await add(client, ten)
    const placed = await place(client, await withWallet(client, addressId, CARD))
    const { orderPrice, tenders } = await till.details(client, placed.orderNumber)
    expect(tenders).toMatchObject([{ methodKey: 'points', amount: orderPrice, state: 'captured' }])
    expect(await walletOf(client)).toMatchObject({ balance: items[0].totalPrice - orderPrice })
  })

  test('is cash that was paid at the door, too: nobody has to pay it out', async () => {
    const { client, orderId, orderNumber, items } = await delivered(CASH)
    await staff('refund-claim', await say(client, orderId, items[0].id, { refundAs: 'points' }))
    expect(await walletOf(client)).toMatchObject({ available: items[0].totalPrice })
    await staff('refund', orderNumber)
    const after = await till.details(client, orderNumber)
    expect(after.refunds).toMatchObject([
      { amount: items[0].totalPrice, as: 'points', byHand: false },
      { amount: after.orderPrice - items[0].totalPrice, byHand: true, state: 'sent' }
    ])
  })

  test('beside points that paid, which come back as they are', async () => {
    const { client, addressId } = await withPoints(api, plain, 400)
    await add(client, plain, 2)
    await add(client, ten)
    const placed = await place(client, await withWallet(client, addressId, CARD))
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    await deliver(api, placed.orderNumber)
    for (const { id } of await linesOf(client, placed.orderNumber))
      await staff('refund-claim', await say(client, placed.orderId, id, { refundAs: 'points' }))
    const { orderPrice, refunds } = await till.details(client, placed.orderNumber)
    expect(refunds.map(({ as }) => as)).toEqual(['points', 'points', 'points'])
    expect((await walletOf(client)).available).toBe(orderPrice)
    expect(atBank(placed.orderNumber)).toBe(0)
  })

  test('only of who asked for it: what another paid goes back the way it was paid', async () => {
    const { collecting, payShare, keptBy } = await openShares(api)
    const { owner, davit, mariam, placed, number } = await collecting()
    for (const one of [owner, davit, mariam]) await payShare(one, number)
    await deliver(api, number)
    const lines = (await till.details(owner, number)).parts.flatMap((part) => part.items)
    const [own, others] = [lines.find(({ person }) => !person?.startsWith('Davit')), lines.find(({ person }) => person === 'Davit')]
    const before = keptBy(number)
    await staff('refund-claim', await say(owner, placed.orderId, others?.id ?? 0, { refundAs: 'points' }))
    expect((await till.details(owner, number)).claims).toMatchObject([{ state: 'refunded', refundAs: 'money' }])
    expect(keptBy(number)).toBe(before - (others?.totalPrice ?? 0))
    await staff('refund-claim', await say(owner, placed.orderId, own?.id ?? 0, { refundAs: 'points' }))
    expect(keptBy(number)).toBe(before - (others?.totalPrice ?? 0))
    expect((await walletOf(owner)).available).toBe(own?.totalPrice)
    expect((await walletOf(davit)).balance).toBe(0)
  })

  test('once, however often staff give it back at once', async () => {
    const { client, orderId, items } = await delivered(CARD)
    const claim = await say(client, orderId, items[0].id, { refundAs: 'points' })
    const done = await Promise.allSettled(Array.from({ length: 4 }, () => staff('refund-claim', claim)))
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(await walletOf(client)).toMatchObject({ balance: items[0].totalPrice })
    expect(await historyOf(client)).toHaveLength(1)
  })
})
