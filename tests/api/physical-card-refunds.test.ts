import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as claims from '#contract/claims/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { activate, cardsOf } from '#tests/support/gift-cards.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { BOX, cardsOfOrder, handedOver, NOT_YET, orderCards, owedOn, print, shownCards, staff } from '#tests/support/physical-cards.ts'
import { setRules } from '#tests/support/rewards.ts'
import { refused } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  await api.engine.db.update(schema.suppliers).set({ commission: 300 }).where(eq(schema.suppliers.id, 7))
})
afterAll(() => api.close())
beforeEach(() => setRules(api))
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const CASH = 3

describe('paid at the door', () => {
  test('it works once the courier has the money', async () => {
    const { client, placed } = await orderCards(api, till, { paymentId: CASH })
    await staff(api, 'accept', placed.orderNumber)
    const [code = ''] = await print(api, placed.orderNumber)
    await staff(api, 'on-the-way', placed.orderNumber)
    expect(await refused(activate(client, code))).toMatchObject({ code: 429, message: NOT_YET })
    await staff(api, 'delivered', placed.orderNumber, 'cash', 'aram')
    expect(await activate(client, code)).toMatchObject({ giftCard: { balance: 5_000 } })
  })

  test('a card that is taken off before is worth nothing', async () => {
    const { client, placed } = await orderCards(api, till, { quantity: 2, paymentId: CASH })
    await staff(api, 'accept', placed.orderNumber)
    const [first = '', second = ''] = await print(api, placed.orderNumber)
    await staff(api, 'refund', placed.orderNumber, '1', '1')
    expect(await shownCards(till, client, placed)).toHaveLength(1)
    for (const verb of ['on-the-way', 'delivered']) await staff(api, verb, placed.orderNumber)
    expect(await refused(activate(client, second))).toMatchObject({ code: 429 })
    expect(await activate(client, first)).toMatchObject({ giftCard: { balance: 5_000 } })
  })

  test('a cancelled order leaves a printed card worth nothing', async () => {
    const { client, placed } = await orderCards(api, till, { paymentId: CASH })
    const [code = ''] = await print(api, placed.orderNumber)
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    expect(await refused(activate(client, code))).toMatchObject({ code: 429, message: expect.not.stringContaining('handed over') })
    expect(await shownCards(till, client, placed)).toEqual([])
  })
})

describe('its money goes back', () => {
  test('while nobody has entered the code: the code is worth nothing, and the supplier has the box again', async () => {
    const { client, placed, codes } = await handedOver(api, till, 2)
    await staff(api, 'refund', placed.orderNumber, '1', '1')
    const cards = await cardsOfOrder(api, placed.orderId)
    expect(cards.map(({ status, balance }) => [status, balance])).toEqual([
      [2, 500_000],
      [5, 0]
    ])
    expect(await owedOn(api, cards[1]?.id ?? 0)).toBe(0)
    expect(await refused(activate(client, codes[1] ?? ''))).toMatchObject({ code: 429 })
    expect(await activate(client, codes[0] ?? '')).toMatchObject({ giftCard: { balance: 5_000 } })
    await postsLost(api, [`gift-card:${cards[1]?.id}:withdrawn`])
    expect((await till.details(client, placed.orderNumber)).refunded).toBe(5_000 + BOX)
    expect(await shownCards(till, client, placed)).toHaveLength(1)
  })

  test('not of one that somebody has activated, spent or not', async () => {
    const { client, placed, codes } = await handedOver(api, till, 2)
    await activate(client, codes[0] ?? '')
    await expect(staff(api, 'refund', placed.orderNumber, '1', '2')).rejects.toThrow(/all but 1 are activated, or have expired; refund 1/)
    await expect(staff(api, 'refund', placed.orderNumber)).rejects.toMatchObject({ why: 'CARD_USED' })
    await staff(api, 'refund', placed.orderNumber, '1', '1')
    expect(await refused(activate(client, codes[1] ?? ''))).toMatchObject({ code: 429 })
    expect((await cardsOf(client)).map(({ balance }) => balance)).toEqual([5_000])
    await expect(staff(api, 'refund', placed.orderNumber, '1')).rejects.toThrow(/their money stays/)
  })

  test('not by a claim about one that somebody has activated', async () => {
    const { client, placed, codes } = await handedOver(api, till)
    const [part] = (await till.details(client, placed.orderNumber)).parts
    const itemId = part?.items[0]?.id ?? 0
    await client.call(claims.write, {
      body: { orderId: placed.orderId, claims: [{ itemId, reason: 'spoilt' }], comment: 'The code is torn' }
    })
    await activate(client, codes[0] ?? '')
    const [claim] = (await till.details(client, placed.orderNumber)).claims
    await expect(staff(api, 'refund-claim', String(claim?.id))).rejects.toMatchObject({ why: 'CARD_USED' })
    expect((await till.details(client, placed.orderNumber)).refunded).toBe(0)
  })

  test('activated and refunded at one moment: one of both', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { client, placed, codes } = await handedOver(api, till)
      const [card] = await cardsOfOrder(api, placed.orderId)
      const outcomes = await Promise.allSettled([activate(client, codes[0] ?? ''), staff(api, 'refund', placed.orderNumber, '1')])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const isActivated = outcomes[0].status === 'fulfilled'
      expect(await owedOn(api, card?.id ?? 0)).toBe(isActivated ? 500_000 : 0)
      expect((await till.details(client, placed.orderNumber)).refunded > 0).toBe(!isActivated)
      await booksAgree(api)
    }
  })

  test('before it is handed over, printed or not; a cancelled order too', async () => {
    const { client, placed } = await orderCards(api, till, { quantity: 3 })
    await staff(api, 'accept', placed.orderNumber)
    await staff(api, 'refund', placed.orderNumber, '1', '1')
    const codes = await print(api, placed.orderNumber)
    expect(codes).toHaveLength(2)
    await staff(api, 'refund', placed.orderNumber, '1', '1')
    for (const verb of ['on-the-way', 'delivered']) await staff(api, verb, placed.orderNumber)
    expect(await refused(activate(client, codes[1] ?? ''))).toMatchObject({ code: 429 })
    expect(await activate(client, codes[0] ?? '')).toMatchObject({ giftCard: { balance: 5_000 } })
    const other = await orderCards(api, till)
    const [code = ''] = await print(api, other.placed.orderNumber)
    await other.client.call(orders.cancel, { params: { id: other.placed.orderId } })
    expect(await refused(activate(client, code))).toMatchObject({ code: 429 })
    expect(await till.details(other.client, other.placed.orderNumber)).toMatchObject({ status: -1, payment: 'refunded' })
  })

  test('nothing else comes in the place of a card', async () => {
    const { placed } = await orderCards(api, till)
    await staff(api, 'accept', placed.orderNumber)
    const other = await api.product(7, 'G5')
    await expect(staff(api, 'replace', placed.orderNumber, '1', String(other))).rejects.toMatchObject({ why: 'WRONG_PRODUCT' })
    expect(await staff(api, 'replace', placed.orderNumber, '1')).toEqual([
      `nothing like line 1 of order ${placed.orderNumber} is sold; refund it`
    ])
  })
})
