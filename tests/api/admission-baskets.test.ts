import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as search from '#contract/search/calls.ts'
import { ORDER_MODE, PRODUCT_TYPE } from '#domain/enums.ts'
import { itemsOf } from '#stores/baskets/lines.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { cancelOrder, DAY, HALL, openHall, orderDetailsOf, ticketOrder, ticketsOf, withTickets } from '#tests/support/admissions.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { activate, give } from '#tests/support/gift-cards.ts'
import { add, pay, place, refused, setProduct } from '#tests/support/shopping.ts'

let api: TestApi
let entry = 0
let show = 0
let lateShow = 0
let giftCard = 0
let plain = 0

beforeAll(async () => {
  api = await startApi()
  giftCard = await api.product(7, 'G5')
  plain = await api.product(1, 'PLAIN')
  ;({ entry, show, lateShow } = await openHall(api))
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const [CASH, TRANSFER, POS, CARD, GIFT_CARD] = [3, 4, 5, 8, 10]

const AT_SHOW = '2026-11-23T13:00:00+04:00'

describe('what is sold', () => {
  test('a supplier of tickets delivers nothing; a ticket says its type and when it is for', async () => {
    const client = api.guest()
    expect(await client.call(catalogue.supplier, { params: { id: HALL } })).toMatchObject({ sellsTickets: true })
    expect(await client.call(catalogue.supplier, { params: { id: 7 } })).not.toHaveProperty('sellsTickets')
    expect(await client.call(catalogue.product, { params: { id: show }, query: {} })).toMatchObject({
      productType: PRODUCT_TYPE.ticket,
      admissionAt: AT_SHOW,
      description: ''
    })
    expect(await client.call(catalogue.product, { params: { id: entry }, query: {} })).toMatchObject({
      productType: PRODUCT_TYPE.ticket,
      admissionAt: null
    })
    expect(await client.call(catalogue.product, { params: { id: giftCard }, query: {} })).toMatchObject({
      productType: PRODUCT_TYPE.giftCard
    })
  })
})

const bySoonest = ([, a = '']: [number, string | undefined], [, b = '']: [number, string | undefined]): number => (a < b ? -1 : 1)

describe('a list', () => {
  test('says when each ticket is for, as two may be to the same show', async () => {
    const client = api.guest()
    const dated = { [show]: AT_SHOW, [lateShow]: '2026-11-20T23:00:00+04:00' }
    const expected = [entry, show, lateShow].map((id): [number, string | undefined] => [id, dated[id]])
    const menu = await client.call(catalogue.products, { query: { supplierId: HALL } })
    expect(menu.items.map(({ id, admissionAt }) => [id, admissionAt])).toEqual(expected)
    const found = await client.call(search.search, { query: { term: 'gift card 5000' } })
    const offers = found.products.flatMap((card) => [card, ...card.others]).filter(({ id }) => id !== giftCard)
    expect(offers.map(({ id, admissionAt }) => [id, admissionAt])).toEqual(expected.toSorted(bySoonest))
  })
})

describe('a basket of tickets', () => {
  test('holds nothing else, and costs nothing but tickets and the fee, wherever the person is', async () => {
    const client = await withTickets(api, entry, 2)
    for (const other of [giftCard, plain])
      expect(await refused(add(client, other))).toMatchObject({ code: 483, type: 'DIGITAL_PRODUCTS_ORDERED_ALONE' })
    expect(itemsOf(await add(client, show)).find(({ productId }) => productId === show)).toMatchObject({
      admissionAt: AT_SHOW,
      productName: 'Gift card 5000',
      name: 'Gift card 5000 (23/11/2026, 13:00)'
    })
    const basket = await client.call(baskets.get, { query: {} })
    expect(basket).toMatchObject({
      deliveryPrice: { total: 0, isEstimate: false },
      ...{ totalPacking: 0, totalPrice: 13_000, orderMode: { orderMode: ORDER_MODE.ADMISSION } }
    })
    expect(await client.call(baskets.orderMode)).toEqual({ orderMode: ORDER_MODE.ADMISSION, branchId: null, supplierId: null })
    for (const orderMode of [1, 2, 3])
      expect(await refused(client.call(baskets.setOrderMode, { body: { orderMode } }))).toMatchObject({
        type: 'ORDER_MODE_UNAVAILABLE',
        message: 'Tickets aren’t delivered or picked up: they’re in your account as soon as you’ve paid.'
      })
    expect(await client.call(baskets.setOrderMode, { body: { orderMode: ORDER_MODE.ADMISSION } })).toMatchObject({
      orderMode: ORDER_MODE.ADMISSION
    })
    expect(await client.call(baskets.suggestedTime, { params: { sessionId: '-' }, query: {} })).toMatchObject({
      ...{ deliveryNow: true, minutesFrom: 0, minutesTo: 0, suggested: null }
    })
    const other = await api.person()
    await add(other, giftCard)
    expect(await refused(add(other, entry))).toMatchObject({ code: 483 })
  })

  test('is paid online, or by what the shop keeps for the person', async () => {
    const client = await withTickets(api, entry)
    const methods = await client.call(orders.paymentMethods)
    expect(methods.filter(({ available }) => available).map(({ id }) => id)).not.toContain(CASH)
    expect(methods.find(({ id }) => id === CARD)).toMatchObject({ available: true })
    for (const paymentId of [CASH, POS])
      expect(await refused(place(client, await ticketOrder(client, { paymentId })))).toMatchObject({
        ...{ type: 'PAYMENT_METHOD_UNAVAILABLE', field: 'paymentId' },
        message: 'Tickets are paid online. Choose a card or an online wallet.'
      })
    expect((await refused(place(client, await ticketOrder(client, { paymentId: TRANSFER })))).field).toBe('paymentId')
    const placed = await place(client, await ticketOrder(client))
    expect(await ticketsOf(client)).toEqual([])
    const { payableBy } = await orderDetailsOf(client, placed)
    expect(payableBy.map(({ id }) => id)).toContain(CARD)
    expect(payableBy.map(({ id }) => id)).not.toContain(CASH)
    expect(await refused(pay(client, placed.orderNumber, CASH))).toMatchObject({ type: 'PAYMENT_METHOD_UNAVAILABLE' })
    await cancelOrder(client, placed)

    const owner = await withTickets(api, entry)
    await activate(owner, (await give(api, 20_000)).code)
    const { giftCards } = await owner.call(baskets.get, { query: { useGiftCard: true } })
    const own = { paymentId: GIFT_CARD, useGiftCard: true, giftCardAmount: giftCards?.covers ?? 0 }
    expect(await place(owner, await ticketOrder(owner, own))).toMatchObject({ redirectUrl: null })
    expect(await ticketsOf(owner)).toHaveLength(1)
  })

  test('is not paid for another time than the person saw', async () => {
    const client = await withTickets(api, show)
    const [line] = itemsOf(await client.call(baskets.get, { query: {} }))
    if (!line) throw new Error('the ticket is not in the basket')
    const seen = async (admissionAt: string | null) => {
      const admissionTimes = [{ itemId: line.id, admissionAt }]
      return place(client, await ticketOrder(client, { admissionTimes }))
    }
    const outdated = {
      ...{ type: 'CHECKOUT_OUTDATED', field: 'admissionTimes' },
      message: 'A show has another time now. Check it before you pay.'
    }
    expect(line.admissionAt).toBe('2026-11-23T13:00:00+04:00')
    await setProduct(api, show, { admissionAt: new Date(NOON + 4 * DAY) })
    expect(await refused(seen('2026-11-23T13:00:00+04:00'))).toMatchObject(outdated)
    expect(await refused(seen(null))).toMatchObject(outdated)
    await setProduct(api, show, { admissionAt: null })
    expect(await refused(seen('2026-11-24T13:00:00+04:00'))).toMatchObject(outdated)
    await setProduct(api, show, { admissionAt: new Date(NOON + 4 * DAY) })
    const placed = await seen('2026-11-24T13:00:00+04:00')
    expect((await orderDetailsOf(client, placed)).parts[0]?.items).toMatchObject([{ admissionAt: '2026-11-24T13:00:00+04:00' }])
    await cancelOrder(client, placed)
    await setProduct(api, show, { admissionAt: new Date(NOON + 3 * DAY) })
  })

  test('has no time to choose, no tip, and nobody asks for an address', async () => {
    const client = await withTickets(api, entry)
    const late = await ticketOrder(client, { deliveryNow: false, deliveryDate: '2026-11-21', deliveryTime: '12:00' })
    expect(await refused(place(client, late))).toMatchObject({ type: 'DELIVERY_TIME_UNAVAILABLE' })
    expect(await refused(place(client, await ticketOrder(client, { tip: 500 })))).toMatchObject({ type: 'CONFLICT', field: 'tip' })
  })
})

// Last: it gives both shows another name.
test('a suggestion says when the only ticket of its name is for, and how many dates there are else', async () => {
  const client = api.guest()
  const named = { name: { hy: 'Swan Lake', en: 'Swan Lake', ru: 'Swan Lake' }, searchText: 'swan lake' }
  const suggested = async () => {
    await api.engine.db.insert(schema.events).values({ kind: 'catalogue.changed', payload: {} })
    api.kernel.directory.invalidate()
    const { items } = await client.call(search.suggest, { query: { term: 'swan lake' } })
    return items.filter((item) => item.type === 'product' && item.name === 'Swan Lake')
  }
  const late = { id: lateShow, count: 1, supplierName: expect.any(String) as string, admissionAt: '2026-11-20T23:00:00+04:00' }
  await setProduct(api, lateShow, named)
  await expect.poll(suggested).toMatchObject([late])
  await setProduct(api, show, named)
  await expect.poll(suggested).toMatchObject([{ count: 2, admissionAt: expect.any(String) as string }])
})
