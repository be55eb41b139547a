import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as giftCards from '#contract/gift-cards/calls.ts'
import type { NewGiftCardOrder } from '#contract/gift-cards/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { operateMessages } from '#server/services/messages/operate.ts'
import { sendDueCards } from '#server/services/gift-cards/send.ts'
import { noteUnreachableCards } from '#server/services/notifications/note-unreachable-cards.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { operateGiftCards } from '#server/services/orders/staff/operate-gift-cards.ts'
import { sendReceipts } from '#server/services/receipts/send-receipts.ts'
import type { Client, TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { activate, cardsOf, codeSentTo, orderWithCards } from '#tests/support/gift-cards.ts'
import { transfersOf } from '#tests/support/ledger.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { receiptsAgree } from '#tests/support/receipts-agree.ts'
import { atWork, buyer, place, refused } from '#tests/support/shopping.ts'
import { ROOT } from '#tests/support/sources.ts'
import { startTill, type Till } from '#tests/support/till.ts'

const { messages } = schema
let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  ;({ api, till, plain } = await startTill())
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  await receiptsAgree(api)
  expect(api.errors).toEqual([])
})

const [CASH, TRANSFER, CARD, IDRAM, GIFT_CARD] = [3, 4, 8, 7, 10]
const DAY = 86_400_000
let count = 0
const wanted = (rest: Partial<NewGiftCardOrder> = {}): NewGiftCardOrder => {
  count += 1
  return { amount: 10_000, recipientEmail: `Anna-${count}@example.am`, paymentId: CARD, ...rest }
}
const buy = (client: Client, body: NewGiftCardOrder, key: string = randomUUID()) =>
  client.call(giftCards.buy, { body }, { idempotencyKey: key })
const boughtBy = (client: Client) => client.call(giftCards.bought, { query: {} })
/** What a person is told of gift cards, the newest first. */
const newsOf = async (client: Client) =>
  (await client.call(notifications.list, { query: {} })).items.map(({ kind, title, text, path }) => [
    kind,
    title.replace(/\s/g, ' '),
    text,
    path
  ])
const bought = async (rest: Partial<NewGiftCardOrder> = {}) => {
  const client = await api.person()
  const body = wanted(rest)
  const placed = await buy(client, body)
  await till.decide(placed.orderId, 'approve')
  const back = await till.comeBack(client, placed.orderId)
  return { client, placed, back, recipient: body.recipientEmail.toLowerCase() }
}

describe('an electronic gift card', () => {
  test('is bought, sent to the recipient once it is paid, spent by whoever enters its code, and put on receipts', async () => {
    const { client, placed, back, recipient } = await bought({ message: 'Happy birthday', design: 'birthday', amount: 12_500 })
    expect(placed).toMatchObject({ status: 17, redirectUrl: expect.stringContaining('/simulator/') as string })
    expect(back.status).toBe(303)
    expect(back.headers.get('location')).toBe('/en/account/gift-cards')
    expect(await boughtBy(client)).toMatchObject([
      {
        ...{ orderId: placed.orderId, value: 12_500, recipient, message: 'Happy birthday', design: 'birthday' },
        ...{ state: 'sent', canCancel: true, payBefore: null, refunded: 0 }
      }
    ])
    const sent = [
      'giftCardNews',
      'Your gift card for 12 500 ֏ is on its way',
      `The email with its code goes to ${recipient}.`,
      '/account/gift-cards'
    ]
    expect(await newsOf(client)).toEqual([sent])
    expect(await transfersOf(api.engine, `^order:${placed.orderId}:gift-cards$`)).toHaveLength(1)
    expect(await client.call(orders.history, { query: {} })).toMatchObject({ totalCount: 0 })
    const { client: friend, addressId } = await buyer(api, plain, 2)
    expect(await activate(friend, await codeSentTo(api, recipient))).toMatchObject({
      giftCard: { value: 12_500, balance: 12_500, design: 'birthday', message: 'Happy birthday', type: 1 }
    })
    expect(await boughtBy(client)).toMatchObject([{ state: 'activated', canCancel: false }])
    await activate(friend, await codeSentTo(api, recipient))
    const received = ['giftCardNews', 'Your gift card for 12 500 ֏ was received', 'It’s been added to an account.', '/account/gift-cards']
    expect(await newsOf(client), 'once').toEqual([received, sent])
    expect(await newsOf(friend)).toEqual([])
    const order = await orderWithCards(friend, addressId, GIFT_CARD)
    await place(friend, order)
    expect(await cardsOf(friend)).toMatchObject([{ balance: 12_500 - order.orderPrice }])
    expect(await refused(client.call(orders.cancel, { params: { id: placed.orderId } }))).toMatchObject({ type: 'UNABLE_TO_CANCEL_ORDER' })
    await sendReceipts(atWork(api))
    expect(await boughtBy(client)).toMatchObject([{ receipts: [{ kind: 'sale', number: expect.stringMatching(/./) as string }] }])
    const [receipt] = await api.engine.db.select().from(schema.fiscalReceipts).where(eq(schema.fiscalReceipts.orderId, placed.orderId))
    expect(receipt).toMatchObject({ amount: 1_250_000, content: { lines: [], cash: 0, card: 1_250_000 } })
  })

  test('waits for its day, and can be given back until somebody has it', async () => {
    const { client, placed, recipient } = await bought({ sendOn: '2026-12-24' })
    expect(await boughtBy(client)).toMatchObject([{ state: 'waiting', sendAt: '2026-12-24T09:00:00+04:00' }])
    expect((await newsOf(client)).map(([kind, title]) => [kind, title])).toEqual([
      ['giftCardNews', 'Your gift card for 10 000 ֏ goes out on 24/12/2026']
    ])
    expect(await sendDueCards(atWork(api))).toBe(0)
    await expect(codeSentTo(api, recipient)).rejects.toThrow('no letter')
    api.clock.set(Date.parse('2026-12-24T09:00:01+04:00'))
    expect(await sendDueCards(atWork(api))).toBe(1)
    expect(await sendDueCards(atWork(api))).toBe(0)
    api.clock.set(NOON)
    const code = await codeSentTo(api, recipient)
    expect(await boughtBy(client)).toMatchObject([{ state: 'sent' }])
    const cancelled = await client.call(orders.cancel, { params: { id: placed.orderId } })
    expect(cancelled).toMatchObject({ status: -1 })
    expect(await boughtBy(client)).toMatchObject([{ state: 'cancelled', canCancel: false, refunded: 10_000 }])
    const friend = await api.person()
    expect(await refused(activate(friend, code))).toMatchObject({ type: 'GIFT_CARD_NOT_FOUND' })
  })

  test('that is not paid is worth nothing, and ends', async () => {
    const client = await api.person()
    const body = wanted()
    const placed = await buy(client, body)
    expect(await boughtBy(client)).toMatchObject([{ state: 'awaiting', payBefore: expect.any(String) as string, canCancel: true }])
    expect(await newsOf(client)).toEqual([])
    await expect(codeSentTo(api, body.recipientEmail.toLowerCase())).rejects.toThrow('no letter')
    await till.later(60, () => expireUnpaid(atWork(api)))
    expect(await boughtBy(client)).toMatchObject([{ state: 'cancelled', canCancel: false }])
    // Money that comes late goes back.
    await till.decide(placed.orderId, 'approve')
    const other = await buy(client, wanted())
    await client.call(orders.cancel, { params: { id: other.orderId } })
    expect(await boughtBy(client)).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }])
  })

  test('for oneself tells nobody else that it was received', async () => {
    const client = await api.person()
    const body = wanted()
    const placed = await buy(client, body)
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    await activate(client, await codeSentTo(api, body.recipientEmail.toLowerCase()))
    expect(await newsOf(client)).toHaveLength(1)
  })

  test('is ordered once, however often the same request comes, and leaves the basket alone', async () => {
    const { client } = await buyer(api, plain, 2)
    const body = wanted()
    const key = randomUUID()
    const answers = await Promise.all([buy(client, body, key), buy(client, body, key), buy(client, body, key)])
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
    expect(await boughtBy(client)).toHaveLength(1)
    expect(await refused(buy(client, { ...body, amount: 20_000 }, key))).toMatchObject({ type: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await api.engine.db.select().from(schema.basketItems).where(eq(schema.basketItems.productId, plain))).not.toEqual([])
    await buy(client, wanted())
    await buy(client, wanted())
    expect(await refused(buy(client, wanted()))).toMatchObject({ type: 'TOO_MANY_UNPAID_ORDERS' })
  })

  test('is paid later by another method that is online, and by no other', async () => {
    const client = await api.person()
    const { orderNumber } = await buy(client, wanted())
    const pay = (paymentId: number) =>
      client.call(orders.payForOrder, { body: { orderNumber, paymentId } }, { idempotencyKey: randomUUID() })
    expect(await refused(pay(CASH))).toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE', field: 'paymentId' })
    expect(await boughtBy(client)).toMatchObject([{ state: 'awaiting' }])
    expect(await pay(IDRAM)).toMatchObject({ status: 17, redirectUrl: expect.any(String) as string })
    expect(await client.call(orders.pending, { query: {} })).toEqual([])
  })

  test('whose letter does not arrive is sent to another address; the first code is worth nothing', async () => {
    const { client, placed, recipient } = await bought()
    const first = await codeSentTo(api, recipient)
    await api.engine.db.update(messages).set({ state: 'failed', dueAt: null }).where(eq(messages.recipient, recipient))
    expect(await noteUnreachableCards(atWork(api))).toBe(1)
    expect(await noteUnreachableCards(atWork(api))).toBe(0)
    expect(await boughtBy(client)).toMatchObject([{ state: 'unreachable' }])
    expect(await operateGiftCards(atWork(api), ['list', recipient])).toEqual([
      expect.stringContaining(`\tsold\t${recipient} (not delivered)\tbought`)
    ])
    const notices = await client.call(notifications.list, { query: {} })
    expect(notices.items).toMatchObject([{ kind: 'giftCardUnreachable', path: '/account/gift-cards' }, { kind: 'giftCardNews' }])
    const send = (recipientEmail: string, by = client) =>
      by.call(giftCards.send, { params: { id: placed.orderId }, body: { recipientEmail } })
    expect(await refused(send('nobody'))).toMatchObject({ type: 'BAD_REQUEST', field: 'recipientEmail' })
    expect(await refused(send('b@example.am', await api.person()))).toMatchObject({ type: 'GIFT_CARD_NOT_FOUND' })
    expect(await send('Right@example.am')).toMatchObject({ state: 'sent', recipient: 'right@example.am' })
    for (let sent = 2; sent <= 5; sent += 1) await send('right@example.am')
    expect(await refused(send('right@example.am'))).toMatchObject({ type: 'TOO_MANY_REQUESTS' })
    const friend = await api.person()
    expect(await refused(activate(friend, first))).toMatchObject({ type: 'GIFT_CARD_NOT_FOUND' })
    await activate(friend, await codeSentTo(api, 'right@example.am'))
    expect(await refused(send('again@example.am'))).toMatchObject({ type: 'GIFT_CARD_USED' })
  })

  test('whose letter comes back after a server had taken it, is told of as well', async () => {
    const { client, recipient } = await bought()
    const taken = { state: 'sent', dueAt: null } as const
    const [letter] = await api.engine.db.update(messages).set(taken).where(eq(messages.recipient, recipient)).returning()
    const bounced = { verb: 'bounced', keys: [letter?.key ?? ''] } as const
    expect(await operateMessages(atWork(api), bounced)).toEqual(['1 came back'])
    expect(await operateMessages(atWork(api), bounced)).toEqual(['0 came back'])
    expect(await noteUnreachableCards(atWork(api))).toBe(1)
    expect(await boughtBy(client)).toMatchObject([{ state: 'unreachable' }])
  })

  test('is refused where something is wrong with it, and nothing is ordered', async () => {
    const client = await api.person()
    for (const [rest, field] of [
      [{ amount: 999 }, 'amount'],
      [{ amount: 500_001 }, 'amount'],
      [{ amount: -5_000 }, 'amount'],
      [{ amount: 5_000.5 }, 'amount'],
      [{ recipientEmail: 'anna' }, 'recipientEmail'],
      [{ message: 'x'.repeat(301) }, 'message'],
      [{ sendOn: '2026-11-19' }, 'sendOn'],
      [{ sendOn: '2027-12-19' }, 'sendOn'],
      [{ sendOn: '2026-02-30' }, 'sendOn']
    ] as const)
      expect(await refused(buy(client, wanted(rest)))).toMatchObject({ type: 'BAD_REQUEST', field })
    expect(await refused(buy(client, wanted({ message: 'Look at https://evil.example' })))).toMatchObject({
      type: 'TEXT_WITH_CONTACTS',
      field: 'message'
    })
    expect(await refused(buy(client, wanted({ paymentId: TRANSFER })))).toMatchObject({ type: 'NO_GIFT_CARDS_WITH_BANK_TRANSFER' })
    for (const paymentId of [CASH, GIFT_CARD, 99])
      expect(await refused(buy(client, wanted({ paymentId })))).toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE', field: 'paymentId' })
    expect(await boughtBy(client)).toEqual([])
    expect(await buy(client, wanted({ paymentId: IDRAM, sendOn: '2026-11-20' }))).toMatchObject({ status: 17 })
  })

  test('is no first order: a promo code for that is still good', async () => {
    const title = { hy: 'Առաջին', en: 'First', ru: 'Первый' }
    await api.engine.db.insert(schema.vouchers).values({
      ...{ code: 'FIRST-ONE', title, kind: 'fixed', value: 10_000, funder: 'market', startsOn: '2026-01-01', endsOn: '2026-12-31' },
      ...{ minimum: 0, suppliers: [], kinds: [], notDiscounted: false, methods: [], firstOrder: true, vip: false }
    })
    const { client } = await buyer(api, plain, 2)
    await buy(client, wanted())
    expect(await client.call(baskets.enterVoucher, { body: { promoCode: 'first-one' } })).toMatchObject({ voucher: { code: 'FIRST-ONE' } })
  })

  test('of an older release has receipts of a prepayment after the upgrade, goods have not', async () => {
    const { client, placed } = await bought()
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    const { placed: goods, client: eater } = await till.buyByCard(plain)
    await till.decide(goods.orderId, 'approve')
    await till.comeBack(eater, goods.orderId)
    const { fiscalReceipts } = schema
    const { db } = api.engine
    await db.update(fiscalReceipts).set({ prepayment: false })
    const migration = readFileSync(join(ROOT, 'src/server/db/migrations/0063_gift_card_receipts.sql'), 'utf8')
    await db.execute(sql.raw(migration.split('--> statement-breakpoint').find((text) => text.trim().startsWith('UPDATE')) ?? ''))
    const rows = await db
      .select()
      .from(fiscalReceipts)
      .where(inArray(fiscalReceipts.orderId, [placed.orderId, goods.orderId]))
    expect(rows.map(({ orderId, kind, prepayment }) => [orderId, kind, prepayment]).toSorted()).toEqual(
      [
        [placed.orderId, 'return', true],
        [placed.orderId, 'sale', true],
        [goods.orderId, 'sale', false]
      ].toSorted()
    )
  })

  test('and a posting of it that was lost is made again', async () => {
    const { client, placed } = await bought()
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    const causes = (await transfersOf(api.engine, `^order:${placed.orderId}:gift-cards$`)).map(([cause]) => cause)
    expect(causes).toHaveLength(1)
    await postsLost(api, causes)
    api.clock.set(NOON + DAY)
  })
})
