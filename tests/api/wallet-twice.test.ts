import { afterAll, beforeAll, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { checkAccounts } from '#server/services/ledger/check-accounts.ts'
import { checkProviders } from '#server/services/ledger/check-providers.ts'
import { checkTransfers } from '#server/services/ledger/check-transfers.ts'
import { operatePayments } from '#server/services/orders/staff/operate-payments.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { atWork } from '#tests/support/shopping.ts'
import { openWalletTill } from '#tests/support/wallet-till.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

const differences = async (): Promise<unknown[]> => {
  const { db } = api.engine
  const providers = Object.values(api.kernel.adapters.payments).flatMap((provider) => provider ?? [])
  return [...(await checkTransfers({ db })).differences, ...(await checkAccounts({ db })), ...(await checkProviders({ db }, providers))]
}
const payOutAll = async (): Promise<number> => {
  const ids = (await operatePayments(atWork(api), ['stuck'])).flatMap((line) => /^payout\t(\d+)/.exec(line)?.[1] ?? [])
  for (const id of ids) await operatePayments(atWork(api), ['payout', id, 'ani'])
  return ids.length
}

test.each([
  ['idram', 7],
  ['telcell', 13]
] as const)(
  'a page of %s that two people pay at once: the second payment is booked, and paid out by hand, once',
  async (name, paymentId) => {
    const till = openWalletTill(api, name, paymentId)
    const bought = await till.order(await api.product(1, 'TEN'))
    const detailsOf = () => till.details(bought.client, bought.placed.orderNumber)
    const first = till.wallet.order(till.refOf(await till.arrive(bought)))
    if (!first) throw new Error('the wallet does not know the payment')
    // The wallet has asked whether the page may be paid before either of them decided.
    const second = till.wallet.register({ ...first, number: `${first.number}#1` }) ?? ''
    for (const ref of [first.ref, second]) till.wallet.decide(ref, 'approve')
    for (const ref of [first.ref, second, second, first.ref]) await till.tell(ref)

    const { payment, orderPrice, refunds } = await detailsOf()
    expect([payment, refunds]).toMatchObject(['paid', [{ amount: orderPrice, reason: 'twice', byHand: true, at: null }]])
    expect((await till.paymentsOf(bought.placed.orderId)).map(({ capturedAmount }) => capturedAmount)).toEqual([
      orderPrice * 100,
      orderPrice * 100
    ])
    expect(await payOutAll()).toBe(1)
    expect(await differences()).toEqual([])

    // What paid the order goes back by the rules of any order.
    await bought.client.call(orders.cancel, { params: { id: bought.placed.orderId } })
    expect((await detailsOf()).refunds.map(({ reason }) => reason)).toEqual(['twice', 'cancelled'])
    expect(await payOutAll()).toBe(1)
    expect(await differences()).toEqual([])
  }
)

test('money that staff have entered under its number is not booked again; other money is', async () => {
  const till = openWalletTill(api, 'idram', 7)
  const bought = await till.order(await api.product(1, 'TEN'))
  const first = till.wallet.order(till.refOf(await till.arrive(bought)))
  const [payment] = await till.paymentsOf(bought.placed.orderId)
  if (!first || !payment) throw new Error('the wallet does not know the payment')
  const { orderPrice, refunds } = await till.details(bought.client, bought.placed.orderNumber)
  expect(refunds).toEqual([])
  till.wallet.decide(first.ref, 'approve')
  const numberOf = async (): Promise<string> => {
    await till.tell(first.ref)
    return new URLSearchParams(till.sent.at(-1)?.body).get('EDP_TRANS_ID') ?? ''
  }
  const settle = (...words: string[]): Promise<string[]> =>
    operatePayments(atWork(api), ['settle', String(payment.id), String(orderPrice), ...words])
  await expect(settle()).rejects.toThrow('NUMBER is what the wallet knows the money by')
  expect(await settle('another')).toEqual([`payment ${payment.id} is captured`])
  const number = await numberOf()
  expect(await settle(number)).toEqual([`payment ${payment.id} is captured`])
  expect((await till.paymentsOf(bought.placed.orderId)).map(({ transaction }) => transaction)).toEqual(['another', number])
  expect(await payOutAll()).toBe(1)
})
