import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import type { Basket, BasketLocation } from '#contract/baskets/calls.ts'
import { startApi, type Client, type TestApi } from '../support/api.ts'
import { NOON } from '../support/clock.ts'
import { add, addAddress, GYUMRI, linesOf, NEAR, refused, signIn } from '../support/shopping.ts'

let api: TestApi
const ids: Record<string, number> = {}
const productsOf = { 1: ['PLAIN', 'TEN', 'SALE'], 2: ['P1', 'P2'], 4: ['ROSE'] }
const id = (code: string): number => ids[code] ?? 0

beforeAll(async () => {
  api = await startApi()
  for (const [supplier, codes] of Object.entries(productsOf))
    for (const code of codes) ids[code] = await api.product(Number(supplier), code)
})
afterAll(() => api.close())

describe('reading', () => {
  test('prices delivery for a point or an own address', async () => {
    const person = await api.person()
    await add(person, id('PLAIN'), 8)
    await add(person, id('P2'), 1)
    const near = await person.call(baskets.get, { query: NEAR })
    const [first, second] = near.basketList.sessionBaskets[0]?.entries ?? []
    expect(first).toMatchObject({ itemsPrice: 8000, deliveryPrice: 0, missingToFree: 0, packingPrice: 100, outOfArea: false })
    expect(second).toMatchObject({ itemsPrice: 700, deliveryPrice: 400, missingToFree: 7300, minimum: 2000, missingToMinimum: 1300 })
    expect(near).toMatchObject({
      totalPrice: 8700,
      totalPacking: 100,
      deliveryPrice: { total: 400, isEstimate: false },
      totalServiceFee: 261,
      orderPrice: 9461
    })
    const addressId = await addAddress(person)
    expect((await person.call(baskets.get, { query: { addressId } })).orderPrice).toBe(near.orderPrice)
    const far = await person.call(baskets.get, { query: GYUMRI })
    expect(far.basketList.sessionBaskets[0]?.entries.map(({ outOfArea }) => outOfArea)).toEqual([true, true])
    expect(far.deliveryPrice.isEstimate).toBe(true)
    const stranger = await api.person()
    expect(await refused(stranger.call(baskets.get, { query: { addressId } }))).toMatchObject({
      type: 'INVALID_ADDRESS',
      field: 'addressId'
    })
    expect(await refused(api.guest().call(baskets.get, { query: { addressId } }))).toMatchObject({ type: 'INVALID_ADDRESS' })
  })

  test('says at the adding who does not deliver to the place, and adds all the same', async () => {
    const farOf = ({ basketList }: Basket): boolean[] =>
      basketList.sessionBaskets.flatMap(({ entries }) => entries.map(({ outOfArea }) => outOfArea))
    const put = (client: Client, query?: BasketLocation): Promise<Basket> =>
      client.call(baskets.add, { body: { productId: id('PLAIN'), quantity: 1 }, ...(query ? { query } : {}) })
    const person = await api.person()
    expect(farOf(await put(person))).toEqual([false])
    await addAddress(person, GYUMRI)
    // Nothing named: the default address counts, whoever asks.
    const added = await put(person)
    expect([farOf(added), linesOf(added)[0]?.quantity]).toEqual([[true], 2])
    expect(farOf(await person.call(baskets.get, { query: {} }))).toEqual([true])
    const line = linesOf(added)[0]?.id ?? 0
    expect(farOf(await person.call(baskets.quantity, { params: { id: line }, body: { quantity: 1 } }))).toEqual([true])
    const near = await addAddress(person, NEAR)
    expect(farOf(await put(person))).toEqual([false])
    expect(farOf(await put(person, GYUMRI))).toEqual([true])
    expect(await put(person, { addressId: near })).toMatchObject({ deliveryPrice: { total: 400, isEstimate: false } })
    const guest = api.guest()
    expect([farOf(await put(guest)), farOf(await put(guest, GYUMRI))]).toEqual([[false], [true]])
    expect(await refused(put(guest, { addressId: near }))).toMatchObject({ type: 'INVALID_ADDRESS', field: 'addressId' })
    expect(linesOf(await guest.call(baskets.get, { query: {} }))).toMatchObject([{ quantity: 2 }])
  })

  test('needs to know whose basket', async () => {
    const reply = await api.guest().raw('GET', '/baskets', { headers: { 'Session-Id': '' } })
    expect(reply.envelope).toMatchObject({ code: 400, messages: [{ field: 'Session-Id' }] })
  })

  test('names the times in which all suppliers can deliver', async () => {
    const guest = api.guest()
    const at = (query: { date?: string }) => guest.call(baskets.availableTimes, { query })
    expect(await refused(at({}))).toMatchObject({ type: 'BASKET_EMPTY' })
    const { sessionId } = await add(guest, id('P1'))
    const today = await at({})
    expect(today.deliveryNow).toBe(true)
    // Prepares for 20 minutes, travels for 15 and closes at 23.
    expect(today.slots[0]).toEqual({
      date: '2026-11-20',
      time: '14:00',
      from: '2026-11-20T14:00:00+04:00',
      to: '2026-11-20T14:30:00+04:00'
    })
    expect(today.slots.at(-1)?.time).toBe('23:00')
    expect(today.dates[0]).toBe('2026-11-20')
    api.clock.set(NOON + 11 * 3_600_000)
    const night = await guest.call(baskets.suggestedTime, { params: { sessionId }, query: {} })
    const tomorrow = await at({ date: '2026-11-21' })
    api.clock.set(NOON)
    expect(night).toMatchObject({ deliveryNow: false, minutesFrom: 35, minutesTo: 45, suggested: { date: '2026-11-21', time: '11:00' } })
    expect(night).toMatchObject({
      suggestedInitialDate: '2026-11-21T10:30:00+04:00',
      suggestedDeliverInitialDate: '2026-11-21T11:00:00+04:00'
    })
    expect(tomorrow.slots[0]?.time).toBe('11:00')
  })

  test('suggests what goes with it and is not in it', async () => {
    const guest = api.guest()
    expect(await guest.call(baskets.suggest, { query: {} })).toEqual([])
    await add(guest, id('PLAIN'))
    const names = (await guest.call(baskets.suggest, { query: { take: 24 } })).map(({ name }) => name)
    expect(names[0]).toBe('Lahmajo')
    expect(names).toContain('Pizza')
    for (const absent of ['Tolma', 'Khash', 'Red wine', 'Margherita']) expect(names).not.toContain(absent)
  })
})

describe('signing in', () => {
  test('joins the guest basket: the same line adds up to the stock', async () => {
    const phone = '+37499000001'
    const first = await api.person({ phone })
    await add(first, id('TEN'), 7)
    await add(first, id('PLAIN'), 1)
    const guest = api.guest()
    await add(guest, id('TEN'), 6)
    await add(guest, id('SALE'), 2)
    const again = await signIn(api, phone, guest)
    const basket = await again.call(baskets.get, { query: {} })
    expect(Object.fromEntries(linesOf(basket).map(({ productName, quantity }) => [productName, quantity]))).toEqual({
      Gata: 10,
      Tolma: 1,
      Lahmajo: 2
    })
  })

  test('keeps what is on the screen when the families differ', async () => {
    const phone = '+37499000002'
    const first = await api.person({ phone })
    await add(first, id('PLAIN'), 3)
    const guest = api.guest()
    await add(guest, id('ROSE'), 1)
    const again = await signIn(api, phone, guest)
    expect(linesOf(await again.call(baskets.get, { query: {} })).map(({ productName }) => productName)).toEqual(['Roses'])
    expect(linesOf(await first.call(baskets.get, { query: {} })).map(({ productName }) => productName)).toEqual(['Roses'])
  })

  test('leaves no basket behind the anonymous id', async () => {
    const guest = api.guest()
    await add(guest, id('PLAIN'), 2)
    const person = await api.person({ client: guest })
    expect(linesOf(await person.call(baskets.get, { query: {} }))).toHaveLength(1)
    person.token = null
    expect((await person.call(baskets.get, { query: {} })).status).toBe('empty')
  })
})
