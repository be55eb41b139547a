import { asc, eq } from 'drizzle-orm'
import { createElement } from 'react'
import { prerender } from 'react-dom/static'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { LOCALES } from '#domain/locale.ts'
import { schema } from '#server/db/schema.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { OrderFacts } from '#islands/orders/OrderFacts.tsx'
import { LocaleProvider } from '#islands/ui/locale.ts'
import { useEnvironment } from '#stores/environment.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { createPage } from '#tests/support/page-environment.ts'
import { atWork, pay } from '#tests/support/shopping.ts'
import { ASKED, down, openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
  api.clock.set(NOON)
})

const relay = () => relayEvents(atWork(api), () => undefined)
const refundNotices = async (client: Client) =>
  (await client.call(notifications.list, { query: {} })).items.filter(({ kind }) => kind === 'refund')
const refundMessages = async (client: Client) => {
  const { messages } = schema
  const rows = await api.engine.db
    .select()
    .from(messages)
    .where(eq(messages.userId, client.userId ?? 0))
    .orderBy(asc(messages.id))
  return rows.filter(({ kind }) => kind === 'refund')
}
/** The buyer pays on the bank's page although the order does not wait for it any more, and never comes back. */
const paidAnyway = async (change: (client: Client, orderNumber: string, orderId: number) => Promise<unknown>) => {
  const { client, placed } = await till.buyByCard(plain)
  await till.withBank({ close: down }, () => change(client, placed.orderNumber, placed.orderId))
  await till.decide(placed.orderId, 'approve')
  await till.later(1, () => reconcilePayments(atWork(api)))
  return { client, placed }
}
const toCash = (client: Client, orderNumber: string) => pay(client, orderNumber, 3)

describe('money given back', () => {
  test('for an order that stands, paid in cash by now, is an event, a notice, a message and a field of the order, once', async () => {
    const { client, placed } = await paidAnyway(toCash)
    const details = await till.details(client, placed.orderNumber)
    const amount = details.orderPrice
    expect(details).toMatchObject({ status: 0, payment: 'none' })
    expect(details.refunds).toEqual([
      {
        id: expect.any(Number),
        amount,
        at: '2026-11-20T13:01:00+04:00',
        reason: 'method',
        state: 'done',
        byHand: false,
        storeCredit: null,
        code: null
      }
    ])
    expect((await till.kindsOf(placed.orderId)).at(-1)).toBe('order.refund')
    expect(await till.lastEventOf(placed.orderId)).toMatchObject({ orderNumber: placed.orderNumber, status: 0, payment: 'none' })
    await Promise.all([relay(), relay()])
    await relay()
    const [notice, ...others] = await refundNotices(client)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ kind: 'refund', path: `/account/orders/${placed.orderNumber}` })
    expect(notice?.title).toMatch(new RegExp(`^[\\d\\s]+֏ refunded for order No\\. ${placed.orderNumber}$`))
    expect(notice?.text).toBe('The order is paid another way, so this payment wasn’t needed.')
    const [message, ...more] = await refundMessages(client)
    expect(more).toEqual([])
    expect(message).toMatchObject({ channel: 'sms', state: 'waiting' })
    expect(message?.body).toContain(placed.orderNumber)
  })

  test('because of a wrong sum says so, while the order still waits', async () => {
    const { client, placed } = await till.buyByCard(plain)
    const wrong = async () => ({ state: 'deposited', amount: 100_000, actionCode: 0, ...ASKED }) as const
    await till.withBank({ status: wrong, refund: () => Promise.resolve() }, () => till.comeBack(client, placed.orderId))
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      payment: 'awaiting',
      refunds: [{ amount: 1_000, reason: 'amount', at: '2026-11-20T13:00:00+04:00' }]
    })
    await relay()
    expect((await refundNotices(client))[0]?.text).toContain('didn’t match the order')
  })

  test('for a cancelled order is said beside the cancellation', async () => {
    const { client, placed } = await paidAnyway((person, _, id) => person.call(orders.cancel, { params: { id } }))
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      status: -1,
      payment: 'refunded',
      refunds: [{ reason: 'cancelled' }]
    })
    await relay()
    expect((await refundNotices(client)).map(({ text }) => text)).toEqual(['The order was cancelled.'])
    const { items } = await client.call(notifications.list, { query: {} })
    expect(items.map(({ kind, status }) => [kind, status])).toEqual([
      ['refund', 1],
      ['order', 10]
    ])
  })

  test('is on its way until the bank has taken it, and is said only then', async () => {
    const { client, placed } = await till.buyByCard(plain)
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    await till.withBank({ refund: down }, () => client.call(orders.cancel, { params: { id: placed.orderId } }))
    await relay()
    expect((await till.details(client, placed.orderNumber)).refunds).toMatchObject([{ at: null, reason: 'cancelled' }])
    expect(await refundNotices(client)).toEqual([])
    await till.later(1, () => reconcilePayments(atWork(api)))
    await relay()
    expect((await till.details(client, placed.orderNumber)).refunds).toMatchObject([{ at: '2026-11-20T13:01:00+04:00' }])
    expect(await refundNotices(client)).toHaveLength(1)
  })

  test('goes by the channels of confirmations: a mail in the person’s language, an SMS instead of a call, nothing when nothing was chosen', async () => {
    const { client, placed } = await till.buyByCard(plain)
    const { users } = schema
    const own = eq(users.id, client.userId ?? 0)
    await api.engine.db.update(users).set({ email: 'back@mail.am', emailVerified: true, languageId: 4 }).where(own)
    const choose = (confirmation: number[]) => client.call(notifications.changeSettings, { body: { confirmation } })
    await choose([0, 2])
    await till.withBank({ close: down }, () => toCash(client, placed.orderNumber))
    await till.decide(placed.orderId, 'approve')
    await till.later(1, () => reconcilePayments(atWork(api)))
    await relay()
    const sent = await refundMessages(client)
    expect(sent.map(({ channel }) => channel)).toEqual(['email', 'sms'])
    expect(sent[0]?.subject).toContain(`За заказ № ${placed.orderNumber} возвращено`)
    expect(sent[0]?.body).toContain(`/ru/account/orders/${placed.orderNumber}`)

    const silent = await paidAnyway(async (person, orderNumber) => {
      await person.call(notifications.changeSettings, { body: { confirmation: [99] } })
      await toCash(person, orderNumber)
    })
    await relay()
    expect(await refundMessages(silent.client)).toEqual([])
    expect(await refundNotices(silent.client)).toHaveLength(1)
  })

  test('has its words in every language', async () => {
    const { client } = await paidAnyway(toCash)
    await relay()
    const titles = new Set<string>()
    for (const locale of LOCALES) {
      const reply = await client.raw<{ items: { kind: string; title: string; text: string }[] }>('GET', '/user/profile/notifications', {
        headers: { 'Content-Language': locale }
      })
      const refund = reply.envelope.data?.items.find(({ kind }) => kind === 'refund')
      expect(refund?.text).not.toBe('')
      titles.add(refund?.title ?? '')
    }
    expect(titles.size).toBe(LOCALES.length)
  })

  test.each([
    ['hy', 'Գումարի վերադարձ', 'քարտին, 13:01։ Պատվերը վճարվում է այլ եղանակով'],
    ['en', 'Refund', 'to your card, 13:01. The order is paid another way'],
    ['ru', 'Возврат', 'на карту, 13:01. Заказ оплачивается другим способом']
  ] as const)('is shown on the order’s page: %s', async (locale, name, words) => {
    const { client, placed } = await paidAnyway(toCash)
    useEnvironment(createPage({ call: client.call }).environment)
    const order = await till.details(client, placed.orderNumber)
    const render = async (shown: OrderDetails): Promise<string> => {
      const { prelude } = await prerender(LocaleProvider({ locale, children: createElement(OrderFacts, { order: shown }) }))
      return (await new Response(prelude).text()).replaceAll(/<!--.*?-->/g, '')
    }
    const html = await render(order)
    expect(html).toContain(`<dt>${name}</dt>`)
    expect(html).toContain(words)
    expect(await render({ ...order, refunds: [] })).not.toContain(name)
  })
})
