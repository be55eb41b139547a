import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { COLLECTING_MS, GROUP_ORDER_TYPE } from '#domain/orders/group-order.ts'
import { schema } from '#server/db/schema.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { activate, cardsOf, give } from '#tests/support/gift-cards.ts'
import { cancel, codeOf, complete, infoOf, join, start } from '#tests/support/group.ts'
import { historyOf, walletOf, withPoints } from '#tests/support/rewards.ts'
import { CARD, goOn, memberIdOf, openShares, payFor, paymentsOf, payWith } from '#tests/support/shares.ts'
import { add, addAddress, atWork, orderOf, place, refused } from '#tests/support/shopping.ts'

const [CASH, BONUS] = [3, 16]

let api: TestApi
let shares: Awaited<ReturnType<typeof openShares>>
beforeAll(async () => {
  api = await startApi()
  shares = await openShares(api)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
})

/** Somebody with so many points, and gift cards of so many drams. */
const somebodyWith = async ({ points = 0, cards = [] }: { points?: number; cards?: number[] }): Promise<Client> => {
  const client = points > 0 ? (await withPoints(api, shares.plain, points)).client : await api.person()
  for (const drams of cards) await activate(client, (await give(api, drams)).code)
  return client
}
const ownMoneyOf = async (client: Client) => (await infoOf(client)).collecting?.ownMoney
const balances = async (client: Client) => (await cardsOf(client)).map(({ balance }) => balance)

// Shares: Ani 1,197, Davit 2,227, Mariam 1,711, together 5,135.
describe('a share', () => {
  test('is paid by gift cards, then points, then a card; all of another by points, with which the order is paid', async () => {
    const davit = await somebodyWith({ points: 400, cards: [1_000] })
    const mariam = await somebodyWith({ points: 5_000 })
    const { owner, started, placed, number } = await shares.collecting({ davit, mariam })
    expect(await ownMoneyOf(davit)).toMatchObject({
      giftCards: { available: 1_000, covers: 1_000 },
      points: { available: 400, covers: 400, labelledAt: [] }
    })
    expect((await ownMoneyOf(mariam))?.points).toMatchObject({ available: 5_000, covers: 1_711 })
    await shares.press(owner, placed.redirectUrl)
    const begun = await payWith(davit, number, { useGiftCard: true, giftCardAmount: 1_000, useWallet: true, walletAmount: 400 })
    expect(begun).toMatchObject({ status: 17, paymentCode: null })
    expect((await infoOf(davit)).collecting).toMatchObject({ due: 827, ownMoney: { giftCards: { covers: 0 }, points: { covers: 0 } } })
    expect(await paymentsOf(owner)).toEqual([
      ['Ani', 'paid'],
      ['Davit', 'due'],
      ['Mariam', 'due']
    ])
    expect(await shares.press(davit, begun.redirectUrl)).toContain(started.hash)
    expect(await payWith(mariam, number, { useWallet: true, walletAmount: 1_711 })).toMatchObject({ status: 12, redirectUrl: null })
    expect(await shares.till.details(owner, number)).toMatchObject({ status: 12, payment: 'paid', refunds: [] })
    expect(shares.keptBy(number)).toBe(1_197 + 827)
    expect(await walletOf(mariam)).toMatchObject({ balance: 5_000 - 1_711 })
    expect(await balances(davit)).toEqual([0])
    // Mariam's dish has run out: her points come back, nobody else's money.
    const details = await shares.till.details(mariam, number)
    const line = details.parts.flatMap(({ items }) => items).findIndex(({ quantity }) => quantity === 3) + 1
    await operateOrders(atWork(api), ['refund', number, String(line)])
    expect(await walletOf(mariam)).toMatchObject({ balance: 5_000 - 1_711 + 1_500 })
    expect(shares.keptBy(number)).toBe(1_197 + 827)
  })

  test('of the initiator is paid at checkout already, before everybody else’s', async () => {
    const owner = await somebodyWith({ points: 100, cards: [1_000] })
    const { davit, mariam, placed, number } = await shares.collecting(
      { owner },
      { useGiftCard: true, giftCardAmount: 1_000, useWallet: true, walletAmount: 100 }
    )
    expect(placed.redirectUrl).not.toBeNull()
    expect(await shares.tendersOf(placed.orderId)).toEqual([
      [owner.userId, 97, 'held'],
      [davit.userId, 2227, 'held'],
      [mariam.userId, 1711, 'held'],
      [owner.userId, 1000, 'captured'],
      [owner.userId, 100, 'captured']
    ])
    await shares.press(owner, placed.redirectUrl)
    await shares.payShare(davit, number)
    await shares.payShare(mariam, number)
    expect(await shares.till.details(owner, number)).toMatchObject({ status: 12, payment: 'paid' })
    expect(shares.keptBy(number)).toBe(5135 - 1100)
  })

  test('of the initiator costs nothing more where points pay all of it', async () => {
    const owner = await somebodyWith({ points: 9_000 })
    const { davit, mariam, placed, number } = await shares.collecting({ owner }, { useWallet: true, walletAmount: 1_197 })
    expect(placed).toMatchObject({ status: 17, redirectUrl: null, paymentCode: null })
    expect(await paymentsOf(mariam)).toEqual([
      ['Ani', 'paid'],
      ['Davit', 'due'],
      ['Mariam', 'due']
    ])
    expect(await ownMoneyOf(owner)).toBeNull()
    expect(await codeOf(payWith(owner, number, { useWallet: true }))).toEqual([476, 'ALREADY_PAID'])
    await shares.payShare(davit, number)
    await shares.payShare(mariam, number)
    expect(await shares.till.details(owner, number)).toMatchObject({ status: 12, payment: 'paid' })
    expect(await walletOf(owner)).toMatchObject({ balance: 9_000 - 1_197 })
  })

  test('is paid by those gift cards that are named, and by nobody else’s', async () => {
    const davit = await somebodyWith({ cards: [1_000, 1_500] })
    const { mariam, number } = await shares.collecting({ davit })
    const small = (await cardsOf(davit)).find(({ balance }) => balance === 1_000)?.id ?? 0
    expect(await codeOf(payWith(mariam, number, { useGiftCard: true, cards: [small] }))).toEqual([429, 'GIFT_CARD_NOT_FOUND'])
    await payWith(davit, number, { useGiftCard: true, cards: [small], giftCardAmount: 1_000 })
    expect((await balances(davit)).toSorted()).toEqual([0, 1_500])
    expect(await codeOf(payWith(davit, number, { useGiftCard: true, cards: [small] }))).toEqual([440, 'GIFT_CARD_USED'])
    expect((await infoOf(davit)).collecting?.due).toBe(1_227)
  })

  test('is paid once, whatever is pressed twice, and not at all when another amount was shown', async () => {
    const davit = await somebodyWith({ points: 400 })
    const mariam = await somebodyWith({ points: 9_000 })
    const { number } = await shares.collecting({ davit, mariam })
    for (const walletAmount of [399, 401, 0])
      expect(await refused(payWith(davit, number, { useWallet: true, walletAmount }))).toMatchObject({
        ...{ type: 'CHECKOUT_OUTDATED', field: 'walletAmount' }
      })
    expect(await walletOf(davit)).toMatchObject({ balance: 400 })
    const paying = (client: Client, walletAmount: number) =>
      Promise.allSettled(Array.from({ length: 4 }, () => payWith(client, number, { useWallet: true, walletAmount })))
    expect((await paying(davit, 400)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await paying(mariam, 1_711)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect([(await walletOf(davit)).balance, (await walletOf(mariam)).balance]).toEqual([0, 9_000 - 1_711])
    expect((await infoOf(davit)).collecting?.due).toBe(2_227 - 400)
  })

  test('is paid while a page of the bank is open: that page closes, and what comes by it goes back', async () => {
    const davit = await somebodyWith({ points: 2_227 })
    const { number } = await shares.collecting({ davit })
    const { redirectUrl } = await payWith(davit, number, {})
    await payWith(davit, number, { useWallet: true, walletAmount: 2_227 })
    await shares.press(davit, redirectUrl)
    expect(shares.keptBy(number)).toBe(0)
    expect(await walletOf(davit)).toMatchObject({ balance: 0 })
  })

  test('of goods for which the restaurant takes no points is paid by them for delivery and fees alone', async () => {
    const { products, suppliers } = schema
    const setLabelled = async (pointsLabelled: boolean): Promise<void> => {
      await api.engine.db.update(suppliers).set({ pointsLabelled }).where(eq(suppliers.id, 1))
    }
    const davit = await somebodyWith({ points: 9_000 })
    const mariam = await somebodyWith({ points: 9_000 })
    const { number } = await shares.collecting({ davit, mariam })
    const [ten] = await api.engine.db.select({ labels: products.labels }).from(products).where(eq(products.id, shares.ten))
    try {
      await setLabelled(true)
      await api.engine.db
        .update(products)
        .set({ labels: ['use_points'] })
        .where(eq(products.id, shares.ten))
      expect((await ownMoneyOf(davit))?.points).toMatchObject({ covers: 227, labelledAt: [expect.any(String)] })
      expect((await ownMoneyOf(mariam))?.points).toMatchObject({ covers: 1_711, labelledAt: [] })
      await payWith(davit, number, { useWallet: true, walletAmount: 227 })
      expect((await ownMoneyOf(davit))?.points.covers).toBe(0)
    } finally {
      await setLabelled(false)
      await api.engine.db
        .update(products)
        .set({ labels: ten?.labels ?? [] })
        .where(eq(products.id, shares.ten))
    }
  })

  test('is paid from a corporate wallet by a company alone', async () => {
    const { davit, mariam, number } = await shares.collecting()
    expect((await ownMoneyOf(davit))?.corporateWallet).toBeUndefined()
    expect(await refused(payWith(davit, number, { useCorporateWallet: true }))).toMatchObject({ type: 'CORPORATE_WALLET_UNAVAILABLE' })
    await mariam.call(auth.change, { body: { companyName: 'Ararat LLC', tin: '01234567' } })
    expect((await ownMoneyOf(mariam))?.corporateWallet).toEqual({ available: 0, takes: true })
  })
})

describe('what paid a part of a share comes back', () => {
  test('to who is left out, who then has nothing to do with the order; it never paid for the others', async () => {
    const mariam = await somebodyWith({ points: 700, cards: [1_000] })
    const { owner, davit, placed, number } = await shares.collecting({ mariam })
    await payWith(mariam, number, { useGiftCard: true, giftCardAmount: 1_000, useWallet: true, walletAmount: 700 })
    await shares.press(owner, placed.redirectUrl)
    await shares.payShare(davit, number)
    // As without that money: 3,600 in all, of which 1,197 and 2,227 are paid.
    expect((await infoOf(owner)).collecting?.without).toEqual({ extra: 176, missing: 0 })
    await goOn(owner, 176)
    expect([(await walletOf(mariam)).balance, await balances(mariam)]).toEqual([700, [1_000]])
    expect((await historyOf(mariam))[0]).toMatchObject({ type: 'refund', amount: 700, reason: { why: 'returned' } })
    expect(await codeOf(shares.till.details(mariam, number))).toEqual([420, 'ORDER_NOT_FOUND'])
    expect((await mariam.call(orders.history, { query: { skip: 0, take: 10 } })).items.map(({ orderNumber }) => orderNumber)).not.toContain(
      number
    )
    await shares.payShare(owner, number)
    const paid = await shares.till.details(owner, number)
    expect(paid).toMatchObject({ status: 12, payment: 'paid', orderPrice: 3_600, refunds: [] })
    expect(paid.tenders.map(({ amount }) => amount)).toEqual([1_197, 2_227, 176])
    expect(shares.keptBy(number)).toBe(3_600)
  })

  test('to everybody when the initiator cancels or the time is over; the list is not opened again after somebody has paid', async () => {
    const davit = await somebodyWith({ points: 1_000 })
    const first = await shares.collecting({ davit })
    await payWith(davit, first.number, { useWallet: true, walletAmount: 1_000 })
    expect(await codeOf(complete(first.owner, false))).toEqual([473, 'GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER'])
    await cancel(first.owner)
    expect(await walletOf(davit)).toMatchObject({ balance: 1_000 })
    const late = await somebodyWith({ points: 1_000 })
    const second = await shares.collecting({ davit: late })
    await payWith(late, second.number, { useWallet: true, walletAmount: 1_000 })
    api.clock.advance(COLLECTING_MS + 1_000)
    await expireUnpaid(atWork(api))
    api.clock.set(NOON)
    expect(await walletOf(late)).toMatchObject({ balance: 1_000 })
  })

  test('not when the initiator pays what is missing of it', async () => {
    const mariam = await somebodyWith({ points: 700 })
    const { owner, davit, number } = await shares.collecting({ mariam })
    await payWith(mariam, number, { useWallet: true, walletAmount: 700 })
    await shares.payShare(davit, number)
    const { redirectUrl } = await payFor(owner, number, await memberIdOf(owner, 'Mariam'))
    await shares.press(owner, redirectUrl)
    expect(await shares.till.details(owner, number)).toMatchObject({ status: 12, payment: 'paid' })
    expect(shares.keptBy(number)).toBe(5_135 - 700)
    expect(await walletOf(mariam)).toMatchObject({ balance: 0 })
  })
})

test('an order that is placed already takes no points and gift cards, nor does one paid by transfer', async () => {
  const client = await somebodyWith({ points: 300 })
  await add(client, shares.plain)
  const { orderNumber } = await place(client, await orderOf(client, await addAddress(client), { paymentId: CARD }))
  for (const use of [{ useWallet: true }, { useGiftCard: true }, { useCorporateWallet: true }])
    expect(await refused(payWith(client, orderNumber, use))).toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE', field: 'paymentId' })
  expect(await walletOf(client)).toMatchObject({ balance: 300 })
})

test('the basket of an initiator says what points and gift cards would pay of the own share', async () => {
  const owner = await somebodyWith({ points: 9_000, cards: [5_000] })
  const davit = await api.person()
  const started = await start(owner, { groupOrderType: GROUP_ORDER_TYPE.PAID_BY_ALL })
  await join(davit, started, 'Davit')
  await add(owner, shares.plain)
  await add(davit, shares.plain, 2)
  const addressId = await addAddress(owner)
  const basket = await owner.call(baskets.get, { query: { addressId, useBonusPoints: true, useGiftCard: false } })
  expect(basket.ownShare).toBeLessThan(basket.orderPrice)
  expect(basket.points).toMatchObject({ covers: basket.ownShare, left: 0 })
  expect(basket.giftCards).toMatchObject({ covers: basket.ownShare, left: 0 })
  await complete(owner)
  for (const paymentId of [BONUS, CASH])
    expect(await refused(place(owner, await orderOf(owner, addressId, { paymentId, useWallet: true })))).toMatchObject({
      type: 'PAYMENT_METHOD_UNAVAILABLE'
    })
})
