import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import { schema } from '#server/db/schema.ts'
import { expireGiftCards } from '#server/services/gift-cards/expire.ts'
import { advanceOrder } from '#server/services/orders/advance.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { activate, cardsOf, orderWithCards } from '#tests/support/gift-cards.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import {
  BOX,
  cardsOfOrder,
  cardStaff,
  handedOver,
  NOT_YET,
  orderCards,
  owedOn,
  postedTo,
  print,
  shownCards,
  staff
} from '#tests/support/physical-cards.ts'
import { setRules } from '#tests/support/rewards.ts'
import { add, addAddress, atWork, place, refused, setProduct } from '#tests/support/shopping.ts'
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
const YEAR = 365 * 86_400_000

describe('a gift card that an order brings', () => {
  test('works from when it is handed over, for what is on it without its box, and pays an order of whoever got it', async () => {
    const { client, placed } = await orderCards(api, till)
    expect(await shownCards(till, client, placed)).toEqual([{ code: null, value: 5_000, state: 'coming', expiresAt: null }])
    await staff(api, 'accept', placed.orderNumber)
    const [code = ''] = await print(api, placed.orderNumber)
    const friend = await api.person()
    expect(await refused(activate(friend, code))).toMatchObject({ code: 429, message: NOT_YET })
    await staff(api, 'on-the-way', placed.orderNumber)
    expect(await refused(activate(friend, code, false))).toMatchObject({ code: 429, message: NOT_YET })
    expect(await shownCards(till, client, placed)).toMatchObject([{ code: null, state: 'coming' }])
    await staff(api, 'delivered', placed.orderNumber)
    const until = new Date(NOON + YEAR).getTime()
    const [shown] = await shownCards(till, client, placed)
    expect(shown).toMatchObject({ code: code.slice(-4), value: 5_000, state: 'delivered' })
    expect(Date.parse(shown?.expiresAt ?? '')).toBe(until)
    expect(await activate(friend, code)).toMatchObject({ giftCard: { value: 5_000, balance: 5_000, type: 0, status: 3 } })
    expect(await shownCards(till, client, placed)).toMatchObject([{ state: 'activated' }])
    const addressId = await addAddress(friend)
    await add(friend, await api.product(1, 'PLAIN'), 2)
    const paid = await place(friend, await orderWithCards(friend, addressId, CASH))
    const [card] = await cardsOf(friend)
    expect(card?.balance).toBeLessThan(5_000)
    const { orderTenders } = schema
    const [tender] = await api.engine.db.select().from(orderTenders).where(eq(orderTenders.orderId, paid.orderId))
    // It was sold by the receipt of a prepayment: what it pays is one that is used.
    expect(tender).toMatchObject({ giftCardId: card?.id, prepaid: true })
  })

  test('tells the buyer that somebody else activated it, once, and not who did so', async () => {
    const { client, placed, codes } = await handedOver(api, till)
    await activate(await api.person(), codes[0] ?? '')
    const notices = (await client.call(notifications.list, { query: { skip: 0, take: 20 } })).items.filter(
      ({ kind }) => kind === 'giftCardNews'
    )
    expect(notices.map(({ title, text, path }) => [title, text, path])).toEqual([
      [
        'Your gift card for 5 000 ֏ was activated',
        `Card •••• ${codes[0]?.slice(-4)} is in an account now.`,
        `/account/orders/${placed.orderNumber}`
      ]
    ])
    const own = await handedOver(api, till)
    await activate(own.client, own.codes[0] ?? '')
    const { items } = await own.client.call(notifications.list, { query: { skip: 0, take: 20 } })
    expect(items.filter(({ kind }) => kind === 'giftCardNews')).toEqual([])
  })

  test('is owed to whoever has it, and leaves its supplier the box', async () => {
    const { client, placed, codes } = await handedOver(api, till, 2)
    expect(codes).toHaveLength(2)
    const cards = await cardsOfOrder(api, placed.orderId)
    for (const { id } of cards) expect(await owedOn(api, id)).toBe(500_000)
    const taken = await Promise.all(cards.map(({ id }) => postedTo(api, 'payable:supplier:7', `gift-card:${id}:%`)))
    const supplier = (await postedTo(api, 'payable:supplier:7', `order:${placed.orderId}:funded`)) + taken.reduce((a, b) => a + b, 0)
    const commission = await Promise.all(cards.map(({ id }) => postedTo(api, 'revenue:commission', `gift-card:${id}:%`)))
    const left = (await postedTo(api, 'revenue:commission', `order:${placed.orderId}:funded`)) + commission.reduce((a, b) => a + b, 0)
    expect(supplier + left).toBe(2 * BOX * 100)
    expect(left).toBe(2 * BOX * 3)
    expect(await shownCards(till, client, placed)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
    await postsLost(api, [`gift-card:${cards[0]?.id}:sold`])
  })

  test('sold for less than is on it, the difference is its supplier’s', async () => {
    const productId = await api.product(7, 'G5')
    await setProduct(api, productId, { price: 400_000 })
    const { placed, codes } = await handedOver(api, till)
    await setProduct(api, productId, { price: 500_000 })
    expect(await activate(await api.person(), codes[0] ?? '')).toMatchObject({ giftCard: { balance: 5_000 } })
    const [card] = await cardsOfOrder(api, placed.orderId)
    const of = async (account: string) =>
      (await postedTo(api, account, `order:${placed.orderId}:funded`)) + (await postedTo(api, account, `gift-card:${card?.id}:%`))
    // 4,000 for the card and the box come in, 5,000 are owed; the market has its share of the box.
    expect(await of('payable:supplier:7')).toBe((BOX - 1_000) * 100 - BOX * 3)
    expect(await of('revenue:commission')).toBe(BOX * 3)
  })

  test('is fetched at the branch by its code as well', async () => {
    await api.engine.db.update(schema.branches).set({ pickup: true }).where(eq(schema.branches.supplierId, 7))
    await api.engine.db.insert(schema.events).values({ kind: 'catalogue.changed', payload: {} })
    api.kernel.directory.invalidate()
    const { client, placed } = await orderCards(api, till, { orderMode: 2 })
    await staff(api, 'accept', placed.orderNumber)
    await expect(staff(api, 'ready', placed.orderNumber)).rejects.toMatchObject({ why: 'NOT_PRINTED' })
    const [code = ''] = await print(api, placed.orderNumber)
    await staff(api, 'ready', placed.orderNumber)
    expect(await refused(activate(client, code))).toMatchObject({ code: 429, message: NOT_YET })
    await staff(api, 'picked', placed.orderNumber, (await till.details(client, placed.orderNumber)).pickupCode ?? '')
    expect(await activate(client, code)).toMatchObject({ giftCard: { balance: 5_000 } })
  })

  test('expires a year after it was handed over, when nobody entered its code', async () => {
    const { client, placed } = await handedOver(api, till)
    const [card] = await cardsOfOrder(api, placed.orderId)
    await api.engine.db
      .update(schema.giftCards)
      .set({ expiresAt: new Date(NOON) })
      .where(eq(schema.giftCards.id, card?.id ?? 0))
    expect(await shownCards(till, client, placed)).toMatchObject([{ state: 'expired' }])
    await expireGiftCards(atWork(api))
    expect(await shownCards(till, client, placed)).toMatchObject([{ state: 'expired' }])
    expect(await postedTo(api, 'revenue:breakage', 'gift-card-entry:%')).toBe(500_000)
    await expect(staff(api, 'refund', placed.orderNumber, '1')).rejects.toMatchObject({ why: 'CARD_USED' })
  })

  test('the autopilot brings it too: staff give its code afterwards', async () => {
    const { client, placed } = await orderCards(api, till)
    for (let step = 0; step < 3; step += 1) await advanceOrder(atWork(api), placed.orderId)
    const [card] = await cardsOfOrder(api, placed.orderId)
    expect(await shownCards(till, client, placed)).toMatchObject([{ state: 'delivered', code: card?.lastFour }])
    const [answer = ''] = await cardStaff(api, 'again', String(card?.id))
    expect(await activate(client, /has the code (.{19})/.exec(answer)?.[1] ?? '')).toMatchObject({ giftCard: { balance: 5_000 } })
  })
})

describe('codes are printed', () => {
  test('before the order leaves, which waits for them', async () => {
    const { placed } = await orderCards(api, till, { quantity: 2 })
    await staff(api, 'accept', placed.orderNumber)
    await expect(staff(api, 'on-the-way', placed.orderNumber)).rejects.toMatchObject({ why: 'NOT_PRINTED' })
    const lines = await cardStaff(api, 'print', placed.orderNumber)
    expect(lines).toHaveLength(3)
    expect(lines.at(-1)).toBe(
      `these are the 2 cards of order ${placed.orderNumber}; the codes are shown once, and those before are worth nothing`
    )
    expect(lines[0]).toMatch(/\t5\s000\s֏\tGift card 5000$/)
    expect(await staff(api, 'on-the-way', placed.orderNumber)).toEqual([`${placed.orderNumber} is on its way`])
  })

  test('again: those before are worth nothing; after the delivery one card gets another', async () => {
    const { placed } = await orderCards(api, till, { quantity: 2 })
    await staff(api, 'accept', placed.orderNumber)
    const before = await print(api, placed.orderNumber)
    const after = await print(api, placed.orderNumber)
    expect(new Set([...before, ...after]).size).toBe(4)
    for (const verb of ['on-the-way', 'delivered']) await staff(api, verb, placed.orderNumber)
    const friend = await api.person()
    expect(await refused(activate(friend, before[0] ?? ''))).toMatchObject({ code: 429 })
    await activate(friend, after[0] ?? '')
    await expect(cardStaff(api, 'print', placed.orderNumber)).rejects.toMatchObject({ why: 'WRONG_STATUS' })
    const lost = (await cardsOfOrder(api, placed.orderId)).find(({ ownerId }) => ownerId === null)
    const [answer = ''] = await cardStaff(api, 'again', String(lost?.id))
    expect(await refused(activate(friend, after[1] ?? ''))).toMatchObject({ code: 429 })
    await activate(friend, /has the code (.{19})/.exec(answer)?.[1] ?? '')
    expect((await cardsOf(friend)).map(({ balance }) => balance)).toEqual([5_000, 5_000])
    expect((await cardStaff(api, 'list')).filter((line) => line.includes(`order ${placed.orderNumber}`))).toHaveLength(2)
  })

  test('not before the order is paid, not for one without them, not for one that does not exist', async () => {
    const unpaid = await orderCards(api, till, { paymentId: CASH })
    const client = await api.person()
    const addressId = await addAddress(client)
    await add(client, await api.product(1, 'PLAIN'), 1)
    const plain = await place(client, await orderWithCards(client, addressId, CASH))
    await expect(cardStaff(api, 'print', plain.orderNumber)).rejects.toMatchObject({ why: 'NO_GIFT_CARDS' })
    await expect(cardStaff(api, 'print', '999999999')).rejects.toMatchObject({ why: 'UNKNOWN_ORDER' })
    await expect(cardStaff(api, 'print', 'my order')).rejects.toThrow(/ORDER is an order's number/)
    await expect(cardStaff(api, 'print')).rejects.toThrow(/ORDER is an order's number/)
    await expect(cardStaff(api, 'print', unpaid.placed.orderNumber, 'twice')).rejects.toThrow()
    const { orders: table } = schema
    await api.engine.db.update(table).set({ status: 17 }).where(eq(table.id, unpaid.placed.orderId))
    await expect(cardStaff(api, 'print', unpaid.placed.orderNumber)).rejects.toMatchObject({ why: 'WRONG_STATUS' })
    await api.engine.db.update(table).set({ status: unpaid.placed.status }).where(eq(table.id, unpaid.placed.orderId))
  })
})
