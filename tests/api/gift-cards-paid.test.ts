import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { expireGiftCards } from '#server/services/gift-cards/expire.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import type { TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { activate, basketWith, cardsOf, detailsOf, give, orderWithCards, withCards } from '#tests/support/gift-cards.ts'
import { transfersOf } from '#tests/support/ledger.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { bonusOf, deliver, setRules, walletOf, withPoints } from '#tests/support/rewards.ts'
import { add, atWork, buyer, orderOf, place, refused, setProduct } from '#tests/support/shopping.ts'
import { startTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  ;({ api, till, plain } = await startTill())
})
afterAll(() => api.close())
beforeEach(() => setRules(api))
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const [CASH, TRANSFER, CARD, GIFT_CARD, BONUS, WITHOUT_PAYMENT] = [3, 4, 8, 10, 16, 18]
const DAY = 86_400_000
const staff = (...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)

describe('gift cards pay', () => {
  test('a share beside a card, the one that expires first before the other; a refund goes to the card first', async () => {
    const { client, addressId, ids } = await withCards(api, plain, 1_000, 1_200)
    await add(client, plain, 4)
    const order = await orderWithCards(client, addressId, CARD)
    expect(order.giftCardAmount).toBe(2_200)
    const placed = await place(client, order)
    expect(placed.status).toBe(17)
    expect((await cardsOf(client)).map(({ status, balance }) => [status, balance])).toEqual([
      [4, 0],
      [4, 0]
    ])
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    const paid = await till.details(client, placed.orderNumber)
    expect(paid).toMatchObject({
      status: 12,
      tenders: [
        { methodKey: 'card', amount: order.orderPrice - 2_200 },
        { methodKey: 'giftCard', amount: 1_000 },
        { methodKey: 'giftCard', amount: 1_200 }
      ]
    })
    await staff('refund', placed.orderNumber, '1', '1')
    expect((await cardsOf(client)).map(({ balance }) => balance)).toEqual([0, 0])
    await staff('refund', placed.orderNumber)
    const details = await till.details(client, placed.orderNumber)
    expect(details).toMatchObject({ status: -1, payment: 'refunded' })
    expect(details.refunds.filter(({ as }) => as === 'giftCard').map(({ amount }) => amount)).toEqual([1_200, 1_000])
    for (const [index, value] of [1_000, 1_200].entries())
      expect(await detailsOf(client, ids[index] ?? 0)).toMatchObject({
        ...{ balance: value, status: 3 },
        entries: [
          { event: 'returned', amount: value, order: { id: placed.orderId } },
          { event: 'spent', amount: -value },
          { event: 'activated' }
        ]
      })
  })

  test('all of an order, which is paid at once and asks for no method', async () => {
    const { client, addressId, ids } = await withCards(api, plain, 50_000)
    await add(client, plain)
    const order = await orderWithCards(client, addressId, GIFT_CARD)
    const placed = await place(client, order)
    expect(placed).toMatchObject({ status: 12, redirectUrl: null })
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      ...{ status: 12, payment: 'paid', paymentId: GIFT_CARD },
      tenders: [{ methodKey: 'giftCard', amount: order.orderPrice }]
    })
    expect(await detailsOf(client, ids[0] ?? 0)).toMatchObject({ balance: 50_000 - order.orderPrice, status: 3 })
  })

  test('before points, which pay what they leave; nothing else is left', async () => {
    const { client, addressId } = await withPoints(api, plain, 30_000)
    const { code } = await give(api, 1_000)
    await activate(client, code)
    await add(client, plain, 2)
    const { giftCards, points, orderPrice } = await basketWith(client, addressId, true)
    expect(giftCards).toMatchObject({ covers: 1_000, left: orderPrice - 1_000 })
    expect(points).toMatchObject({ covers: orderPrice - 1_000, left: 0 })
    expect((await basketWith(client, addressId, false)).points).toMatchObject({ covers: orderPrice, left: 0 })
    const order = { ...(await orderWithCards(client, addressId, WITHOUT_PAYMENT)), useWallet: true, walletAmount: orderPrice - 1_000 }
    const placed = await place(client, order)
    expect(placed).toMatchObject({ status: 12, redirectUrl: null })
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      paymentId: WITHOUT_PAYMENT,
      tenders: [
        { methodKey: 'giftCard', amount: 1_000 },
        { methodKey: 'points', amount: orderPrice - 1_000 }
      ]
    })
    await deliver(api, placed.orderNumber)
    expect(await bonusOf(client, placed.orderId)).toMatchObject({ points: 0 })
    await staff('refund', placed.orderNumber)
    expect(await walletOf(client)).toMatchObject({ balance: 30_000 })
    expect((await cardsOf(client)).map(({ balance }) => balance)).toEqual([1_000])
  })

  test('only the ones that are named, each of which can be spent', async () => {
    const { client, addressId, ids } = await withCards(api, plain, 1_000, 1_500)
    const [first = 0, second = 0] = ids
    const { ids: others } = await withCards(api, plain, 1_000)
    await add(client, plain, 3)
    const order = { ...(await orderWithCards(client, addressId, CASH)), giftCardAmount: 1_500 }
    expect(await refused(place(client, { ...order, cards: [second, others[0] ?? 0] }))).toMatchObject({
      type: 'GIFT_CARD_NOT_FOUND',
      field: 'cards'
    })
    await place(client, { ...order, cards: [second] })
    await add(client, plain, 3)
    const next = { ...(await orderOf(client, addressId)), useGiftCard: true }
    expect(await refused(place(client, { ...next, cards: [second] }))).toMatchObject({ type: 'GIFT_CARD_USED', field: 'cards' })
    const { giftCards } = schema
    await api.engine.db
      .update(giftCards)
      .set({ expiresAt: new Date(NOON - 1) })
      .where(eq(giftCards.id, first))
    expect(await refused(place(client, { ...next, cards: [first] }))).toMatchObject({ type: 'GIFT_CARD_EXPIRED', field: 'cards' })
    await expireGiftCards(atWork(api))
  })

  test('as the basket says it: each card of the person, and what it pays of the price, or those that are named', async () => {
    const { client, addressId, ids } = await withCards(api, plain, 1_000, 1_500)
    const [first = 0, second = 0] = ids
    const { ids: others } = await withCards(api, plain, 5_000)
    const { giftCards, orderPrice } = await basketWith(client, addressId, true)
    const [codeOfFirst, codeOfSecond] = await Promise.all(ids.map(async (id) => (await detailsOf(client, id)).code.slice(-4)))
    expect(giftCards).toMatchObject({ available: 2_500, covers: orderPrice, left: 0 })
    expect(giftCards?.cards).toMatchObject([
      { id: first, code: codeOfFirst, balance: 1_000, covers: 1_000 },
      { id: second, code: codeOfSecond, balance: 1_500, covers: orderPrice - 1_000 }
    ])
    const covered = async (...cards: number[]) => {
      const shown = (await basketWith(client, addressId, true, cards)).giftCards
      return [shown?.covers, ...(shown?.cards.map(({ covers }) => covers) ?? [])]
    }
    expect(await covered(first)).toEqual([1_000, 1_000, 0])
    expect(await covered(second)).toEqual([Math.min(1_500, orderPrice), 0, Math.min(1_500, orderPrice)])
    expect(await covered(second, first)).toEqual([orderPrice, 1_000, orderPrice - 1_000])
    // A card of somebody else pays nothing, and nothing is said of it.
    expect(await covered(others[0] ?? 0)).toEqual([0, 0, 0])
    expect(await covered(first, others[0] ?? 0)).toEqual([1_000, 1_000, 0])
    for (const cards of ['cards[0]=x', 'cards[0]=0', 'cards[0]=1.5', `cards[0]=${2 ** 31}`]) {
      const { status, envelope } = await client.raw('GET', `/baskets?useGiftCard=1&${cards}`)
      expect([status, JSON.stringify(envelope)]).toEqual([400, expect.stringContaining('cards')])
    }
  })

  test('what was shown, or nothing is ordered; never beside a transfer', async () => {
    const { client, addressId } = await withCards(api, plain, 1_000)
    await add(client, plain, 2)
    const shown = await orderWithCards(client, addressId, CARD)
    for (const giftCardAmount of [0, 999, 1_001])
      expect(await refused(place(client, { ...shown, giftCardAmount }))).toMatchObject({
        type: 'CHECKOUT_OUTDATED',
        field: 'giftCardAmount'
      })
    expect(await refused(place(client, { ...shown, giftCardAmount: -1 }))).toMatchObject({ type: 'BAD_REQUEST', field: 'giftCardAmount' })
    for (const paymentId of [GIFT_CARD, BONUS, WITHOUT_PAYMENT])
      expect(await refused(place(client, { ...shown, paymentId }))).toMatchObject({
        type: 'PAYMENT_METHOD_UNAVAILABLE',
        field: 'paymentId'
      })
    await client.call(auth.change, { body: { companyName: 'Ararat LLC', tin: '11000777' } })
    expect(await refused(place(client, { ...shown, paymentId: TRANSFER }))).toMatchObject({
      type: 'NO_GIFT_CARDS_WITH_BANK_TRANSFER',
      field: 'useGiftCard'
    })
    const placed = await place(client, shown)
    expect(
      await refused(
        client.call(
          orders.payForOrder,
          { body: { orderNumber: placed.orderNumber, paymentId: TRANSFER } },
          { idempotencyKey: crypto.randomUUID() }
        )
      )
    ).toMatchObject({ type: 'NO_GIFT_CARDS_WITH_BANK_TRANSFER', field: 'paymentId' })
  })

  test('once, when twenty orders ask for the same one', async () => {
    const { client, addressId, ids } = await withCards(api, plain, 1_000)
    await add(client, plain)
    const body = await orderWithCards(client, addressId, CARD)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => place(client, body)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await detailsOf(client, ids[0] ?? 0)).entries.filter(({ event }) => event === 'spent')).toHaveLength(1)
  })

  test('and come back when the order ends unpaid, whoever ends it; at least 30 days are left then', async () => {
    const { client, addressId, ids } = await withCards(api, plain, 1_000)
    const [id = 0] = ids
    for (const end of ['cancelled', 'expired'] as const) {
      await add(client, plain)
      const placed = await place(client, await orderWithCards(client, addressId, CARD))
      expect(await detailsOf(client, id)).toMatchObject({ balance: 0, status: 4, viewStatus: 0 })
      await api.engine.db
        .update(schema.giftCards)
        .set({ expiresAt: new Date(NOON + DAY) })
        .where(eq(schema.giftCards.id, id))
      if (end === 'cancelled') await client.call(orders.cancel, { params: { id: placed.orderId } })
      else await till.later(60, () => expireUnpaid(atWork(api)))
      const card = await detailsOf(client, id)
      expect(card).toMatchObject({ balance: 1_000, status: 3, viewStatus: 1 })
      expect(Date.parse(card.expiresAt)).toBeGreaterThanOrEqual(NOON + 30 * DAY)
    }
  })

  test('beside cash: what is not there comes off the cash, then off the card; lost postings are made again', async () => {
    const { client, addressId, ids } = await withCards(api, plain, 1_600)
    const [id = 0] = ids
    await setProduct(api, plain, { price: 60_000 })
    await add(client, plain)
    const order = await orderWithCards(client, addressId, CASH)
    const placed = await place(client, order)
    await setProduct(api, plain, { price: 100_000 })
    const back = Math.max(0, 600 - (order.orderPrice - 1_600))
    await staff('refund', placed.orderNumber, '1', '1')
    expect(back).toBeGreaterThan(0)
    expect(await detailsOf(client, id)).toMatchObject({ balance: back, entries: [{ event: 'lowered', amount: back }, {}, {}] })
    await deliver(api, placed.orderNumber)
    await staff('refund', placed.orderNumber)
    expect(await detailsOf(client, id)).toMatchObject({ balance: 1_600 })
    api.clock.set(NOON + 400 * DAY)
    await expireGiftCards(atWork(api))
    const entries = await api.engine.db.select().from(schema.giftCardEntries).where(eq(schema.giftCardEntries.cardId, id))
    const own = `(${entries.map((entry) => entry.id).join('|')})`
    const tenders = `(${entries.flatMap(({ tenderId }) => tenderId ?? []).join('|')})`
    const patterns = [`^gift-card:${id}:issued$`, `^gift-card-entry:${own}:`, `^tender:${tenders}:spent$`]
    const causes = (await Promise.all(patterns.map((pattern) => transfersOf(api.engine, pattern)))).flat().map(([cause]) => cause)
    expect(causes.map((cause) => cause.replace(/\d+/, '')).toSorted()).toEqual([
      'gift-card-entry::expired',
      'gift-card-entry::returned',
      'gift-card::issued',
      'tender::spent'
    ])
    await postsLost(api, causes)
  })

  test('nothing of an account that was erased: whoever has the code activates the card again', async () => {
    const { client } = await buyer(api, plain)
    const { id, code } = await give(api, 3_000)
    await activate(client, code)
    const { leaveGiftCards } = await import('#server/services/gift-cards/leave.ts')
    await leaveGiftCards(atWork(api), client.userId ?? 0, [])
    expect(await cardsOf(client)).toEqual([])
    const { client: other } = await buyer(api, plain)
    expect(await activate(other, code)).toMatchObject({ giftCard: { id, balance: 3_000 } })
  })
})
