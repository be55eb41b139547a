import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CardBank } from '#server/adapters/payment/port.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { openTill, type Till } from '#tests/support/till.ts'
import { atAddress } from '#tests/support/identity.ts'
import { bankRefOf } from '#tests/support/shopping.ts'

let api: TestApi
let till: Till
let productId = 0
beforeAll(async () => {
  api = await startApi({ env: { TRUST_PROXY: '1' } })
  till = openTill(api)
  productId = await api.product(1, 'PLAIN')
})
beforeEach(() => api.clock.advance(60_000))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

/** How often the bank is asked about payments while `work` runs. */
const countAsked = async (work: () => Promise<unknown>): Promise<number> => {
  const { status } = api.kernel.adapters.payments.card
  let asked = 0
  const counting: CardBank['status'] = (...args) => {
    asked += 1
    return status(...args)
  }
  await till.withBank({ status: counting }, work)
  return asked
}
const goBack = async (client: Client, orderId: number): Promise<(string | number | null)[]> => {
  const reply = await till.comeBack(client, orderId)
  return [reply.status, reply.headers.get('location')]
}

test('400 returns of one payment lead to its order and ask the bank a few times; another buyer is settled at once', async () => {
  const { placed } = await till.buyByCard(productId)
  const other = await till.buyByCard(productId)
  const asked = await countAsked(async () => {
    for (let round = 0; round < 400; round += 1) {
      const otherBrowser = atAddress(api.guest(), `198.51.${Math.floor(round / 4)}.7`)
      expect(await goBack(otherBrowser, placed.orderId)).toEqual([303, `/en/account/orders/${placed.orderNumber}`])
    }
  })
  expect(asked).toBe(10)
  await till.decide(other.placed.orderId, 'approve')
  await till.comeBack(atAddress(other.client, '203.0.113.7'), other.placed.orderId)
  expect(await till.details(other.client, other.placed.orderNumber)).toMatchObject({ payment: 'paid' })
})

test('returns from one address are limited for all payments together', async () => {
  const bought = await Promise.all(Array.from({ length: 9 }, () => till.buyByCard(productId)))
  const flood = atAddress(api.guest(), '198.51.100.9')
  const asked = await countAsked(async () => {
    for (const { placed } of bought)
      for (let round = 0; round < 8; round += 1)
        expect(await goBack(flood, placed.orderId)).toEqual([303, `/en/account/orders/${placed.orderNumber}`])
  })
  expect(asked).toBe(60)
})

test('a payment whose money arrived, or went back, is not asked about again', async () => {
  const { client, placed } = await till.buyByCard(productId)
  await till.decide(placed.orderId, 'approve')
  expect(await countAsked(() => till.comeBack(client, placed.orderId))).toBe(1)
  expect(await till.details(client, placed.orderNumber)).toMatchObject({ payment: 'paid' })
  expect(await countAsked(() => till.comeBack(client, placed.orderId))).toBe(0)
  await client.raw('PUT', `/orders/cancel/${placed.orderId}`)
  expect(await till.details(client, placed.orderNumber)).toMatchObject({ payment: 'refunded' })
  expect(await countAsked(() => till.comeBack(client, placed.orderId))).toBe(0)
})

test.each(['form', 'sheet'])('the page %s of a payment is limited', async (name) => {
  const { placed } = await till.buyByCard(productId)
  const otherBrowser = atAddress(api.guest(), '198.51.100.10')
  const path = `/api/payments/${name}/${await bankRefOf(api, placed.orderId)}`
  const statuses: number[] = []
  for (let round = 0; round < 62; round += 1) statuses.push((await otherBrowser.fetch(path, { redirect: 'manual' })).status)
  expect([statuses.filter((status) => status === 303).length, statuses.at(-1)]).toEqual([60, 429])
})

test('names that are posted for a sign-in are stored so many times a minute', async () => {
  const otherBrowser = atAddress(api.guest(), '198.51.100.11')
  const writes: string[] = []
  const { db } = api.engine
  const update = db.update.bind(db)
  db.update = ((table: never) => {
    writes.push('update')
    return update(table)
  }) as typeof db.update
  try {
    const body = new URLSearchParams({ code: 'x', state: 'x', user: JSON.stringify({ name: { firstName: 'Ani', lastName: 'A' } }) })
    for (let round = 0; round < 80; round += 1) {
      const reply = await otherBrowser.fetch('/api/auth/callback/apple', { method: 'POST', body, redirect: 'manual' })
      expect(reply.status).toBe(303)
    }
  } finally {
    db.update = update
  }
  expect(writes).toHaveLength(60)
})
