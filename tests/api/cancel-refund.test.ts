import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import type { Client, TestApi } from '#tests/support/api.ts'
import { atWork, buy } from '#tests/support/shopping.ts'
import { createStorage, openTab } from '#tests/support/tab.ts'
import { startTill, type Till } from '#tests/support/till.ts'
import { openWalletTill } from '#tests/support/wallet-till.ts'

// What a person is told goes back before they cancel is what goes back.

let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  ;({ api, till, plain } = await startTill())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})
beforeEach(() => void createStorage())

/** The question of the shop before it cancels, which is then agreed to. */
const cancel = async (client: Client, order: OrderDetails) => {
  await openTab({ client, path: '/en/account/orders' })
  const { cancelOrder } = await import('#stores/orders/order-actions.ts')
  const modals = await import('#stores/modals.ts')
  const cancelling = cancelOrder.submit(order)
  const asked = modals.$modals.get().at(-1)?.params
  if (!asked || !('question' in asked)) throw new Error('nothing was asked')
  modals.answerQuestion(asked.ticket)
  await cancelling
  return { question: asked.question, amount: asked.variables?.['amount'] }
}
const given = ({ refunds }: OrderDetails): number => refunds.reduce((sum, { amount }) => sum + amount, 0)

test('nothing, of an order that is paid at the door', async () => {
  const { client, placed } = await buy(api, plain)
  const before = await till.details(client, placed.orderNumber)
  expect(before.cancelRefund).toBeNull()
  expect(await cancel(client, before)).toEqual({ question: 'cancelOrder', amount: undefined })
  const after = await till.details(client, placed.orderNumber)
  expect([after.status, after.refunds, after.cancelRefund]).toEqual([-1, [], null])
})

test('to the card, all that is not back already', async () => {
  const { client, placed } = await till.buyByCard(plain, 3)
  await till.decide(placed.orderId, 'approve')
  await till.comeBack(client, placed.orderId)
  const whole = await till.details(client, placed.orderNumber)
  expect(whole.cancelRefund).toEqual({ amount: whole.orderPrice, byHand: false })
  await operateOrders(atWork(api), ['refund', placed.orderNumber, '1', '1'])
  const rest = await till.details(client, placed.orderNumber)
  expect(given(rest)).toBeGreaterThan(0)
  expect(rest.cancelRefund).toEqual({ amount: whole.orderPrice - given(rest), byHand: false })
  expect(await cancel(client, rest)).toEqual({
    question: 'cancelToCard',
    amount: expect.stringMatching(String(rest.cancelRefund?.amount).replace(/\B(?=(\d{3})+$)/g, '\\s'))
  })
  expect(given(await till.details(client, placed.orderNumber))).toBe(whole.orderPrice)
})

test('by hand, of a wallet that gives nothing back itself', async () => {
  const wallet = openWalletTill(api, 'idram', 7)
  const bought = await wallet.order(plain)
  await wallet.finish(bought, 'approve')
  const paid = await till.details(bought.client, bought.placed.orderNumber)
  expect(paid).toMatchObject({ payment: 'paid', cancelRefund: { amount: paid.orderPrice, byHand: true } })
  expect(await cancel(bought.client, paid)).toMatchObject({ question: 'cancelByHand' })
  expect((await till.details(bought.client, bought.placed.orderNumber)).refunds).toMatchObject([{ amount: paid.orderPrice, byHand: true }])
})

test('nothing more, once the order is begun', async () => {
  const { client, placed } = await till.buyByCard(plain)
  await till.decide(placed.orderId, 'approve')
  await till.comeBack(client, placed.orderId)
  await operateOrders(atWork(api), ['accept', placed.orderNumber])
  const begun = await till.details(client, placed.orderNumber)
  expect([begun.canCancel, begun.cancelRefund]).toEqual([false, null])
  await expect(client.call(orders.cancel, { params: { id: placed.orderId } })).rejects.toMatchObject({ type: 'UNABLE_TO_CANCEL_ORDER' })
})
