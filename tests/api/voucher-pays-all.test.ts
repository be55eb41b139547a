import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { operateReceipts } from '#server/services/receipts/operate-receipts.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { add, atWork, place, stockOf } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
const { payments, suppliers, vouchers, voucherUses } = schema
beforeAll(async () => {
  // A market without a service fee.
  api = await startApi({ env: { SERVICE_FEE_PERCENT: '0', SERVICE_FEE_FLOOR: '0' } })
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
  await api.engine.db.update(suppliers).set({ packing: 0 }).where(eq(suppliers.id, 1))
  api.kernel.directory.invalidate()
  const voucher = {
    ...{
      title: { hy: 'Զեղչ', en: 'Less', ru: 'Скидка' },
      kind: 'fixed' as const,
      value: 500_000,
      startsOn: '2026-11-01',
      endsOn: '2026-11-30'
    },
    ...{ minimum: 0, suppliers: [], kinds: [], notDiscounted: false, methods: [], firstOrder: false, vip: false }
  }
  await api.engine.db.insert(vouchers).values([
    { ...voucher, code: 'MARKET', funder: 'market' },
    { ...voucher, code: 'SUPPLIER', funder: 'supplier' }
  ])
})
afterAll(() => api.close())

const fetched = async (promoCode: string, paymentId: number) => {
  const client = await api.person()
  await add(client, plain, 2)
  await client.call(baskets.setOrderMode, { body: { orderMode: ORDER_MODE.PICK_UP } })
  const { version } = await client.call(baskets.get, { query: {} })
  const placed = await place(client, { paymentId, deliveryNow: true, basketVersion: version, orderPrice: 0, promoCode })
  return { client, placed }
}

test.each([
  ['MARKET', 8],
  ['SUPPLIER', 3]
])('an order that the voucher %s pays whole is paid at once, whatever method was chosen', async (code, paymentId) => {
  const { client, placed } = await fetched(code, paymentId)
  expect(placed).toMatchObject({ status: 12, redirectUrl: null, paymentCode: null })
  const order = await till.details(client, placed.orderNumber)
  expect(order).toMatchObject({
    orderPrice: 0,
    voucherDiscount: 2_000,
    paymentId: 18,
    paymentKey: 'nothingLeft',
    payment: 'paid',
    tenders: []
  })
  expect(await api.engine.db.select().from(payments).where(eq(payments.orderId, placed.orderId))).toEqual([])
  await booksAgree(api)
  const moved = code === 'MARKET' ? [`order:${placed.orderId}:voucher`, `order:${placed.orderId}:funded`] : []
  await postsLost(api, moved)
  for (const verb of ['accept', 'ready']) await operateOrders(atWork(api), [verb, placed.orderNumber])
  await operateOrders(atWork(api), ['picked', placed.orderNumber, order.pickupCode ?? ''])
  expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 7 })
  await booksAgree(api)
  expect(await operateReceipts(atWork(api), { verb: 'check' })).toMatchObject({ failed: false })
  expect(api.errors).toEqual([])
})

test.each(['MARKET', 'SUPPLIER'])('one by the voucher %s that is cancelled gives back goods and voucher, and no money', async (code) => {
  const before = await stockOf(api, plain)
  const { client, placed } = await fetched(code, 8)
  await client.call(orders.cancel, { params: { id: placed.orderId } })
  expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: -1, refunds: [] })
  expect(await stockOf(api, plain)).toBe(before)
  await booksAgree(api)
  const uses = await api.engine.db.select().from(voucherUses).where(eq(voucherUses.orderId, placed.orderId))
  expect(uses).toHaveLength(0)
  expect(api.errors).toEqual([])
})
