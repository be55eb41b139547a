import { afterAll, beforeAll, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { openShares } from '#tests/support/shares.ts'
import { atWork, buy, pay, refused } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

const WORDS = 'The bank asks who paid: we call you by noon'

let api: TestApi
let till: Till
let plain = 0
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

const staff = async (...words: string[]): Promise<string> => (await operateOrders(atWork(api), words)).join('\n')
const cancel = (client: Client, id: number): Promise<orders.OrderCard> => client.call(orders.cancel, { params: { id } })
const CUSTOM = { code: 999, type: 'CUSTOM', message: WORDS }

test('an unpaid order that staff look into is neither paid for nor cancelled, and its customer reads why', async () => {
  const { client, placed } = await till.buyByCard(plain)
  const { orderId, orderNumber: number } = placed
  expect(await till.details(client, number)).toMatchObject({ pausedFor: null, canCancel: true })
  expect(await staff('pause', number, ...WORDS.split(' '))).toContain('reads why')
  expect(await staff('show', number)).toContain(JSON.stringify(WORDS))
  expect(await till.details(client, number)).toMatchObject({ pausedFor: WORDS, canCancel: false, cancelRefund: null })
  expect(await refused(pay(client, number))).toMatchObject(CUSTOM)
  expect(await refused(cancel(client, orderId))).toMatchObject(CUSTOM)
  expect((await till.details(client, number)).status).toBe(ORDER_STATUS.NEW_NOT_PAID)
  // Who is at the bank already can finish there: the money is not turned away.
  await till.decide(orderId, 'approve')
  await till.comeBack(client, orderId)
  expect(await till.details(client, number)).toMatchObject({ payment: 'paid', pausedFor: WORDS, canCancel: false })
  expect(await refused(cancel(client, orderId))).toMatchObject(CUSTOM)

  expect(await staff('resume', number)).toContain('no longer')
  expect(await till.details(client, number)).toMatchObject({ pausedFor: null, canCancel: true })
  expect((await cancel(client, orderId)).status).toBe(ORDER_STATUS.CANCELLED)
})

test('the pages of whoever follows it hear of a pause and of its end', async () => {
  const { client, placed } = await buy(api, plain)
  const before = await till.kindsOf(placed.orderId)
  await staff('pause', placed.orderNumber, WORDS)
  await staff('resume', placed.orderNumber)
  expect(await till.kindsOf(placed.orderId)).toEqual([...before, 'order.changed', 'order.changed'])
  await cancel(client, placed.orderId)
})

test('nobody pays a share of a group order that is looked into', async () => {
  const { collecting } = await openShares(api)
  const { owner, number } = await collecting()
  await staff('pause', number, WORDS)
  expect(await refused(pay(owner, number))).toMatchObject(CUSTOM)
  await staff('resume', number)
  expect((await pay(owner, number)).redirectUrl).not.toBeNull()
})

test('staff are told what cannot be', async () => {
  const { client, placed } = await buy(api, plain)
  const number = placed.orderNumber
  await expect(staff('pause', number)).rejects.toThrow('REASON is missing')
  await expect(staff('pause', `${number}/tolma-tun`, WORDS)).rejects.toThrow('a whole order')
  await expect(staff('pause', number, 'x'.repeat(201))).rejects.toThrow('at most 200 characters')
  await expect(staff('resume', number)).rejects.toMatchObject({ why: 'WRONG_STATUS' })
  await staff('pause', number, WORDS)
  await staff('refuse', number, 'the shop is closed')
  expect(await till.details(client, number)).toMatchObject({ status: ORDER_STATUS.CANCELLED, pausedFor: null })
  await expect(staff('pause', number, WORDS)).rejects.toMatchObject({ why: 'WRONG_STATUS' })
  await expect(staff('pause', '999999', WORDS)).rejects.toMatchObject({ why: 'UNKNOWN_ORDER' })
})
