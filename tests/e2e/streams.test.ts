import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect } from '../support/e2e/expect.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { localePath } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { test } from '../support/e2e/audit/fixtures.ts'
import { placeOrder, type Visitor } from '../support/e2e/audit/person.ts'

test.use({ locale: 'en-US', contextOptions: { reducedMotion: 'reduce' } })

const STREAM = `/api${orders.events.path}`
const t = getTranslator('en')

/** The streams of a browser: every one it has asked for, and those that stand open. */
const watchStreams = (context: BrowserContext) => {
  const asked: Request[] = []
  const ended = new Set<Request>()
  const end = (request: Request): void => void ended.add(request)
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === STREAM) asked.push(request)
  })
  context.on('requestfinished', end)
  context.on('requestfailed', end)
  return { asked, open: () => asked.filter((request) => !ended.has(request) && !request.frame().page().isClosed()).length }
}

/** One more order of somebody; by card it waits for the bank, so that nothing but this moves it, but only three may wait. Its number. */
const ordersOneMore = async (visitor: Visitor, productId: number, pay: 'cash' | 'card' = 'card'): Promise<string> => {
  const { call, address } = visitor
  await call(baskets.add, { body: { productId, quantity: 1 } })
  const basket = await call(baskets.get, { query: { addressId: address?.id ?? 0 } })
  return (await placeOrder({ ...visitor, basket }, pay, randomUUID())).orderNumber
}

const cardOf = (page: Page, number: string) => page.getByRole('heading', { name: t('orders:number', { number }) })

test('one stream for three tabs, and all of them hear; when the one that reads closes, the next goes on after the last event', async ({
  context,
  market,
  comes
}) => {
  const visitor = await comes({ signedIn: true, withAddress: true })
  const streams = watchStreams(context)
  const first = await ordersOneMore(visitor, market.plain.id, 'cash')
  const tabs: Page[] = []
  for (let count = 0; count < 3; count += 1) {
    const tab = await context.newPage()
    await tab.goto(localePath('en', '/account/orders'))
    await expect(cardOf(tab, first)).toBeVisible()
    tabs.push(tab)
  }
  await expect.poll(streams.open).toBe(1)

  const second = await ordersOneMore(visitor, market.plain.id)
  for (const tab of tabs) await expect(cardOf(tab, second)).toBeVisible()
  expect(streams.asked).toHaveLength(1)

  const reader = tabs.find((tab) => tab === streams.asked[0]?.frame().page())
  const others = tabs.filter((tab) => tab !== reader)
  expect(others).toHaveLength(2)
  let goOn: () => void = () => undefined
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
  await context.route(`**${STREAM}`, async (route) => {
    await mayGoOn
    await route.continue()
  })
  await reader?.close()
  await expect.poll(() => streams.asked.length).toBe(2)
  const resumed = streams.asked[1]
  expect(others).toContain(resumed?.frame().page())
  expect(resumed?.headers()['last-event-id']).toMatch(/^\d+$/)

  const missed = await ordersOneMore(visitor, market.plain.id)
  for (const tab of others) await expect(cardOf(tab, missed), 'nobody reads at the moment').toHaveCount(0)
  goOn()
  for (const tab of others) await expect(cardOf(tab, missed), 'what happened meanwhile is told').toBeVisible()
  const last = await ordersOneMore(visitor, market.plain.id)
  for (const tab of others) await expect(cardOf(tab, last)).toBeVisible()
  expect(streams.asked).toHaveLength(2)
  await expect.poll(streams.open).toBe(1)
})
