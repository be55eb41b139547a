import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import { schema } from '#server/db/schema.ts'
import { advanceOrder } from '#server/services/orders/advance.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { complete, group, memberAt } from '#tests/support/group.ts'
import { answer, CARD, CASH, openReplacements, type Replacements } from '#tests/support/replacements.ts'
import { add, addAddress, atWork, buyer, linesOf, orderOf, place, refused, setProduct } from '#tests/support/shopping.ts'

let api: TestApi
let shop: Replacements
let [plain, ten, sale] = [0, 0, 0]
beforeAll(async () => {
  api = await startApi()
  shop = openReplacements(api)
  ;[plain, ten, sale] = [await api.product(1, 'PLAIN'), await api.product(1, 'TEN'), await api.product(1, 'SALE')]
})
beforeEach(() => setProduct(api, ten, { stock: 10 }))
afterEach(async () => {
  await booksAgree(api)
  expect(api.errors).toEqual([])
})
afterAll(() => api.close())

test('a replacement shares the voucher of its line: what goes back in the end is what was paid', async () => {
  const rules = {
    ...{ title: { hy: 'Պակաս', en: 'Less', ru: 'Меньше' }, kind: 'fixed' as const, value: 33_300, minimum: 0, suppliers: [], kinds: [] },
    ...{ startsOn: '2026-11-01', endsOn: '2026-11-30', notDiscounted: false, methods: [], firstOrder: false, vip: false }
  }
  await api.engine.db.insert(schema.vouchers).values([
    { ...rules, code: 'MARKET', funder: 'market' },
    { ...rules, code: 'SUPPLIER', funder: 'supplier' }
  ])
  for (const code of ['MARKET', 'SUPPLIER'])
    for (const paymentId of [CASH, CARD]) {
      const { client, addressId } = await buyer(api, plain, 1)
      await add(client, sale, 2)
      await client.call(baskets.enterVoucher, { body: { promoCode: code } })
      const order = await shop.prepared(client, await orderOf(client, addressId, { paymentId }))
      const asked = await shop.offered(order, 1, ten)
      // A third of 1,000 of 2,440 drams is the voucher's share of the line: half of it stays.
      expect(asked.less, `${code} ${paymentId}`).toBeCloseTo(500 - (333 * 500) / 2440, 1)
      await answer(client, asked.id, true)
      const paid = paymentId === CARD ? order.before.orderPrice - asked.less : (await order.details()).orderPrice
      expect(paid).toBeCloseTo(order.before.orderPrice - asked.less, 2)
      await shop.staff('refund', order.number, '2', '1')
      await shop.staff('refund', order.number)
      if (paymentId === CARD) expect(shop.atBank(order.number)).toBe(order.before.orderPrice)
      expect(await order.details()).toMatchObject({ status: -1 })
      await booksAgree(api)
    }
})

test('in a group order whoever chose the line answers, and its initiator', async () => {
  const { owner, members } = await group(api)
  const [davit, mariam] = [memberAt(members, 0), memberAt(members, 1)]
  for (const [client, product] of [
    [owner, plain],
    [davit, sale],
    [mariam, ten]
  ] as const)
    await add(client, product)
  await complete(owner)
  const order = await shop.prepared(owner, await orderOf(owner, await addAddress(owner), { paymentId: CARD }))
  const asked = await shop.offered(order, 2, ten)
  expect((await shop.till.details(davit, order.number)).replacements).toMatchObject([{ canAnswer: true }])
  expect((await shop.till.details(mariam, order.number)).replacements).toMatchObject([{ canAnswer: false }])
  expect(await refused(answer(mariam, asked.id, true))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
  expect(await answer(davit, asked.id, true)).toMatchObject({ state: 'accepted', less: 220 })
  expect(shop.atBank(order.number)).toBe(220)
  const second = await shop.offered(order, 1, ten)
  expect(await answer(owner, second.id, false)).toMatchObject({ state: 'declined' })
})

describe('the autopilot of the demo', () => {
  const demo = async (runOut: 'replace' | 'leaveOut' | 'call', isEven: boolean) => {
    for (;;) {
      const { client, addressId } = await buyer(api, plain)
      await add(client, sale)
      const placed = await place(client, await orderOf(client, addressId, { runOut, paymentId: CASH }))
      if ((Number(placed.orderNumber) % 2 === 0) === isEven) {
        await advanceOrder(atWork(api), placed.orderId)
        return { client, placed, details: () => shop.till.details(client, placed.orderNumber) }
      }
    }
  }

  test('offers something now and then, and goes on once it is answered', async () => {
    const { client, placed, details } = await demo('replace', true)
    const [asked] = (await details()).replacements
    if (!asked) throw new Error('nothing is asked')
    expect(await advanceOrder(atWork(api), placed.orderId)).toBeNull()
    await answer(client, asked.id, true)
    expect(await advanceOrder(atWork(api), placed.orderId)).toMatchObject({ status: 5 })
  })

  test('leaves a line out, or brings all of it', async () => {
    expect(await (await demo('leaveOut', true)).details()).toMatchObject({ status: 1, takenOff: 1000, replacements: [] })
    for (const quiet of [await demo('call', true), await demo('replace', false), await demo('leaveOut', false)])
      expect(await quiet.details()).toMatchObject({ status: 1, takenOff: 0, replacements: [] })
  })
})

test('an order is made again of what was ordered, not of what came instead', async () => {
  const order = await shop.ordered([[plain, 2]])
  const asked = await shop.offered(order, 1, ten)
  await answer(order.client, asked.id, true)
  const { basket } = await order.client.call(baskets.reorder, { params: { id: order.orderId }, query: {}, body: { startAnew: true } })
  expect(linesOf(basket).map(({ productId, quantity }) => [productId, quantity])).toEqual([[plain, 2]])
})
