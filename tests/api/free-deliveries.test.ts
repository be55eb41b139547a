import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/account/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as giftCards from '#contract/gift-cards/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import * as wallet from '#contract/wallet/calls.ts'
import { REWARD_TYPE } from '#domain/rewards/rule.ts'
import { schema } from '#server/db/schema.ts'
import { remindOfFreeDeliveries } from '#server/services/notifications/remind-free-deliveries.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { bonusOf, deliver, historyOf, pointsOf, setRules, walletOf } from '#tests/support/rewards.ts'
import { openShares } from '#tests/support/shares.ts'
import { add, atWork, buy, buyer, orderOf, place, refused } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
let ten = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  ten = await api.product(1, 'TEN')
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const TITLE = { hy: 'Անվճար', en: 'The next one free', ru: 'Бесплатно' }
/** A rule that makes the delivery of a later order free, for ten days; `beside`: further rules. */
const rule = (change: Parameters<typeof setRules>[1] = {}, ...beside: Parameters<typeof setRules>[1][]): Promise<void> =>
  setRules(api, { type: REWARD_TYPE.FREE_DELIVERY, rate: null, title: TITLE, liveDays: 10, ...change }, ...beside)
const listOf = (client: Client) => client.call(wallet.freeDeliveries)
const statesOf = async (client: Client) => (await listOf(client)).map(({ state }) => state)
const enter = (client: Client, promoCode: string) => client.call(baskets.enterVoucher, { body: { promoCode } })
const refund = (...words: string[]) => operateOrders(atWork(api), ['refund', ...words])
/** A person with a delivered order, and so a free delivery, and with something in the basket again. */
const withDelivery = async (next = plain) => {
  const bought = await buy(api, plain)
  await deliver(api, bought.placed.orderNumber)
  const [own] = await listOf(bought.client)
  if (!own) throw new Error('the order made no delivery free')
  await add(bought.client, next)
  return { ...bought, code: own.code }
}

describe('a free delivery', () => {
  test('comes when the order is delivered, beside points; the basket, the order, the rewards and the wallet say so', async () => {
    await rule({}, {})
    const { client, addressId } = await buyer(api, plain)
    expect(await pointsOf(client, addressId)).toMatchObject({ earns: 100, earnsDelivery: true, freeDelivery: null })
    const placed = await place(client, await orderOf(client, addressId))
    const { orderId, orderNumber } = placed
    expect(await client.call(orders.details, { query: { orderNumber } })).toMatchObject({ points: 100, freeDeliveries: 1 })
    expect(await bonusOf(client, orderId)).toMatchObject({
      ...{ state: 'expected', points: 100 },
      deliveries: [{ title: TITLE.en, lastDay: null, state: 'expected' }]
    })
    expect(await listOf(client)).toEqual([])
    await deliver(api, orderNumber)
    expect(await bonusOf(client, orderId)).toMatchObject({
      ...{ state: 'pending', points: 100 },
      deliveries: [{ title: TITLE.en, lastDay: '2026-11-30', state: 'open' }]
    })
    expect(await listOf(client)).toEqual([
      {
        ...{ code: expect.stringMatching(/^DELIVERY-[A-Z2-9]{10}$/), title: TITLE.en, lastDay: '2026-11-30', state: 'open' },
        order: { id: orderId, orderNumber }
      }
    ])
    expect(await walletOf(client)).toMatchObject({ freeDeliveries: 1, tickets: 0, balance: 100 })
    expect(await client.call(wallet.rewards)).toMatchObject([
      { title: TITLE.en, isRunning: true, freeDelivery: true, rate: null, points: null, draw: null, liveDays: 10, earned: 0 },
      { freeDelivery: false, rate: 10 }
    ])
    await setRules(api)
    expect(await client.call(wallet.rewards)).toMatchObject([{ isRunning: false, freeDelivery: true }, { earned: 100 }])
    const nobody = await api.person()
    expect([await listOf(nobody), await client.call(wallet.rewards).then(() => nobody.call(wallet.rewards))]).toEqual([[], []])
  })

  test('alone makes an order bring no points', async () => {
    await rule()
    const { client, placed } = await buy(api, plain)
    await deliver(api, placed.orderNumber)
    expect(await bonusOf(client, placed.orderId)).toMatchObject({ state: 'none', points: 0, rules: [], deliveries: [{ state: 'open' }] })
    expect(await historyOf(client)).toEqual([])
  })

  test('is offered with what it saves, pays the delivery of one order, and the market bears it', async () => {
    await rule()
    const { client, addressId, code } = await withDelivery()
    await setRules(api)
    const before = await client.call(baskets.get, { query: { addressId } })
    const saves = before.deliveryPrice.total
    expect(saves).toBeGreaterThan(0)
    expect((await pointsOf(client, addressId))?.freeDelivery).toEqual({ code, lastDay: '2026-11-30', saves })
    expect(await enter(client, code.toLowerCase())).toMatchObject({ voucherDiscount: saves, orderPrice: before.orderPrice - saves })
    expect((await pointsOf(client, addressId))?.freeDelivery).toBeNull()
    const placed = await place(client, await orderOf(client, addressId))
    expect(await statesOf(client)).toEqual(['used'])
    await add(client, plain)
    expect((await pointsOf(client, addressId))?.freeDelivery).toBeNull()
    expect(await refused(enter(client, code))).toMatchObject({ type: 'VOUCHER_USED' })
    await deliver(api, placed.orderNumber)
    expect(await statesOf(client)).toEqual(['used'])
  })

  test('comes back with an order that is cancelled', async () => {
    await rule()
    const { client, addressId, code } = await withDelivery()
    await setRules(api)
    await enter(client, code)
    const placed = await place(client, await orderOf(client, addressId))
    expect(await statesOf(client)).toEqual(['used'])
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    expect(await statesOf(client)).toEqual(['open'])
  })

  test('works for its owner alone, and nobody else learns that it is there', async () => {
    await rule()
    const { code } = await withDelivery()
    const { client, addressId } = await buyer(api, plain)
    expect(await refused(enter(client, code))).toMatchObject({ type: 'VOUCHER_NOT_FOUND', field: 'promoCode' })
    expect(await refused(place(client, await orderOf(client, addressId, { promoCode: code })))).toMatchObject({ type: 'VOUCHER_NOT_FOUND' })
    expect(await refused(client.call(giftCards.activate, { body: { cardCode: code, giftCardOnly: false } }))).toMatchObject({
      type: 'GIFT_CARD_OR_VOUCHER_NOT_FOUND'
    })
  })

  test('of two taps at once one order uses it', async () => {
    await rule()
    const { client, addressId, code } = await withDelivery()
    await setRules(api)
    await enter(client, code)
    const body = await orderOf(client, addressId)
    const outcomes = await Promise.allSettled([place(client, body), place(client, body)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await statesOf(client)).toEqual(['used'])
  })

  test('tells its owner a week before it ends, once, with all of that week together; not once it is used', async () => {
    const noticesOf = async (client: Client) =>
      (await client.call(notifications.list, { query: {} })).items.filter(({ kind }) => kind === 'freeDelivery')
    await rule({}, { type: REWARD_TYPE.FREE_DELIVERY, rate: null, liveDays: 12, title: TITLE })
    const { client } = await withDelivery()
    await remindOfFreeDeliveries(atWork(api))
    expect(await noticesOf(client)).toEqual([])
    api.clock.advance(6 * 86_400_000)
    expect(await remindOfFreeDeliveries(atWork(api))).toBeGreaterThan(0)
    expect(await remindOfFreeDeliveries(atWork(api))).toBe(0)
    api.clock.set(NOON)
    expect(await noticesOf(client)).toMatchObject([
      { title: 'Your free delivery ends on 30/11/2026', text: 'Choose it at checkout by then.', path: '/account/wallet' }
    ])
    await rule({ liveDays: 5 })
    const { client: other, addressId, code } = await withDelivery()
    await enter(other, code)
    await place(other, await orderOf(other, addressId))
    await remindOfFreeDeliveries(atWork(api))
    expect(await noticesOf(other)).toEqual([])
  })

  test('ends with its last day', async () => {
    await rule()
    const { client, addressId, code } = await withDelivery()
    const endOn = (endsOn: string) => api.engine.db.update(schema.vouchers).set({ endsOn }).where(eq(schema.vouchers.code, code))
    await endOn('2026-11-20')
    expect(await statesOf(client)).toEqual(['open'])
    expect((await pointsOf(client, addressId))?.freeDelivery).toMatchObject({ code, lastDay: '2026-11-20' })
    await endOn('2026-11-19')
    expect(await statesOf(client)).toEqual(['expired'])
    expect((await pointsOf(client, addressId))?.freeDelivery).toBeNull()
    expect(await refused(enter(client, code))).toMatchObject({ type: 'VOUCHER_EXPIRED' })
  })

  test('is for the suppliers and kinds by whose goods it was earned, and not offered elsewhere', async () => {
    await rule({ kinds: ['restaurant'] })
    const { client, addressId, code } = await withDelivery(await api.product(4, 'ROSE'))
    expect((await pointsOf(client, addressId))?.freeDelivery).toBeNull()
    expect(await refused(enter(client, code))).toMatchObject({ type: 'INVALID_VOUCHER_CATEGORY' })
  })

  test('needs the minimum of goods, and is withdrawn when refunds take the order below it', async () => {
    await rule({ minimum: 150_000 })
    const { client, addressId } = await buyer(api, plain)
    await add(client, ten, 2)
    const placed = await place(client, await orderOf(client, addressId))
    await deliver(api, placed.orderNumber)
    await refund(placed.orderNumber, '2', '1')
    expect(await statesOf(client)).toEqual(['open'])
    await refund(placed.orderNumber, '2', '1')
    expect(await statesOf(client)).toEqual(['withdrawn'])
    expect(await bonusOf(client, placed.orderId)).toMatchObject({ deliveries: [{ state: 'withdrawn' }] })
    const [own] = await listOf(client)
    await add(client, plain)
    expect(await refused(enter(client, own?.code ?? ''))).toMatchObject({ type: 'VOUCHER_EXPIRED' })
    const small = await buy(api, plain)
    await deliver(api, small.placed.orderNumber)
    expect(await listOf(small.client)).toEqual([])
  })

  test('that was used already stays used when its order is refunded, and cannot be used again', async () => {
    await rule()
    const { client, addressId, code, placed } = await withDelivery()
    await setRules(api)
    await enter(client, code)
    const second = await place(client, await orderOf(client, addressId))
    await refund(placed.orderNumber)
    expect(await statesOf(client)).toEqual(['used'])
    await client.call(orders.cancel, { params: { id: second.orderId } })
    expect(await statesOf(client)).toEqual(['withdrawn'])
  })

  test('of several payers goes to whoever paid most', async () => {
    await rule()
    const shares = await openShares(api)
    const { owner, davit, mariam, number, placed } = await shares.collecting()
    for (const client of [owner, davit, mariam]) await shares.payShare(client, number)
    expect(await bonusOf(davit, placed.orderId)).toMatchObject({ deliveries: [{ state: 'expected' }] })
    await deliver(api, number)
    expect(await Promise.all([owner, davit, mariam].map(statesOf))).toEqual([[], ['open'], []])
  })

  test('is in the data that its owner can take along', async () => {
    await rule()
    const { client, code } = await withDelivery()
    expect((await client.call(account.exportData)).freeDeliveries).toMatchObject([{ code, state: 'open' }])
  })
})
