import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as giftCards from '#contract/gift-cards/calls.ts'
import { schema } from '#server/db/schema.ts'
import { expireGiftCards } from '#server/services/gift-cards/expire.ts'
import { sendDue } from '#server/services/messages/send-due.ts'
import { remindOfGiftCards } from '#server/services/notifications/remind-of-gift-cards.ts'
import { operateGiftCards } from '#server/services/orders/staff/operate-gift-cards.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { activate, basketWith, cardsOf, codeSentTo, detailsOf, give, withCards } from '#tests/support/gift-cards.ts'
import { transfersOf } from '#tests/support/ledger.ts'
import { add, atWork, buyer, refused } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const DAY = 86_400_000
const staff = (...words: string[]): Promise<string[]> => operateGiftCards(atWork(api), words)

describe('a gift card', () => {
  test('is given by staff, sent by letter, activated in any spelling, and shown', async () => {
    const { id, code, recipient } = await give(api, 12_000, 'en', 'Happy', 'birthday')
    const [letter] = await api.engine.db.select().from(schema.messages).where(eq(schema.messages.recipient, recipient))
    expect(letter?.body).toContain('“Happy birthday”')
    expect(letter?.body).toContain('12\u00a0000\u00a0֏')
    expect(letter?.html).toContain(`class="code">${code}<`)
    const [row] = await api.engine.db.select().from(schema.giftCards).where(eq(schema.giftCards.id, id))
    expect(JSON.stringify(row)).not.toContain(code.replaceAll(' ', ''))
    expect(row).toMatchObject({ status: 2, value: 1_200_000, balance: 1_200_000, ownerId: null, issuedBy: 'anna' })
    expect(await transfersOf(api.engine, `^gift-card:${id}:issued$`)).toHaveLength(1)

    const { client } = await buyer(api, plain)
    expect(await cardsOf(client)).toEqual([])
    const answer = await activate(client, ` ${code.toLowerCase().replaceAll(' ', '-')} `)
    expect(answer).toMatchObject({
      kind: 'giftCard',
      giftCard: {
        ...{ id, code: code.slice(-4), value: 12_000, balance: 12_000, type: 1, status: 3, viewStatus: 1 },
        message: 'Happy birthday'
      }
    })
    // Again: it is the person's own.
    expect(await activate(client, code)).toEqual(answer)
    expect(await cardsOf(client)).toEqual([answer.kind === 'giftCard' ? answer.giftCard : null])
    expect(await detailsOf(client, id)).toMatchObject({ balance: 12_000, entries: [{ event: 'activated', amount: 12_000, order: null }] })
    expect(await client.call(giftCards.balance, { query: {} })).toEqual({ balance: 12_000, count: 1 })
    expect(await staff('list', recipient)).toEqual([expect.stringMatching(/…\w{4}\t12.000.֏\t12.000.֏ left\tactive\t/)])
  })

  test('belongs to one person: the code is used then, and the card is nobody else’s to see', async () => {
    const { client, ids } = await withCards(api, plain, 3_000)
    const [id = 0] = ids
    const { client: other } = await buyer(api, plain)
    const { code } = await give(api, 2_000)
    await activate(client, code)
    expect(await refused(activate(other, code))).toMatchObject({ type: 'GIFT_CARD_USED', field: 'cardCode' })
    expect(await refused(detailsOf(other, id))).toMatchObject({ type: 'GIFT_CARD_NOT_FOUND' })
    expect(await cardsOf(other)).toEqual([])
  })

  test('goes to one of two who enter its code at once', async () => {
    const { code } = await give(api, 2_000)
    const { client: one } = await buyer(api, plain)
    const { client: two } = await buyer(api, plain)
    const answers = await Promise.allSettled([activate(one, code), activate(two, code)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect([...(await cardsOf(one)), ...(await cardsOf(two))]).toHaveLength(1)
  })

  test('is not found by another code, which may be a promo code', async () => {
    const { client } = await buyer(api, plain)
    for (const code of ['AAAA BBBB CCCC DDDD', 'AAAABBBBCCCCDDD1', 'x'])
      expect(await refused(activate(client, code))).toMatchObject({ type: 'GIFT_CARD_NOT_FOUND', field: 'cardCode' })
    expect(await refused(activate(client, 'AAAA BBBB CCCC DDDD', false))).toMatchObject({
      type: 'GIFT_CARD_OR_VOUCHER_NOT_FOUND',
      field: 'cardCode'
    })
    expect(await refused(activate(client, '', false))).toMatchObject({ type: 'BAD_REQUEST', field: 'cardCode' })
    const { vouchers } = schema
    const code = 'SPRING'
    const title = { hy: 'Գարուն', en: 'Spring', ru: 'Весна' }
    await api.engine.db.insert(vouchers).values({
      ...{ code, title, kind: 'fixed', value: 100_000, funder: 'market', startsOn: '2026-01-01', endsOn: '2026-12-31' },
      ...{ minimum: 0, suppliers: [], kinds: [], notDiscounted: false, methods: [], firstOrder: false, vip: false }
    })
    expect(await activate(client, code.toLowerCase(), false)).toMatchObject({ kind: 'voucher', promoCode: code })
    expect(await refused(activate(client, code))).toMatchObject({ type: 'GIFT_CARD_NOT_FOUND' })
    await api.engine.db.update(vouchers).set({ endsOn: '2026-01-02' }).where(eq(vouchers.code, code))
    expect(await refused(activate(client, code, false))).toMatchObject({ type: 'VOUCHER_EXPIRED' })
  })

  test('can be sent under another code while nobody has it', async () => {
    const { id, code, recipient } = await give(api, 2_000)
    expect(await staff('again', String(id), 'ru')).toEqual([
      `another code of gift card ${id} is on its way to ${recipient}; the one before is worth nothing`
    ])
    const next = await codeSentTo(api, recipient)
    const { client } = await buyer(api, plain)
    expect(await refused(activate(client, code))).toMatchObject({ type: 'GIFT_CARD_NOT_FOUND' })
    await activate(client, next)
    await expect(staff('again', String(id))).rejects.toThrow('waits for nobody')
  })

  test('can be handed over in person: its code is shown to staff alone', async () => {
    const [line = ''] = await staff('issue', '5000', '-', 'anna')
    const [, id, first = ''] = /^gift card (\d+) of 5.000.֏ has the code (.{19})$/.exec(line) ?? []
    const [next = ''] = await staff('again', id ?? '')
    const { client } = await buyer(api, plain)
    expect(await refused(activate(client, first))).toMatchObject({ type: 'GIFT_CARD_NOT_FOUND' })
    expect(await activate(client, /has the code (.{19});/.exec(next)?.[1] ?? '')).toMatchObject({ giftCard: { value: 5_000, type: 0 } })
  })

  test('is told of 30 days before it expires, once, and expires', async () => {
    const { client, ids } = await withCards(api, plain, 4_000)
    const [id = 0] = ids
    const { code } = await give(api, 1_000)
    const remind = () => remindOfGiftCards(atWork(api))
    api.clock.set(NOON + 334 * DAY)
    expect(await remind()).toBe(0)
    api.clock.set(NOON + 336 * DAY)
    expect(await remind()).toBeGreaterThan(0)
    expect(await remind()).toBe(0)
    const { notifications } = schema
    const rows = await api.engine.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, client.userId ?? 0))
    expect(rows.filter(({ kind }) => kind === 'giftCard')).toMatchObject([{ subject: `gift-card:${id}`, words: { amount: '4000' } }])
    api.clock.set(NOON + 366 * DAY)
    const expired = await expireGiftCards(atWork(api))
    expect(expired).toBeGreaterThan(1)
    expect(await expireGiftCards(atWork(api))).toBe(0)
    const [card] = await api.engine.db.select().from(schema.giftCards).where(eq(schema.giftCards.id, id))
    expect(card).toMatchObject({ status: 6, balance: 0 })
    api.clock.set(NOON)
    expect(await detailsOf(client, id)).toMatchObject({ status: 6, viewStatus: 0, entries: [{ event: 'expired', amount: -4_000 }, {}] })
    expect(await refused(activate(client, code))).toMatchObject({ type: 'GIFT_CARD_EXPIRED', field: 'cardCode' })
  })

  test('is said to pay of a basket, and not of one with gift cards in it', async () => {
    const { client, addressId } = await withCards(api, plain, 1_000, 2_500)
    await add(client, plain, 9)
    const { giftCards: shown, orderPrice } = await basketWith(client, addressId, true)
    expect(shown).toMatchObject({ available: 3_500, covers: 3_500, left: orderPrice - 3_500 })
    expect(await client.call(giftCards.balance, { query: { fromAlloed: true } })).toEqual({ balance: 3_500, count: 2 })
    await add(client, await api.product(7, 'G5'), 1, { startAnew: true })
    expect((await basketWith(client, addressId, true)).giftCards).toMatchObject({ available: 3_500, covers: 0 })
    expect(await client.call(giftCards.balance, { query: { fromAlloed: true } })).toEqual({ balance: 0, count: 0 })
  })

  test('leaves no code in a letter that was sent', async () => {
    const { recipient } = await give(api, 2_000)
    const { messages } = schema
    const [letter] = await api.engine.db.select().from(messages).where(eq(messages.recipient, recipient))
    expect(letter?.secret).toBe(true)
    // The simulated mail keeps its letters for the page that shows them; a server does not.
    expect(await sendDue(atWork(api), 'email', { urgency: 'codes' })).toEqual([])
  })

  test('words of staff that cannot be understood name what is wrong', async () => {
    for (const [words, fault] of [
      [['issue', '999', 'a@example.am', 'anna'], 'AMOUNT is 1000 to 500000 drams, not 999'],
      [['issue', '1000.5', 'a@example.am', 'anna'], 'AMOUNT is a whole number above zero'],
      [['issue', '-5', 'a@example.am', 'anna'], 'AMOUNT is a whole number above zero'],
      [['issue', '5000', 'nobody', 'anna'], 'EMAIL is the recipient'],
      [['issue', '5000', 'a@example.am', 'Anna!'], 'NAME is who gives it'],
      [['issue', '5000', 'a@example.am', 'anna', 'fr'], 'LANGUAGE is hy, en or ru'],
      [['issue', '5000', 'a@example.am', 'anna', 'en', 'x'.repeat(301)], 'WORDS are at most 300'],
      [['again', '999999'], 'waits for nobody'],
      [['take', '1'], 'the verbs are issue, again, print, list']
    ] as const)
      await expect(staff(...words)).rejects.toThrow(fault)
  })
})
