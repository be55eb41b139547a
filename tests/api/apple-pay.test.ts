import { afterAll, beforeAll, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { checkAccounts } from '#server/services/ledger/check-accounts.ts'
import { checkClearing } from '#server/services/ledger/check-clearing.ts'
import { checkProviders } from '#server/services/ledger/check-providers.ts'
import { checkTransfers } from '#server/services/ledger/check-transfers.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { FAULTS, type Fault } from '#server/simulators/bank/faults.ts'
import type { Bank } from '#server/simulators/bank/bank.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { atWork, buy, pay, setProduct, stockOf } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

const STOCK = 100
const APPLE_PAY = 19

let api: TestApi
let till: Till
let bank: Bank
let product = 0
let sold = 0
beforeAll(async () => {
  api = await startApi({ env: { PAYMENT_TIMEOUT_SECONDS: '1' } })
  till = openTill(api)
  const simulator = api.kernel.adapters.simulators.find(({ name }) => name === 'apple-pay')
  if (!simulator) throw new Error('there is no simulated Apple Pay')
  bank = simulator.bank
  product = await api.product(1, 'TEN')
  await setProduct(api, product, { stock: STOCK })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

interface Bought {
  client: Client
  placed: orders.PlacedOrder
}
const order = (): Promise<Bought> => buy(api, product, { paymentId: APPLE_PAY })
const sheetOf = ({ placed }: Bought): string => (placed.redirectUrl ?? '').split('?')[0] ?? ''
const refOf = (bought: Bought): string => sheetOf(bought).split('/').at(-1) ?? ''
const post = async ({ client }: Bought, path: string, body: unknown): Promise<{ status: number; data: Record<string, unknown> }> => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await client.fetch(path, init)
  return { status: response.status, data: (await response.json()) as Record<string, unknown> }
}
const tokenFor = (decision: string): object => ({ paymentData: { version: 'EC_v1', data: btoa(decision) } })
const prove = (bought: Bought) => post(bought, `${sheetOf(bought)}/session`, {})
const press = async (bought: Bought, decision: string): Promise<unknown> => {
  const { data } = await post(bought, `${sheetOf(bought)}/token`, tokenFor(decision))
  return data.paid
}
/** The person opens the sheet, decides and is led back; whether the sheet said it was paid. */
const finish = async (bought: Bought, decision = 'approve'): Promise<unknown> => {
  expect((await prove(bought)).data).toMatchObject({ merchantIdentifier: 'merchant.am.shuka.test' })
  const paid = await press(bought, decision)
  await comeBack(bought)
  return paid
}
const comeBack = async (bought: Bought): Promise<void> => {
  const path = `/api/payments/return?orderId=${refOf(bought)}&language=en`
  const { headers } = await bought.client.fetch(path, { redirect: 'manual' })
  expect(headers.get('location')).toBe(`/en/account/orders/${bought.placed.orderNumber}`)
}
const detailsOf = ({ client, placed }: Bought) => till.details(client, placed.orderNumber)
const reconcile = (minutes = 1) => till.later(minutes, () => reconcilePayments(atWork(api)))

/** Order, payment, stock, the acquirer's books and what the person reads say the same. */
const agree = async (bought: Bought, end: 'paid' | 'refunded', given: number[] = []): Promise<void> => {
  const { payment, orderPrice, refunds } = await detailsOf(bought)
  const booked = bank.orders().filter(({ description }) => description === bought.placed.orderNumber)
  expect(payment).toBe(end)
  expect(booked.reduce((sum, { taken, refunded }) => sum + taken - refunded, 0)).toBe(end === 'paid' ? Math.round(orderPrice * 100) : 0)
  expect(refunds.map(({ amount, at, byHand }) => [amount, at !== null, byHand])).toEqual(given.map((amount) => [amount, true, false]))
  if (end === 'paid') sold += 1
  expect(await stockOf(api, product)).toBe(STOCK - sold)
}
const payAgain = async ({ client, placed }: Bought): Promise<Bought> => ({ client, placed: await pay(client, placed.orderNumber) })
const wrongSum = async (fault: 'amount' | 'currency'): Promise<void> => {
  const bought = await order()
  bank.arm(fault)
  expect(await finish(bought)).toBe(false)
  const [refund] = (await detailsOf(bought)).refunds
  expect(refund).toMatchObject({ reason: 'amount', code: null })
  expect(await finish(await payAgain(bought))).toBe(true)
  await agree(bought, 'paid', [refund?.amount ?? 0])
}
/** The shop was not answered as it should be: what was taken is found by asking later. */
const foundLater = async (fault: Fault): Promise<void> => {
  const bought = await order()
  bank.arm(fault, 'status')
  bank.arm(fault === 'error' ? 'error' : 'silent', 'status')
  await finish(bought)
  expect((await detailsOf(bought)).payment).toBe('awaiting')
  await reconcile()
  await agree(bought, 'paid')
}
/** The token's answer was lost or never came; the person may press again, and pays once. */
const pressedAgain = async (fault: Fault, paidAtOnce: boolean): Promise<void> => {
  const bought = await order()
  bank.arm(fault, 'token')
  expect(await press(bought, 'approve')).toBe(paidAtOnce)
  if (!paidAtOnce) expect(await press(bought, 'approve')).toBe(true)
  await agree(bought, 'paid')
}

const STORIES: Record<Exclude<Fault, 'checksum' | 'precheck'>, () => Promise<void>> = {
  silent: async () => {
    bank.arm('silent', 'register')
    const bought = await order()
    expect(bought.placed).toMatchObject({ redirectUrl: null, paymentCode: 'CARD_REGISTRATION_FAILED' })
    const again = await payAgain(bought)
    // Apple does not answer: nothing is taken, and the page says so.
    bank.arm('silent', 'session')
    expect((await prove(again)).status).toBe(503)
    expect(await finish(again)).toBe(true)
    await agree(bought, 'paid')
    await pressedAgain('silent', false)
    await foundLater('silent')
  },
  lost: async () => {
    bank.arm('lost', 'register')
    const bought = await order()
    expect(bought.placed.redirectUrl).toBeNull()
    expect(await finish(await payAgain(bought))).toBe(true)
    await agree(bought, 'paid')
    await pressedAgain('lost', true)
    bank.arm('lost', 'refund')
    const { orderPrice } = await detailsOf(bought)
    await bought.client.call(orders.cancel, { params: { id: bought.placed.orderId } })
    await reconcile()
    sold -= 1
    await agree(bought, 'refunded', [orderPrice])
  },
  error: async () => {
    await pressedAgain('error', false)
    await foundLater('error')
  },
  slow: () => pressedAgain('slow', true),
  twice: async () => {
    const bought = await order()
    expect([await press(bought, 'approve'), await press(bought, 'approve')]).toEqual([true, true])
    await comeBack(bought)
    await agree(bought, 'paid')
    expect(await till.kindsOf(bought.placed.orderId)).toEqual(['order.placed', 'order.status'])
  },
  together: async () => {
    const bought = await order()
    await Promise.all([press(bought, 'approve'), press(bought, 'approve'), comeBack(bought), reconcilePayments(atWork(api))])
    await agree(bought, 'paid')
    expect(await till.kindsOf(bought.placed.orderId)).toEqual(['order.placed', 'order.status'])
  },
  late: async () => {
    const bought = await order()
    bank.arm('late')
    expect(await finish(bought)).toBe(false)
    await reconcile(3)
    await agree(bought, 'paid')
    const cancelled = await order()
    bank.arm('late')
    await finish(cancelled)
    const { orderPrice } = await detailsOf(cancelled)
    await cancelled.client.call(orders.cancel, { params: { id: cancelled.placed.orderId } })
    await reconcile(3)
    await agree(cancelled, 'refunded', [orderPrice])
  },
  early: async () => {
    const bought = await order()
    await press(bought, 'approve')
    await agree(bought, 'paid')
  },
  amount: () => wrongSum('amount'),
  currency: () => wrongSum('currency'),
  unknown: async () => {
    await pressedAgain('unknown', false)
    const stranger = await order()
    const nobody = '/api/payments/sheet/00000000-0000-4000-8000-000000000000'
    expect((await api.guest().fetch(nobody, { redirect: 'manual' })).headers.get('location')).toBe('/account/orders')
    expect((await post(stranger, `${nobody}/session`, {})).status).toBe(404)
    expect((await post(stranger, `${nobody}/token`, tokenFor('approve'))).status).toBe(404)
    await stranger.client.call(orders.cancel, { params: { id: stranger.placed.orderId } })
  }
}

test.each(Object.entries(STORIES))('%s', async (_fault, story) => {
  api.clock.set(NOON)
  await story()
  expect(bank.armed()).toEqual([])
  const { db } = api.engine
  const books = [(await checkTransfers({ db })).differences, await checkAccounts({ db }), await checkClearing({ db })]
  const { applePay } = api.kernel.adapters.payments
  expect([...books, applePay ? await checkProviders({ db }, [applePay]) : [null]].flat()).toEqual([])
})

test('the others cannot happen, and the panel says why', async () => {
  const panel = await (await till.page.request('/simulator/apple-pay/faults?language=en')).text()
  expect(panel.match(/not applicable/g)).toHaveLength(FAULTS.length - Object.keys(STORIES).length)
})

test('a refusal leaves the order payable; a token after another method, or after cancelling, takes nothing', async () => {
  const bought = await order()
  expect(await finish(bought, 'funds')).toBe(false)
  expect(await detailsOf(bought)).toMatchObject({ payment: 'awaiting', cardRefusal: 'funds' })
  const again = await payAgain(bought)
  expect(refOf(again)).not.toBe(refOf(bought))
  await pay(again.client, again.placed.orderNumber, 3)
  expect(await press(again, 'approve')).toBe(false)
  expect(bank.order(refOf(again))).toMatchObject({ taken: 0 })
  const cancelled = await order()
  await cancelled.client.call(orders.cancel, { params: { id: cancelled.placed.orderId } })
  expect(await press(cancelled, 'approve')).toBe(false)
  expect(bank.order(refOf(cancelled))).toMatchObject({ taken: 0 })
  const page = await cancelled.client.fetch(sheetOf(cancelled), { redirect: 'manual' })
  expect(page.headers.get('location')).toBe(`/account/orders/${cancelled.placed.orderNumber}`)
})

test('tokens that are none are refused, and the page lets only its own scripts run', async () => {
  const bought = await order()
  for (const token of [null, 'x', 1]) expect((await post(bought, `${sheetOf(bought)}/token`, token)).status).toBe(400)
  expect((await post(bought, `${sheetOf(bought)}/token`, { long: 'x'.repeat(20_000) })).status).toBe(413)
  for (const token of [{}, { paymentData: { data: 'AA==' } }])
    expect((await post(bought, `${sheetOf(bought)}/token`, token)).data).toEqual({ paid: false })
  const page = await bought.client.fetch(bought.placed.redirectUrl ?? '')
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none';.*script-src 'nonce-/)
  expect(await page.text()).toContain('"currencyCode":"AMD"')
  const script = await (await till.page.request('/simulator/apple-pay/session.js')).text()
  expect(() => new Function(script)).not.toThrow()
  await bought.client.call(orders.cancel, { params: { id: bought.placed.orderId } })
})
