import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import type { Client, TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { cancel as cancelGroup, complete, infoOf } from '#tests/support/group.ts'
import { goOn, memberIdOf, openShares, payFor } from '#tests/support/shares.ts'
import { atWork, buy, buyer, orderOf, pay, place, refused } from '#tests/support/shopping.ts'
import { startTill, type Till } from '#tests/support/till.ts'

const WORDS = 'The bank asks who paid: we call you by noon'

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

test('its time to pay stands: nothing is cancelled meanwhile, and afterwards there is as much of it as before', async () => {
  const { client, placed } = await till.buyByCard(plain)
  const number = placed.orderNumber
  const expired = (minutes: number) => till.later(minutes, () => expireUnpaid(atWork(api)))
  const { payBefore } = await till.details(client, number)
  await till.later(10, () => staff('pause', number, WORDS))
  expect(await till.details(client, number)).toMatchObject({ payBefore: null, payment: 'awaiting' })
  expect(await expired(600)).toBe(0)
  // Other words are no new pause.
  await till.later(100, () => staff('pause', number, 'one more question'))
  await till.later(130, () => staff('resume', number))
  const until = Date.parse(payBefore ?? '') + 120 * MINUTE
  expect(Date.parse((await till.details(client, number)).payBefore ?? '')).toBe(until)
  const left = (until - NOON) / MINUTE
  expect(await expired(left)).toBe(0)
  expect(await expired(left + 1)).toBe(1)
  expect((await till.details(client, number)).status).toBe(ORDER_STATUS.CANCELLED)
})

test('an invoice is due as many days later', async () => {
  const { client, addressId } = await buyer(api, plain)
  await client.call(auth.change, { body: { companyName: 'Արարատ ՍՊԸ', tin: '11000001' } })
  const { orderNumber: number } = await place(client, await orderOf(client, addressId, { paymentId: 4 }))
  expect((await till.details(client, number)).payBefore).toBe('2026-11-26T00:00:00+04:00')
  await staff('pause', number, WORDS)
  await till.later(50 * 60, () => staff('resume', number))
  expect((await till.details(client, number)).payBefore).toBe('2026-11-29T00:00:00+04:00')
  expect((await client.call(orders.invoice, { query: { orderNumber: number } })).lastDay).toBe('2026-11-28')
})

test('nobody pays a share of a group order that is looked into, and its initiator neither ends it nor goes on', async () => {
  const { collecting } = await openShares(api)
  const { owner, davit, number } = await collecting()
  await staff('pause', number, WORDS)
  expect((await infoOf(davit)).collecting).toMatchObject({ payBefore: null, pausedFor: WORDS, due: 2_227 })
  const memberId = await memberIdOf(owner, 'Davit')
  const refusals = [
    () => pay(davit, number),
    () => payFor(owner, number, memberId),
    () => goOn(owner, 403),
    () => complete(owner, false),
    () => cancelGroup(owner)
  ]
  for (const call of refusals) expect(await refused(call())).toMatchObject(CUSTOM)
  // Nobody is reminded of what cannot be done.
  expect(await refused(owner.call(groupOrders.remind))).toMatchObject({ type: 'GROUP_ORDER_ACTION_FORBIDDEN' })
  expect(await till.later(600, () => expireUnpaid(atWork(api)))).toBe(0)
  await staff('resume', number)
  expect((await infoOf(davit)).collecting).toMatchObject({ payBefore: expect.any(String) as string, pausedFor: null })
  expect(await owner.call(groupOrders.remind)).toMatchObject({ reminded: 2 })
  expect((await pay(davit, number)).redirectUrl).not.toBeNull()
  expect((await cancelGroup(owner)).state).toBe('cancelled')
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
