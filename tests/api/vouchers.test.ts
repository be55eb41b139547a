import { and, eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { checkLedger } from '#server/services/ledger/check.ts'
import { postMissing } from '#server/services/payments/books/post-missing.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { add, addAddress, atWork, buyer, orderOf, pay, place, refused } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
let sale = 0
const { ledgerEntries, orderItems, orders: orderRows, users, voucherReturns, vouchers, voucherUses } = schema
type New = typeof vouchers.$inferInsert

const voucher = (code: string, change: Partial<New> = {}): New => ({
  code,
  title: { hy: 'Զեղչ', en: 'Less', ru: 'Скидка' },
  kind: 'fixed',
  value: 50_000,
  funder: 'market',
  startsOn: '2026-11-01',
  endsOn: '2026-11-30',
  minimum: 0,
  suppliers: [],
  kinds: [],
  notDiscounted: false,
  methods: [],
  firstOrder: false,
  vip: false,
  ...change
})

beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
  sale = await api.product(1, 'SALE')
  await api.engine.db
    .insert(vouchers)
    .values([
      voucher('FIXED'),
      voucher('OWN', { funder: 'supplier' }),
      voucher('TENTH', { kind: 'percent', value: 1000, cap: 15_000 }),
      voucher('WAY', { kind: 'free-delivery', value: 0 }),
      voucher('OLD', { endsOn: '2026-11-19' }),
      voucher('SOON', { startsOn: '2026-11-25' }),
      voucher('SHOPS', { kinds: ['shop'] }),
      voucher('FULL-PRICE', { notDiscounted: true }),
      voucher('MUCH', { minimum: 1_000_000 }),
      voucher('FIRST', { firstOrder: true }),
      voucher('VIP', { vip: true }),
      voucher('ONCE', { perPerson: 1 }),
      voucher('LAST', { inAll: 1 }),
      voucher('BY-CARD', { methods: [8] })
    ])
})
afterAll(() => api.close())
afterEach(async () => {
  const providers = Object.values(api.kernel.adapters.payments).filter((provider) => provider !== null)
  const { differences } = await checkLedger({ db: api.engine.db, now: api.clock.now, providers }, 'command')
  expect(differences).toEqual([])
})

const enter = (client: Client, promoCode: string) => client.call(baskets.enterVoucher, { body: { promoCode } })
const use = async (code: string, paymentId = 3, quantity = 1) => {
  const { client, addressId } = await buyer(api, plain, quantity)
  await enter(client, code)
  return { client, addressId, placed: await place(client, await orderOf(client, addressId, { paymentId })) }
}
const booked = async (account: string): Promise<number> =>
  (await api.engine.db.select().from(ledgerEntries).where(like(ledgerEntries.account, account))).reduce(
    (all, { amount }) => all + Number(amount),
    0
  )
const paidByCard = async (code: string, quantity = 1) => {
  const bought = await use(code, 8, quantity)
  await till.decide(bought.placed.orderId, 'approve')
  await till.comeBack(bought.client, bought.placed.orderId)
  return bought
}

describe('a voucher in the basket', () => {
  test.each([
    ['FIXED', 500],
    ['own', 500],
    ['tenth', 100],
    [' way ', 400]
  ])('%s is a line of its own and lowers the price', async (code, less) => {
    const { client } = await buyer(api, plain)
    const before = await client.call(baskets.get, { query: {} })
    const after = await enter(client, code)
    const price = code.trim() === 'way' ? before.deliveryPrice.total : less
    expect(after.voucher).toMatchObject({ modus: 2, code: code.trim().toUpperCase(), name: 'Less', totalPrice: -price, problem: null })
    expect(after).toMatchObject({ voucherDiscount: price, orderPrice: before.orderPrice - price, version: before.version + 1 })
    expect(await client.call(baskets.removeVoucher, {})).toMatchObject({ voucher: null, orderPrice: before.orderPrice })
  })

  test('a percentage is capped, in whole drams', async () => {
    const { client } = await buyer(api, plain, 5)
    expect(await enter(client, 'TENTH')).toMatchObject({ voucherDiscount: 150 })
  })

  test('is refused with the code that says why', async () => {
    const { client } = await buyer(api, sale)
    const refusedWith = async (code: string) => (await refused(enter(client, code))).code
    expect(await refusedWith('NOWHERE')).toBe(442)
    expect(await refusedWith('SOON')).toBe(442)
    expect(await refusedWith('OLD')).toBe(443)
    expect(await refusedWith('VIP')).toBe(444)
    expect(await refusedWith('SHOPS')).toBe(451)
    expect(await refusedWith('FULL-PRICE')).toBe(406)
    expect(await refusedWith('MUCH')).toBe(438)
    await enter(client, 'FIXED')
    expect(await refusedWith('WAY')).toBe(447)
    expect((await refused(enter(await api.person(), 'FIXED'))).code).toBe(433)
    await api.engine.db
      .update(users)
      .set({ userClass: 1 })
      .where(eq(users.id, client.userId ?? 0))
    await client.call(baskets.removeVoucher, {})
    expect(await enter(client, 'VIP')).toMatchObject({ voucherDiscount: 500 })
  })

  test('that gives nothing any more says so, and the order is refused', async () => {
    const { client, addressId } = await buyer(api, plain)
    await enter(client, 'FULL-PRICE')
    const { basketList } = await client.call(baskets.get, { query: {} })
    const [line] = basketList.sessionBaskets[0]?.entries[0]?.items ?? []
    await add(client, sale)
    await client.call(baskets.remove, { params: { id: line?.id ?? 0 }, query: {} })
    const basket = await client.call(baskets.get, { query: { addressId } })
    expect(basket).toMatchObject({ voucherDiscount: 0, voucher: { problem: 'discounted', totalPrice: 0 } })
    expect((await refused(place(client, await orderOf(client, addressId)))).code).toBe(406)
  })

  test('guesses are limited by person', async () => {
    const { client } = await buyer(api, plain)
    for (let guess = 0; guess < 10; guess += 1) expect((await refused(enter(client, `GUESS-${guess}`))).code).toBe(442)
    expect((await refused(enter(client, 'FIXED'))).type).toBe('TOO_MANY_REQUESTS')
  })

  test('guesses at checkout are counted with those in the basket; an order without a code is not refused', async () => {
    const { client, addressId } = await buyer(api, plain)
    const body = await orderOf(client, addressId)
    const guess = async (promoCode: string) => (await refused(place(client, { ...body, promoCode }))).type
    for (let count = 0; count < 5; count += 1) expect((await refused(enter(client, `BASKET-${count}`))).code).toBe(442)
    for (let count = 0; count < 5; count += 1) expect(await guess(`CHECKOUT-${count}`)).toBe('VOUCHER_NOT_FOUND')
    expect(await guess('FIXED')).toBe('TOO_MANY_REQUESTS')
    expect((await refused(enter(client, 'FIXED'))).type).toBe('TOO_MANY_REQUESTS')
    expect((await place(client, body)).status).toBe(0)
  })
})

describe('an order with a voucher', () => {
  test('names one at checkout: another than the basket has is refused', async () => {
    const { client, addressId } = await buyer(api, plain)
    const body = await orderOf(client, addressId)
    expect((await refused(place(client, { ...body, promoCode: 'NOWHERE' }))).code).toBe(442)
    const placed = await place(client, { ...body, promoCode: 'fixed', orderPrice: body.orderPrice - 500 })
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ voucherDiscount: 500, orderPrice: body.orderPrice - 500 })
    await add(client, plain)
    expect(await client.call(baskets.get, { query: {} })).toMatchObject({ voucher: null })
    await enter(client, 'FIXED')
    expect((await refused(place(client, { ...(await orderOf(client, addressId)), promoCode: 'WAY' }))).code).toBe(447)
  })

  test('may ask for a payment method, and for a first order', async () => {
    const { client, addressId } = await buyer(api, plain)
    await enter(client, 'BY-CARD')
    expect((await refused(place(client, await orderOf(client, addressId)))).type).toBe('PAYMENT_METHOD_UNAVAILABLE')
    const { orderNumber } = await place(client, await orderOf(client, addressId, { paymentId: 8 }))
    expect((await till.details(client, orderNumber)).payableBy.map(({ id }) => id)).toEqual([8])
    for (const other of [3, 5]) {
      const refusal = await refused(pay(client, orderNumber, other))
      expect(refusal).toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE', field: 'paymentId' })
      expect(refusal.message).toContain('promo code')
    }
    expect((await pay(client, orderNumber, 8)).redirectUrl).not.toBeNull()
    await add(client, plain)
    expect((await refused(enter(client, 'FIRST'))).code).toBe(444)
  })

  test('keeps an order to its method also when it was taken off the market meanwhile', async () => {
    const { client, addressId } = await buyer(api, plain)
    const [kept] = await api.engine.db.select().from(vouchers).where(eq(vouchers.code, 'BY-CARD'))
    if (!kept) throw new Error('no voucher BY-CARD')
    await enter(client, 'BY-CARD')
    const { orderNumber } = await place(client, await orderOf(client, addressId, { paymentId: 8 }))
    await api.engine.db.delete(vouchers).where(eq(vouchers.code, 'BY-CARD'))
    expect((await till.details(client, orderNumber)).payableBy.map(({ id }) => id)).toEqual([8])
    expect(await refused(pay(client, orderNumber, 3))).toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE', field: 'paymentId' })
    expect((await pay(client, orderNumber, 8)).redirectUrl).not.toBeNull()
    await api.engine.db.insert(vouchers).values(kept)
  })

  test('uses it once: not again by the same person, nor by the same phone; a cancelled order gives it back', async () => {
    const { client, placed } = await use('ONCE', 8)
    await add(client, plain)
    expect((await refused(enter(client, 'ONCE'))).code).toBe(441)
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    expect(await client.call(baskets.get, { query: {} })).toMatchObject({ voucher: { code: 'ONCE' } })
    const [mine] = await api.engine.db
      .select()
      .from(users)
      .where(eq(users.id, client.userId ?? 0))
    const again = await place(client, await orderOf(client, await addAddress(client)))
    expect(again.status).toBe(0)
    const other = await buyer(api, plain)
    await enter(other.client, 'ONCE')
    await api.engine.db
      .update(schema.addresses)
      .set({ phone: mine?.phone ?? '' })
      .where(eq(schema.addresses.id, other.addressId))
    expect((await refused(place(other.client, await orderOf(other.client, other.addressId)))).code).toBe(407)
  })

  test('gets the last use one time, whoever asks', async () => {
    const ready = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { client, addressId } = await buyer(api, plain)
        await enter(client, 'LAST')
        return { client, body: await orderOf(client, addressId) }
      })
    )
    const outcomes = await Promise.allSettled(ready.map(({ client, body }) => place(client, body)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 441 })
    expect(await api.engine.db.select().from(voucherUses).where(eq(voucherUses.code, 'LAST'))).toHaveLength(1)
  })
})

describe('the money of a voucher', () => {
  test('is the market’s, and comes back with the lines in proportion', async () => {
    const { client, placed } = await paidByCard('FIXED', 3)
    expect(await booked('cost:vouchers')).toBe(-50_000)
    expect(await booked(`receivable:order:${placed.orderId}`)).toBe(0)
    const before = await till.details(client, placed.orderNumber)
    await operateOrders(atWork(api), ['refund', placed.orderNumber, '1', '1'])
    const returned = await api.engine.db.select().from(voucherReturns).where(eq(voucherReturns.orderId, placed.orderId))
    expect(returned).toMatchObject([{ amount: 16_667 }])
    expect(await booked('cost:vouchers')).toBe(-33_333)
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    expect(await booked('cost:vouchers')).toBe(0)
    const after = await till.details(client, placed.orderNumber)
    expect(after.refunds.reduce((all, { amount }) => Math.round((all + amount) * 100) / 100, 0)).toBe(before.orderPrice)
    expect(await booked('payable:supplier:1')).toBe(0)
  })

  test('is the supplier’s where its voucher says so, and all of it comes back', async () => {
    const { client, placed } = await paidByCard('OWN', 2)
    const [item] = await api.engine.db.select().from(orderItems).where(eq(orderItems.orderId, placed.orderId))
    expect(item?.voucher).toBe(50_000)
    expect(await booked('cost:vouchers')).toBe(0)
    await operateOrders(atWork(api), ['refund', placed.orderNumber, '1', '1'])
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    expect(await booked('payable:supplier:1')).toBe(0)
    expect(await booked('refund:pending:%')).toBe(0)
    expect((await till.details(client, placed.orderNumber)).payment).toBe('refunded')
  })

  test('of free delivery is the market’s too; a lost posting is made again', async () => {
    const { client, placed } = await paidByCard('WAY')
    const { ledgerTransfers } = schema
    const cause = `order:${placed.orderId}:voucher`
    expect(await api.engine.db.select().from(ledgerTransfers).where(eq(ledgerTransfers.cause, cause))).toHaveLength(1)
    expect(await postMissing(atWork(api), cause)).toBe(true)
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    expect(await booked('cost:vouchers')).toBe(0)
  })

  test('falls with lines that are taken off before the door', async () => {
    const { client, placed } = await use('FIXED', 3, 2)
    const before = await till.details(client, placed.orderNumber)
    await operateOrders(atWork(api), ['refund', placed.orderNumber, '1', '1'])
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ voucherDiscount: 250, orderPrice: before.orderPrice - 750 })
    const [row] = await api.engine.db
      .select()
      .from(orderRows)
      .where(and(eq(orderRows.id, placed.orderId), eq(orderRows.voucher, 25_000)))
    expect(row?.total).toBe((before.orderPrice - 750) * 100)
  })
})
