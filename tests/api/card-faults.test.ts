import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { checkAccounts } from '#server/services/ledger/check-accounts.ts'
import { checkClearing } from '#server/services/ledger/check-clearing.ts'
import { checkTransfers } from '#server/services/ledger/check-transfers.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { BANK_FACE } from '#server/simulators/bank/face.ts'
import { FAULTS, type Fault } from '#server/simulators/bank/faults.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { atWork, bankRefOf, pay, setProduct, stockOf } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

const STOCK = 100

describe.each(['arca', 'ameria'])('%s', (name) => {
  let api: TestApi
  let till: Till
  let product = 0
  let sold = 0
  beforeAll(async () => {
    api = await startApi({ env: { CARD_BANK: name, PAYMENT_TIMEOUT_SECONDS: '1' } })
    till = openTill(api)
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
  const arm = (...fault: Parameters<ReturnType<Till['bank']>['arm']>): void => till.bank().arm(...fault)
  const buy = (): Promise<Bought> => till.buyByCard(product)
  const comeBack = ({ client, placed }: Bought) => till.comeBack(client, placed.orderId)
  const reconcile = async (minutes = 1): Promise<void> => void (await till.later(minutes, () => reconcilePayments(atWork(api))))
  const paymentOf = async ({ client, placed }: Bought) => (await till.details(client, placed.orderNumber)).payment
  const refundsOf = async ({ client, placed }: Bought) => (await till.details(client, placed.orderNumber)).refunds

  /** Order, payments, stock, the bank's own books and what the person reads say the same: kept is paid, and nothing else is taken. */
  const agree = async (bought: Bought, end: 'paid' | 'awaiting' | 'refunded', given: number[] = []): Promise<void> => {
    const { orderId, orderNumber } = bought.placed
    const details = await till.details(bought.client, orderNumber)
    const rows = await till.paymentsOf(orderId)
    const numbers = new Set(rows.flatMap(({ bankRef }) => (bankRef ? [bankRef] : [])))
    const booked = till
      .bank()
      .orders()
      .filter(({ description }) => description === orderNumber)
    const held = booked.reduce((sum, { taken, refunded }) => sum + taken - refunded, 0)
    expect(details.payment).toBe(end)
    expect(held).toBe(end === 'paid' ? Math.round(details.orderPrice * 100) : 0)
    expect(booked.filter(({ taken }) => taken > 0).every(({ ref }) => numbers.has(ref))).toBe(true)
    expect(rows.filter(({ state }) => state === 'captured')).toHaveLength(end === 'paid' ? 1 : 0)
    expect(rows.filter(({ state }) => state === 'refunding')).toEqual([])
    expect(details.refunds.map(({ amount, at }) => [amount, at !== null])).toEqual(given.map((amount) => [amount, true]))
    expect(booked.filter(({ refunded }) => refunded > 0).map(({ refunded }) => refunded / 100)).toEqual(given)
    if (end !== 'refunded') sold += 1
    expect(await stockOf(api, product)).toBe(STOCK - sold)
  }
  const payAgain = async (bought: Bought): Promise<void> => {
    expect((await pay(bought.client, bought.placed.orderNumber)).redirectUrl).toMatch(/^\/simulator\/|Payments\/Pay/)
    await till.decide(bought.placed.orderId, 'approve')
    await comeBack(bought)
  }
  /** The bank takes another sum or currency: all of it goes back, and the buyer pays again. */
  const wrongSum = async (fault: 'amount' | 'currency'): Promise<void> => {
    const bought = await buy()
    arm(fault)
    await till.decide(bought.placed.orderId, 'approve')
    await comeBack(bought)
    const [refund] = await refundsOf(bought)
    expect(refund).toMatchObject({ reason: 'amount', code: null })
    await payAgain(bought)
    await agree(bought, 'paid', [refund?.amount ?? 0])
  }
  /** The buyer paid and is back, but the bank did not say so: what the job asks later finds it. */
  const foundLater = async (bought: Bought): Promise<void> => {
    await till.decide(bought.placed.orderId, 'approve')
    await comeBack(bought)
    expect(await paymentOf(bought)).toBe('awaiting')
    await reconcile()
    await agree(bought, 'paid')
  }

  const STORIES: Record<Exclude<Fault, 'checksum' | 'precheck'>, () => Promise<void>> = {
    silent: async () => {
      arm('silent', 'register')
      const bought = await buy()
      expect(bought.placed).toMatchObject({ redirectUrl: null, paymentCode: 'CARD_REGISTRATION_FAILED' })
      await payAgain(bought)
      await agree(bought, 'paid')
      const other = await buy()
      arm('silent', 'status')
      await foundLater(other)
    },
    lost: async () => {
      arm('lost', 'register')
      const bought = await buy()
      expect(bought.placed).toMatchObject({ redirectUrl: null, paymentCode: 'CARD_REGISTRATION_FAILED' })
      await payAgain(bought)
      await agree(bought, 'paid')
      // The money is on its way back when the answer of the refund is lost.
      arm('lost', 'refund')
      await bought.client.call(orders.cancel, { params: { id: bought.placed.orderId } })
      expect(await refundsOf(bought)).toMatchObject([{ at: null, code: 'CARD_REFUND_FAILED' }])
      await reconcile()
      sold -= 1
      await agree(bought, 'refunded', [(await till.details(bought.client, bought.placed.orderNumber)).orderPrice])
    },
    error: async () => {
      const bought = await buy()
      arm('error', 'status')
      await foundLater(bought)
    },
    slow: async () => {
      const bought = await buy()
      arm('slow', 'status')
      await foundLater(bought)
    },
    twice: async () => {
      const bought = await buy()
      await till.decide(bought.placed.orderId, 'approve')
      await comeBack(bought)
      await comeBack(bought)
      await agree(bought, 'paid')
      expect(await till.kindsOf(bought.placed.orderId)).toEqual(['order.placed', 'order.status'])
    },
    together: async () => {
      const bought = await buy()
      await till.decide(bought.placed.orderId, 'approve')
      // Whoever comes last learns that it is paid, in an answer or a refusal.
      const payment = pay(bought.client, bought.placed.orderNumber).catch((cause: unknown) =>
        expect(cause).toMatchObject({ type: 'ALREADY_PAID' })
      )
      await Promise.all([comeBack(bought), comeBack(bought), payment, reconcilePayments(atWork(api))])
      await agree(bought, 'paid')
      expect(await till.kindsOf(bought.placed.orderId)).toEqual(['order.placed', 'order.status'])
    },
    late: async () => {
      const bought = await buy()
      arm('late')
      await foundLater(bought)
      const cancelled = await buy()
      arm('late')
      await till.decide(cancelled.placed.orderId, 'approve')
      await comeBack(cancelled)
      const { orderPrice } = await till.details(cancelled.client, cancelled.placed.orderNumber)
      await cancelled.client.call(orders.cancel, { params: { id: cancelled.placed.orderId } })
      await reconcile(3)
      await agree(cancelled, 'refunded', [orderPrice])
    },
    early: async () => {
      const bought = await buy()
      arm('early')
      const path = `/simulator/${name}/pay/${await bankRefOf(api, bought.placed.orderId)}?language=en`
      const shown = await till.press(path, 'approve')
      expect([shown.status, await shown.text()]).toMatchObject([200, expect.stringContaining('already been made')])
      expect(await paymentOf(bought)).toBe('awaiting')
      await reconcile()
      await agree(bought, 'paid')
    },
    amount: () => wrongSum('amount'),
    currency: () => wrongSum('currency'),
    unknown: async () => {
      const bought = await buy()
      arm('unknown', 'status')
      await foundLater(bought)
      for (const query of ['orderId=nobody', 'paymentID=nobody&orderID=1&resposneCode=00']) {
        const stranger = await api.guest().fetch(`/api/payments/return?language=en&${query}`, { redirect: 'manual' })
        expect(stranger.headers.get('location')).toBe('/en/account/orders')
      }
    }
  }

  test.each(Object.entries(STORIES))('%s', async (_fault, story) => {
    api.clock.set(NOON)
    await story()
    expect(till.bank().armed()).toEqual([])
    const { db } = api.engine
    const books = [(await checkTransfers({ db })).differences, await checkAccounts({ db }), await checkClearing({ db })]
    expect(books.flat()).toEqual([])
  })

  test('the others cannot happen, and the panel says why', async () => {
    const notApplicable = FAULTS.filter((fault) => !(fault in STORIES))
    expect(notApplicable).toEqual(Object.keys(BANK_FACE.notApplicable))
    const panel = await (await till.page.request(`/simulator/${name}/faults?language=en`)).text()
    expect(panel.match(/not applicable/g)).toHaveLength(notApplicable.length)
    expect(panel.match(/type="radio"/g)).toHaveLength(FAULTS.length - notApplicable.length)
  })
})
