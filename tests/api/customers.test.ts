import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { operateCustomers } from '#server/services/profile/operate-customers.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { bonusOf, deliver, pointsOf, setRules } from '#tests/support/rewards.ts'
import { add, atWork, buyer, orderOf, place, refused } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  const voucher = {
    ...{ title: { hy: 'Զեղչ', en: 'Less', ru: 'Скидка' }, kind: 'fixed' as const, value: 50_000, funder: 'market' as const },
    ...{ startsOn: '2026-11-01', endsOn: '2026-11-30', minimum: 0, suppliers: [], kinds: [], notDiscounted: false, methods: [] },
    ...{ firstOrder: false, vip: false }
  }
  await api.engine.db.insert(schema.vouchers).values([
    { ...voucher, code: 'GROUPS', groups: ['EK', 'T'] },
    { ...voucher, code: 'VIP-ONLY', vip: true }
  ])
})
afterAll(() => api.close())
afterEach(async () => {
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const staff = async (...words: string[]): Promise<string> => (await operateCustomers(atWork(api), words)).join('\n')
const phoneOf = async (client: Client): Promise<string> => (await client.call(auth.me)).phone ?? ''
const enter = (client: Client, promoCode: string) => client.call(baskets.enterVoucher, { body: { promoCode } })

test('staff read and change class and group by phone or e-mail; a wrong word changes nothing', async () => {
  const client = await api.person()
  const phone = await phoneOf(client)
  expect(await staff('show', phone)).toMatch(/standard {2}group none$/)
  expect(await staff('class', phone, 'vip')).toMatch(/vip {2}group none$/)
  expect(await staff('group', phone.replace('+374', '0'), 'EK')).toMatch(/vip {2}group EK$/)
  for (const [words, why] of [
    [['class', phone, 'gold'], 'standard or vip'],
    [['group', phone, 'X'], 'EK, H, T, C or none'],
    [['class', 'ani', 'vip'], 'a phone number or an e-mail address'],
    [['class', '+37499999999', 'vip'], 'nobody has an account'],
    [['show', phone, 'all'], 'too much'],
    [['erase', phone], 'there is no verb']
  ] as const)
    await expect(staff(...words)).rejects.toThrow(why)
  expect(await staff('group', phone, 'none')).toMatch(/vip {2}group none$/)
  expect(await staff('class', phone, 'standard')).toMatch(/standard {2}group none$/)
})

test.each([
  ['GROUPS', 'group', 'T', 'H'],
  ['VIP-ONLY', 'class', 'vip', 'standard']
])('the voucher %s is for customers of a %s', async (code, verb, right, wrong) => {
  const { client, addressId } = await buyer(api, plain)
  const phone = await phoneOf(client)
  expect(await refused(enter(client, code))).toMatchObject({ code: 444, field: 'promoCode' })
  await staff(verb, phone, wrong)
  expect(await refused(enter(client, code))).toMatchObject({ code: 444 })
  await staff(verb, phone, right)
  expect(await enter(client, code)).toMatchObject({ voucherDiscount: 500 })
  const body = await orderOf(client, addressId)
  // Whoever is none any more when it is ordered does not get it.
  await staff(verb, phone, wrong)
  expect(await refused(place(client, body))).toMatchObject({ code: 444 })
  await staff(verb, phone, right)
  await place(client, body)
})

test('rewards for VIP customers and for groups: what is promised is what is earned', async () => {
  await setRules(api, { vip: true }, { rate: 2_000, groups: ['C'] })
  const { client, addressId } = await buyer(api, plain)
  const phone = await phoneOf(client)
  const order = async (): Promise<[number, number]> => {
    const promised = (await pointsOf(client, addressId, 3))?.earns ?? 0
    const placed = await place(client, await orderOf(client, addressId))
    await deliver(api, placed.orderNumber)
    await add(client, plain)
    return [promised, (await bonusOf(client, placed.orderId)).points]
  }
  expect(await order()).toEqual([0, 0])
  await staff('class', phone, 'vip')
  expect(await order()).toEqual([100, 100])
  await staff('group', phone, 'C')
  expect(await order()).toEqual([200, 200])
  await staff('class', phone, 'standard')
  await staff('group', phone, 'H')
  expect(await order()).toEqual([0, 0])
})

test('who is no VIP customer any more keeps what was earned as one, but for what goes back', async () => {
  await setRules(api, { vip: true })
  const { client, addressId } = await buyer(api, plain, 2)
  const phone = await phoneOf(client)
  await staff('class', phone, 'vip')
  const placed = await place(client, await orderOf(client, addressId))
  await deliver(api, placed.orderNumber)
  await staff('class', phone, 'standard')
  await operateOrders(atWork(api), ['refund', placed.orderNumber, '1', '1'])
  expect((await bonusOf(client, placed.orderId)).points).toBe(100)
})
