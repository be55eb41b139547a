import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import { startApi, type Client, type TestApi } from '../support/api.ts'
import { openCheckout } from '../support/checkout-tab.ts'
import { NOON } from '../support/clock.ts'
import { add, addAddress, buyer, GYUMRI, setProduct } from '../support/shopping.ts'
import { createStorage } from '../support/tab.ts'
import { down, openTill, type Till } from '../support/till.ts'

let api: TestApi
let till: Till
let plain = 0
let ten = 0
let margherita = 0
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
  ten = await api.product(1, 'TEN')
  margherita = await api.product(2, 'P1')
})
afterAll(() => api.close())
beforeEach(() => {
  api.clock.set(NOON)
  createStorage()
})

const numbersOf = async (client: Client): Promise<string[]> =>
  (await client.call(orders.history, { query: {} })).items.map(({ orderNumber }) => orderNumber)

describe('an order', () => {
  test('is filled with the best guess, placed once for two taps, and leads to its page', async () => {
    const { client, addressId } = await buyer(api, plain, 3)
    const page = await openCheckout(client)
    expect(page.$draft.get()).toMatchObject({ when: { kind: 'now' }, payment: { id: 3 }, chosen: { id: addressId }, settling: false })
    expect(page.$obstacles.get()).toEqual([])
    page.writeComment('Ring twice')
    await Promise.all([page.placeOrder(), page.placeOrder()])
    expect(page.tries()).toBe(1)
    const [number] = await numbersOf(client)
    expect(page.tab.went).toEqual([`/en/account/orders/${number}`])
    const details = await client.call(orders.details, { query: { orderNumber: number ?? '' } })
    expect(details).toMatchObject({ customerComment: 'Ring twice', payment: 'none', deliveryNow: true })
    expect(page.$comment.get().text).toBe('')
    expect(page.kept.has('root:attempt:checkout')).toBe(false)
    expect(page.$basketStatus.get()).toBe('empty')
  })

  test('whose answer is lost is not made twice', async () => {
    const { client } = await buyer(api, plain, 2)
    const page = await openCheckout(client)
    let lost = 0
    page.tab.answers.set('POST /orders/checkout', () => {
      lost += 1
      throw new TypeError('Failed to fetch')
    })
    await page.placeOrder()
    expect(page.refusal()).toMatchObject({ state: 'unanswered', failure: { type: 'NETWORK' } })
    const waiting = page.kept.get('root:attempt:checkout')
    page.tab.answers.delete('POST /orders/checkout')
    expect(lost).toBe(1)
    await page.placeOrder()
    expect(page.kept.has('root:attempt:checkout')).toBe(false)
    // The very same try again, as it would be after a lost answer: the order that stands is answered.
    page.kept.set('root:attempt:checkout', waiting ?? '')
    const again = await openCheckout(client, page.kept)
    expect(again.tab.went).toEqual(page.tab.went)
    expect(await numbersOf(client)).toHaveLength(1)
  })

  test('that never arrived is not sent by a reload, but by the next tap under its key', async () => {
    const { client } = await buyer(api, plain, 2)
    const page = await openCheckout(client)
    page.tab.isOnline = false
    await page.placeOrder()
    const key = JSON.parse(page.kept.get('root:attempt:checkout') ?? '{}') as { key: string }
    const again = await openCheckout(client, page.kept)
    expect(again.tries()).toBe(0)
    expect(again.refusal()).toEqual({ state: 'idle' })
    expect(JSON.parse(page.kept.get('root:attempt:checkout') ?? '{}')).toMatchObject(key)
    await again.placeOrder()
    expect(await numbersOf(client)).toHaveLength(1)
  })
})

describe('an address that the order button takes over', () => {
  /** 4.5 km from the branch: the second zone. */
  const FARTHER = { latitude: 40.215, longitude: 44.54 }
  const typed = (at: { latitude: number; longitude: number }) => {
    const place = { street: 'Azatutyan Avenue 12', city: 'Yerevan', ...at }
    const fields = {
      city: 'Yerevan',
      street: 'Azatutyan Avenue',
      house: '12',
      entrance: '',
      floor: '',
      apartment: '',
      doorCode: '',
      comment: ''
    }
    return { fields, picked: { place, exact: true, line: 'Yerevan|Azatutyan Avenue 12' } }
  }
  const openWithGoods = async () => {
    const client = await api.person()
    await add(client, plain, 3)
    const page = await openCheckout(client)
    const shown = page.$draft.get()?.basket
    if (!shown) throw new Error('the page shows no basket')
    expect(page.$obstacles.get()).toEqual([{ kind: 'address' }])
    return { page, shown }
  }

  test('and that changes the total is not ordered to before the new total was seen', async () => {
    const { page, shown } = await openWithGoods()
    expect(await page.saveAddress(typed(FARTHER))).toBe('saved')
    expect(await page.isPriceUnchanged(shown)).toBe(false)
    expect(page.tries()).toBe(0)
    expect(page.refusal()).toMatchObject({
      state: 'refused',
      byAddress: true,
      changes: [
        { kind: 'delivery', before: 400, after: 700 },
        { kind: 'total', before: shown.orderPrice, after: shown.orderPrice + 300 }
      ]
    })
    await page.acceptChanges()
    expect(page.tab.went).toEqual([expect.stringMatching(/^\/en\/account\/orders\/\d+$/)])
  })

  test('goes on at once when the price stays as it was', async () => {
    const { page, shown } = await openWithGoods()
    expect(await page.saveAddress(typed({ latitude: 40.1811, longitude: 44.5136 }))).toBe('saved')
    expect(await page.isPriceUnchanged(shown)).toBe(true)
    expect(page.$obstacles.get()).toEqual([])
    expect(await page.placeOrder()).toBe(true)
    expect(page.tab.went).toHaveLength(1)
  })

  test('does not wait for a fetch of the basket that another one has overtaken', async () => {
    const { page, shown } = await openWithGoods()
    let answerLate = (): void => undefined
    page.tab.answers.set('GET /baskets', () => {
      page.tab.answers.delete('GET /baskets')
      return new Promise((resolve) => (answerLate = () => resolve(new Response('', { status: 503 }))))
    })
    expect(await page.saveAddress(typed({ latitude: 40.1811, longitude: 44.5136 }))).toBe('saved')
    expect(await page.isPriceUnchanged(shown)).toBe(true)
    expect(await page.placeOrder()).toBe(true)
    expect(page.tab.went).toHaveLength(1)
    answerLate()
    await page.tab.pass()
    expect(page.$draft.get()?.settling).toBe(false)
  })
})

describe('a refusal', () => {
  test('over a price shows the difference, keeps what was typed, and one button accepts it', async () => {
    const { client } = await buyer(api, plain, 2)
    const page = await openCheckout(client)
    page.writeComment('Third floor')
    await setProduct(api, plain, { price: 120_000, basePrice: 120_000 })
    await page.placeOrder()
    expect(page.refusal()).toMatchObject({
      state: 'refused',
      failure: { type: 'CHECKOUT_OUTDATED' },
      changes: [{ kind: 'price', before: 1000, after: 1200 }, { kind: 'total' }]
    })
    expect(page.$comment.get().text).toBe('Third floor')
    expect(page.tab.went).toEqual([])
    await page.acceptChanges()
    await setProduct(api, plain, { price: 100_000, basePrice: 100_000 })
    expect(page.tab.went).toHaveLength(1)
  })

  test('over stock opens the list of what is missing; accepting puts the basket right first', async () => {
    const { client } = await buyer(api, ten, 8)
    await add(client, plain, 1)
    const page = await openCheckout(client)
    await setProduct(api, ten, { stock: 5 })
    await page.placeOrder()
    expect(page.refusal()).toMatchObject({
      failure: { type: 'MORE_THAN_IN_STOCK' },
      changes: [{ kind: 'less', available: 5 }]
    })
    expect(page.$modals.get().map(({ id }) => id)).toEqual(['out-of-stock-info'])
    await page.acceptChanges()
    expect(page.refusal()).toEqual({ state: 'idle' })
    expect(page.tab.went).toEqual([])
    await page.tab.pass()
    await page.placeOrder()
    expect(page.tab.went).toHaveLength(1)
    await setProduct(api, ten, { stock: 10 })
  })

  test('because it closed offers the first time after it opens', async () => {
    const { client } = await buyer(api, margherita, 1)
    const page = await openCheckout(client)
    expect(page.$when.get()).toEqual({ kind: 'now' })
    api.clock.set(NOON + 10.5 * 3_600_000)
    await page.placeOrder()
    expect(page.refusal()).toMatchObject({
      failure: { type: 'SUPPLIER_CLOSED' },
      changes: [{ kind: 'time', before: null, after: { date: '2026-11-21' } }]
    })
    await page.acceptChanges()
    expect(page.tab.went).toHaveLength(1)
    const [card] = await page.call(orders.pending, { query: {} })
    expect(card).toMatchObject({ deliveryNow: false, deliveryFrom: expect.stringContaining('2026-11-21T') })
  })

  test('over a slot that went offers the nearest one', async () => {
    const { client } = await buyer(api, margherita, 1)
    const page = await openCheckout(client)
    const times = page.$times.get()
    const slots = times.state === 'ready' ? (times.slots['2026-11-20'] ?? []) : []
    const [first] = slots
    if (!first) throw new Error('there is a slot today')
    page.chooseWhen({ kind: 'slot', slot: first })
    api.clock.advance(2 * 3_600_000)
    await page.placeOrder()
    const placing = page.refusal()
    expect(placing).toMatchObject({
      failure: { type: 'DELIVERY_TIME_UNAVAILABLE' },
      changes: [{ kind: 'time', before: { time: first.time } }]
    })
    const [change] = placing.state === 'refused' ? placing.changes : []
    expect(change?.kind === 'time' && change.after && change.after.time > first.time).toBe(true)
    await page.acceptChanges()
    expect(page.tab.went).toHaveLength(1)
  })
})

test('a closed restaurant is a preorder from the start', async () => {
  api.clock.set(NOON + 10.5 * 3_600_000)
  const { client } = await buyer(api, margherita, 1)
  const page = await openCheckout(client)
  expect(page.$times.get()).toMatchObject({ state: 'ready', now: null })
  expect(page.$when.get()).toMatchObject({ kind: 'slot', slot: { date: '2026-11-21' } })
})

test('an address out of the area is said before anything is sent', async () => {
  const client = await api.person()
  await addAddress(client, GYUMRI)
  await add(client, plain, 1)
  const page = await openCheckout(client)
  expect(page.$obstacles.get()).toEqual([{ kind: 'tooFar', supplier: 'Always Open' }])
})

test('a time and a way to pay survive a reload', async () => {
  const { client } = await buyer(api, plain, 1)
  const page = await openCheckout(client)
  const times = page.$times.get()
  const chosen = times.state === 'ready' ? times.slots['2026-11-20']?.[2] : undefined
  if (!chosen) throw new Error('there are slots today')
  page.chooseWhen({ kind: 'slot', slot: chosen })
  page.choosePayment(8)
  page.choose({ cutlery: true })
  const again = await openCheckout(client, page.kept)
  expect(again.$draft.get()).toMatchObject({ when: { kind: 'slot', slot: chosen }, payment: { id: 8, key: 'card' }, cutlery: true })
})

describe('by card', () => {
  test('the way leads to the bank', async () => {
    const { client } = await buyer(api, plain, 1)
    const page = await openCheckout(client)
    page.choosePayment(8)
    await page.placeOrder()
    expect(page.refusal()).toEqual({ state: 'leaving', toBank: true })
    expect(page.tab.went[0]).toContain('/pay/')
  })

  test('a bank that does not answer leaves a payable order, which can be paid in cash or put back into the basket', async () => {
    const { client } = await buyer(api, plain, 4)
    const page = await openCheckout(client)
    page.choosePayment(8)
    await till.withBank({ register: down }, () => page.placeOrder())
    const [number = ''] = await numbersOf(client)
    expect(page.tab.went).toEqual([`/en/account/orders/${number}?payment=unreachable`])
    const order = await till.details(client, number)
    expect(order).toMatchObject({ payment: 'awaiting', canCancel: true })
    await page.payBy.submit(order)
    expect(page.tab.went.at(-1)).toContain('/pay/')
    await page.cancelOrder.submit(order)
    expect(page.tab.went.at(-1)).toBe('/en/checkout')
    expect((await client.call(baskets.get, { query: {} })).itemsCount).toBe(4)
  })

  test('turned into cash asks the bank no more', async () => {
    const { client, placed } = await till.buyByCard(plain, 1)
    const page = await openCheckout(client)
    await till.decide(placed.orderId, 'funds')
    await page.payBy.submit({ orderNumber: placed.orderNumber, paymentId: 3 })
    expect(page.payBy.$state.get()).toEqual({ state: 'idle' })
    expect(await till.details(client, placed.orderNumber)).toMatchObject({ payment: 'none', paymentId: 3 })
  })
})
