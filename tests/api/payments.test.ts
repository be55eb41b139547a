import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { NOON } from '../support/clock.ts'
import { add, atWork, linesOf, pay, refused, setProduct, stockOf } from '../support/shopping.ts'
import { ASKED, down, openTill, type Till } from '../support/till.ts'

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

describe("the bank's page", () => {
  test('works without script under a strict policy, in three languages, and pays once', async () => {
    const { client, placed } = await till.buyByCard(plain)
    const path = placed.redirectUrl ?? ''
    for (const [language, word] of [
      ['hy', 'Փորձնական բանկ'],
      ['en', 'Test bank'],
      ['ru', 'Тестовый банк']
    ]) {
      const shown = await till.page.request(path.replace(/language=\w+/, `language=${language}`))
      const html = await shown.text()
      expect(html).toContain(`<html lang="${language}">`)
      expect(html).toContain(word)
      expect(html).not.toMatch(/<script|style=|https?:\/\//)
      expect(shown.headers.get('content-security-policy')).toContain("script-src 'none'")
    }
    expect((await till.page.request('/simulator/bank.css')).headers.get('content-type')).toContain('text/css')
    const approved = await till.press(path, 'approve')
    expect(approved.status).toBe(303)
    const back = approved.headers.get('location') ?? ''
    const returned = await client.fetch(back, { redirect: 'manual' })
    expect([returned.status, returned.headers.get('location')]).toEqual([303, `/en/account/orders/${placed.orderNumber}`])
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      status: 12,
      payment: 'paid',
      payBefore: null,
      trackingStatus: 1
    })
    // Pressing decline afterwards, paying again, coming back again: nothing changes.
    await till.press(path, 'funds')
    expect(await (await till.page.request(path)).text()).toContain('already been made')
    await client.fetch(back, { redirect: 'manual' })
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 12, payment: 'paid' })
    expect(await till.kindsOf(placed.orderId)).toEqual(['order.placed', 'order.status'])
    expect(await refused(pay(client, placed.orderNumber))).toMatchObject({ type: 'ALREADY_PAID', code: 476 })
  })

  test('an unknown reference tells nothing', async () => {
    expect((await till.page.request('/simulator/arca/pay/not-there')).status).toBe(404)
    expect((await till.press('/simulator/arca/pay/not-there', 'approve')).status).toBe(404)
    for (const ref of ['', 'not-there', "' or 1=1 --", 'x'.repeat(500)]) {
      const reply = await api.guest().fetch(`/api/payments/return?language=ru&orderId=${encodeURIComponent(ref)}`, { redirect: 'manual' })
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/ru/account/orders'])
    }
  })

  test('declines a buyer who takes longer than the bank waits', async () => {
    const { client, placed } = await till.buyByCard(plain)
    await till.later(21, async () => expect((await till.press(placed.redirectUrl ?? '', 'approve')).status).toBe(303))
    await till.comeBack(client, placed.orderId)
    expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'declined', actionCode: -2007 }])
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ payment: 'awaiting', cardRefusal: null })
  })
})

describe("the bank's page of an order that no longer waits", () => {
  const CLOSED = 'no longer waits for this payment'
  const pageOf = async (path: string) => (await till.page.request(path.replace(/language=\w+/, 'language=en'))).text()

  test.each(['cancelled', 'paid in cash', 'expired'])('takes no money any more: %s', async (how) => {
    const { client, placed } = await till.buyByCard(plain)
    const path = placed.redirectUrl ?? ''
    expect(await pageOf(path)).toContain('value="approve"')
    // Before the bank closes the page by itself after 20 minutes.
    if (how === 'expired')
      await api.engine.db
        .update(schema.orders)
        .set({ payBefore: new Date(NOON) })
        .where(eq(schema.orders.id, placed.orderId))
    if (how === 'cancelled') await client.call(orders.cancel, { params: { id: placed.orderId } })
    if (how === 'paid in cash') await pay(client, placed.orderNumber, 3)
    if (how === 'expired') await till.later(1, () => expireUnpaid(atWork(api)))
    const shown = await pageOf(path)
    expect(shown).toContain(CLOSED)
    expect(shown).not.toContain('value="approve"')
    await till.press(path, 'approve')
    expect(await till.atBank(placed.orderId)).toBe(6)
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ payment: 'none', refunds: [] })
  })

  test('is closed later when the bank is away at the moment', async () => {
    const { client, placed } = await till.buyByCard(plain)
    await till.withBank({ close: down }, () => client.call(orders.cancel, { params: { id: placed.orderId } }))
    expect(await pageOf(placed.redirectUrl ?? '')).toContain('value="approve"')
    await till.later(1, () => reconcilePayments(atWork(api)))
    expect(await pageOf(placed.redirectUrl ?? '')).toContain(CLOSED)
  })
})

describe('an unpaid order', () => {
  test('stays payable after a refusal: another attempt, another number at the bank', async () => {
    const { client, placed } = await till.buyByCard(plain)
    await till.press(placed.redirectUrl ?? '', 'funds')
    await till.comeBack(client, placed.orderId)
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 17, payment: 'awaiting', canCancel: true })
    const again = await pay(client, placed.orderNumber)
    // Another attempt is under way: nothing is refused any more.
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ payment: 'awaiting', cardRefusal: null })
    expect(again.redirectUrl).not.toBe(placed.redirectUrl)
    expect(await pay(client, placed.orderNumber)).toEqual(again)
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 12, payment: 'paid' })
    expect((await till.paymentsOf(placed.orderId)).map(({ state, bankNumber }) => [state, bankNumber])).toEqual([
      ['declined', `${placed.orderNumber}-1`],
      ['captured', `${placed.orderNumber}-2`]
    ])
    expect(await till.kindsOf(placed.orderId)).toEqual(['order.placed', 'order.payment', 'order.status'])
  })

  test('says that the bank refused the card, in details, history and event, and accepts nothing before it is paid', async () => {
    const { client, placed } = await till.buyByCard(plain)
    const stepsOf = async () => (await till.details(client, placed.orderNumber)).steps.map(({ at }) => at !== null)
    expect(await stepsOf()).toEqual([false, false, false, false])
    await till.decide(placed.orderId, 'funds')
    await till.comeBack(client, placed.orderId)
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ payment: 'awaiting', cardRefusal: 'funds' })
    const { items } = await client.call(orders.history, { query: {} })
    expect(items).toMatchObject([{ orderNumber: placed.orderNumber, cardRefusal: 'funds' }])
    expect(await till.lastEventOf(placed.orderId)).toMatchObject({ payment: 'awaiting', cardRefusal: 'funds' })
    expect(await stepsOf()).toEqual([false, false, false, false])
    await pay(client, placed.orderNumber, 3)
    expect(await stepsOf()).toEqual([true, false, false, false])
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ payment: 'none', cardRefusal: null })
  })

  test('does not say which other reason the bank had', async () => {
    const { client, placed } = await till.buyByCard(plain)
    const stolen = () => Promise.resolve({ state: 'declined' as const, amount: 0, actionCode: 208, ...ASKED })
    await till.withBank({ status: stolen }, () => till.comeBack(client, placed.orderId))
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ payment: 'awaiting', cardRefusal: 'declined' })
  })

  test('left at the bank it is taken up again on the same page', async () => {
    const { client, placed } = await till.buyByCard(plain)
    await till.press(placed.redirectUrl ?? '', 'leave')
    await till.comeBack(client, placed.orderId)
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      status: 17,
      payment: 'awaiting',
      payBefore: '2026-11-20T13:30:00+04:00'
    })
    const twice = await Promise.all([pay(client, placed.orderNumber), pay(client, placed.orderNumber)])
    expect(twice.map(({ redirectUrl }) => redirectUrl)).toEqual([placed.redirectUrl, placed.redirectUrl])
  })

  test('becomes a cash order, and money that comes late all the same goes back', async () => {
    const { client, placed } = await till.buyByCard(plain)
    const toCash = () => pay(client, placed.orderNumber, 3)
    expect(await till.withBank({ close: down }, toCash)).toMatchObject({ status: 0, redirectUrl: null })
    expect(await pay(client, placed.orderNumber, 3)).toMatchObject({ status: 0 })
    expect(await refused(pay(client, placed.orderNumber, 8))).toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE' })
    await till.decide(placed.orderId, 'approve')
    await till.later(1, () => reconcilePayments(atWork(api)))
    expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ state: 'refunded' }])
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 0, paymentId: 3, payment: 'none' })
  })

  test('is asked about by one process of several', async () => {
    const { placed } = await till.buyByCard(plain)
    const asked: string[] = []
    const { card: bank } = api.kernel.adapters.payments
    const counting = {
      status: async (ref: string) => {
        asked.push(ref)
        await new Promise((resolve) => setTimeout(resolve, 50))
        return bank.status(ref)
      }
    }
    await till.withBank(counting, () => till.later(1, () => Promise.all([1, 2, 3].map(() => reconcilePayments(atWork(api))))))
    const [payment] = await till.paymentsOf(placed.orderId)
    expect(asked.filter((ref) => ref === payment?.bankRef)).toHaveLength(1)
    expect(new Set(asked).size).toBe(asked.length)
  })

  test('does not become cash when the bank says it was paid, or says nothing', async () => {
    const { client, placed } = await till.buyByCard(plain)
    expect(await till.withBank({ status: down }, () => refused(pay(client, placed.orderNumber, 3)))).toMatchObject({
      type: 'ORDER_BEING_PROCESSED'
    })
    await till.decide(placed.orderId, 'approve')
    expect(await pay(client, placed.orderNumber, 3)).toMatchObject({ status: 12, redirectUrl: null })
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ paymentId: 8, payment: 'paid' })
  })

  test('stands when the bank cannot be reached, and can be paid later', async () => {
    const { client, placed } = await till.withBank({ register: down }, () => till.buyByCard(plain))
    expect(placed).toMatchObject({ status: 17, redirectUrl: null, paymentCode: 'CARD_REGISTRATION_FAILED' })
    const resumed = await pay(client, placed.orderNumber)
    expect(resumed.redirectUrl).toMatch(/^\/simulator\/arca\/pay\//)
    expect(await till.paymentsOf(placed.orderId)).toMatchObject([{ bankNumber: `${placed.orderNumber}-1`, state: 'registered' }])
  })

  test('expires: stock and lines come back, once', async () => {
    await setProduct(api, ten, { stock: 10 })
    const { client, placed } = await till.buyByCard(ten, 4)
    await add(client, ten, 1)
    expect(await stockOf(api, ten)).toBe(6)
    expect(await till.later(29, () => expireUnpaid(atWork(api)))).toBe(0)
    await till.later(31, () => Promise.all([expireUnpaid(atWork(api)), expireUnpaid(atWork(api))]))
    // The bank's own clock ran out first.
    expect(await till.kindsOf(placed.orderId)).toEqual(['order.placed', 'order.payment', 'order.status'])
    expect(await stockOf(api, ten)).toBe(10)
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      status: -1,
      payment: 'none',
      trackingStatus: 0,
      canCancel: false,
      payBefore: null
    })
    expect(linesOf(await client.call(baskets.get, { query: {} }))).toMatchObject([{ quantity: 5, productId: ten }])
    expect(await refused(pay(client, placed.orderNumber))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
  })

  test('is paid, not expired, when the bank has the money and nobody came back', async () => {
    const { client, placed } = await till.buyByCard(plain)
    await till.decide(placed.orderId, 'approve')
    expect(await till.later(31, () => till.withBank({ status: down }, () => expireUnpaid(atWork(api))))).toBe(0)
    expect(await till.later(32, () => expireUnpaid(atWork(api)))).toBe(0)
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 12, payment: 'paid' })
  })

  test('keeps to itself when the basket holds another family meanwhile', async () => {
    const { client, placed } = await till.buyByCard(plain)
    await add(client, await api.product(4, 'ROSE'))
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    expect(linesOf(await client.call(baskets.get, { query: {} })).map(({ productName }) => productName)).toEqual(['Roses'])
    expect((await till.details(client, placed.orderNumber)).parts[0]?.items).toMatchObject([{ name: 'Tolma' }])
  })
})
