import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { checkAccounts } from '#server/services/ledger/check-accounts.ts'
import { checkClearing } from '#server/services/ledger/check-clearing.ts'
import { checkTransfers } from '#server/services/ledger/check-transfers.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { atWork, bankRefOf, pay, refused, setProduct, stockOf } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

const CARD = 8
const CASH = 3
const STOCK = 1_000
const ROUNDS = 6
/** Asks the buyer by 3-D Secure. */
const CONFIRMED_CARD = '5555555555554444'

describe.each(['arca', 'ameria'])('at %s', (name) => {
  let api: TestApi
  let till: Till
  let product = 0
  let sold = 0
  beforeAll(async () => {
    api = await startApi({ env: { CARD_BANK: name } })
    till = openTill(api)
    product = await api.product(1, 'TEN')
    await setProduct(api, product, { stock: STOCK })
  })
  afterAll(async () => {
    expect(api.errors).toEqual([])
    const { db } = api.engine
    const checks = [(await checkTransfers({ db })).differences, await checkAccounts({ db }), await checkClearing({ db })]
    expect(checks.flat()).toEqual([])
    await api.close()
  })

  interface Bought {
    client: Client
    placed: orders.PlacedOrder
  }
  const cancel = ({ client, placed }: Bought) => client.call(orders.cancel, { params: { id: placed.orderId } })
  const approve = async ({ client, placed }: Bought): Promise<void> => {
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
  }
  const reconcile = (minutes = 1) => till.later(minutes, () => reconcilePayments(atWork(api)))

  /** However it ended: money is kept for a paid order alone, all of it and once, and what is not sold is in stock. `isCounted`: its piece is in `sold`. */
  const agree = async ({ client, placed }: Bought, isCounted = false): Promise<orders.OrderDetails> => {
    const details = await till.details(client, placed.orderNumber)
    const isPaid = details.payment === 'paid'
    const booked = till
      .bank()
      .orders()
      .filter(({ description }) => description === placed.orderNumber)
    expect(booked.reduce((sum, { taken, refunded }) => sum + taken - refunded, 0)).toBe(isPaid ? Math.round(details.orderPrice * 100) : 0)
    const states = (await till.paymentsOf(placed.orderId)).map(({ state }) => state)
    expect(states.filter((state) => state === 'captured')).toHaveLength(isPaid ? 1 : 0)
    expect(states).not.toContain('refunding')
    if (details.status >= 0 && !isCounted) sold += 1
    expect(await stockOf(api, product)).toBe(STOCK - sold)
    return details
  }

  test('two tabs choose two methods while the buyer pays: the order has one of them, and money only for it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const bought = await till.buyByCard(product)
      const ways = [
        () => pay(bought.client, bought.placed.orderNumber, CASH),
        () => approve(bought),
        () => pay(bought.client, bought.placed.orderNumber, CARD)
      ]
      await Promise.allSettled([...ways.slice(round % 3), ...ways.slice(0, round % 3)].map((way) => way()))
      await reconcile()
      const { paymentId, payment, status } = await agree(bought)
      expect([
        [CASH, 'none', 0],
        [CASH, 'refunded', 0],
        [CARD, 'paid', 12]
      ]).toContainEqual([paymentId, payment, status])
    }
  })

  test('an order expires while it is paid: it is paid or gone, never both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const bought = await till.buyByCard(product)
      await till.later(31, () =>
        Promise.allSettled(
          round % 2 === 0
            ? [approve(bought), expireUnpaid(atWork(api)), expireUnpaid(atWork(api))]
            : [expireUnpaid(atWork(api)), approve(bought), reconcilePayments(atWork(api))]
        )
      )
      // One that was held by the other at that moment is taken up by the next run.
      await till.later(32, () => expireUnpaid(atWork(api)))
      const { payment, status } = await agree(bought)
      expect([
        ['none', -1],
        ['refunded', -1],
        ['paid', 12]
      ]).toContainEqual([payment, status])
    }
  })

  test('who cancels while the bank asks for 3-D Secure has no order, and what is confirmed afterwards goes back', async () => {
    for (const confirms of ['before', 'with', 'after'] as const) {
      const bought = await till.buyByCard(product)
      const { orderId, orderNumber } = bought.placed
      await till.decide(orderId, 'approve', CONFIRMED_CARD)
      await till.comeBack(bought.client, orderId)
      expect(await till.details(bought.client, orderNumber)).toMatchObject({ status: 17, payment: 'awaiting' })
      const confirm = () => till.decide(orderId, 'confirm')
      if (confirms === 'before') await confirm()
      await Promise.all([cancel(bought), confirms === 'with' ? confirm() : undefined])
      if (confirms === 'after') await confirm()
      await till.comeBack(bought.client, orderId)
      await reconcile()
      expect(await agree(bought)).toMatchObject({ status: -1 })
      expect(await refused(pay(bought.client, orderNumber))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    }
  })

  test('a return that says what the bank did not pays nothing, by whichever reference', async () => {
    const bought = await till.buyByCard(product)
    const other = await till.buyByCard(product)
    sold += 2
    await till.decide(other.placed.orderId, 'approve')
    const ref = await bankRefOf(api, bought.placed.orderId)
    const paidRef = await bankRefOf(api, other.placed.orderId)
    const words = {
      orderStatus: '2',
      status: 'deposited',
      paymentState: 'payment_deposited',
      responseCode: '00',
      resposneCode: '00',
      opaque: paidRef
    }
    const guest = api.guest()
    for (const names of [`orderId=${ref}`, `paymentID=${ref}`, `orderId=${ref}&orderID=${paidRef}`]) {
      const query = `${new URLSearchParams(words)}&${names}`
      for (const method of ['GET', 'POST'])
        expect((await guest.fetch(`/api/payments/return?${query}`, { method, redirect: 'manual' })).status).toBe(303)
    }
    expect(await till.details(bought.client, bought.placed.orderNumber)).toMatchObject({ status: 17, payment: 'awaiting' })
    expect(await till.paymentsOf(bought.placed.orderId)).toMatchObject([{ state: 'registered' }])
    await approve(bought)
    await till.comeBack(other.client, other.placed.orderId)
    for (const each of [bought, other]) expect(await agree(each, true)).toMatchObject({ payment: 'paid' })
  })
})
