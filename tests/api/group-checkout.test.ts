import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { basketOf, codeOf, complete, group, infoOf, join, memberAt, start } from '#tests/support/group.ts'
import { add, addAddress, atWork, linesOf, orderOf, place, refused, signIn, stockOf } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
let ten = 0
let sale = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  ten = await api.product(1, 'TEN')
  sale = await api.product(1, 'SALE')
})
afterAll(() => api.close())
afterEach(() => api.clock.set(NOON))

describe('it is ordered', () => {
  test('by its initiator, once it is locked, with everybody’s lines', async () => {
    const { owner, members, started } = await group(api)
    const [davit, mariam] = [memberAt(members, 0), memberAt(members, 1)]
    const addressId = await addAddress(owner)
    await add(owner, plain)
    await add(davit, plain, 2)
    await add(mariam, ten, 3)
    const early = await orderOf(owner, addressId)
    expect((await refused(place(owner, early))).type).toBe('GROUP_ORDER_NOT_COMPLETED')
    const davits = await orderOf(davit, await addAddress(davit))
    expect(await codeOf(place(davit, davits))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    await complete(owner)
    const body = await orderOf(owner, addressId)
    expect(body.orderPrice).toBe(4500 + 100 + 400 + 135)
    const outsider = await api.person()
    const stock = await stockOf(api, ten)
    const placed = await place(owner, body)
    const order = await owner.call(orders.details, { query: { orderNumber: placed.orderNumber } })
    expect(order.parts.flatMap(({ items }) => items.map(({ quantity, person }) => [person, quantity]))).toEqual([
      ['Ani', 1],
      ['Davit', 2],
      ['Mariam', 3]
    ])
    expect((await operateOrders(atWork(api), ['show', placed.orderNumber])).filter((line) => line.includes(', for '))).toEqual([
      expect.stringMatching(/^ {2}1 {2}1\s×\sTolma .*, for Ani$/),
      expect.stringMatching(/^ {2}2 {2}2\s×\sTolma .*, for Davit$/),
      expect.stringMatching(/^ {2}3 {2}3\s×\sGata .*, for Mariam$/)
    ])
    expect(await stockOf(api, ten)).toBe((stock ?? 0) - 3)
    const { orderItems, orders: rows } = schema
    const written = await api.engine.db
      .select({ userId: orderItems.userId, quantity: orderItems.quantity, group: rows.groupOrderId })
      .from(orderItems)
      .innerJoin(rows, eq(rows.id, orderItems.orderId))
      .where(eq(orderItems.orderId, placed.orderId))
      .orderBy(orderItems.id)
    expect(written).toEqual([
      { userId: owner.userId, quantity: 1, group: started.id },
      { userId: davit.userId, quantity: 2, group: started.id },
      { userId: mariam.userId, quantity: 3, group: started.id }
    ])
    for (const one of [owner, davit, mariam]) {
      expect(await basketOf(one)).toMatchObject({ type: 'user', status: 'empty', itemsCount: 0 })
      expect(await infoOf(one, started.hash)).toMatchObject({
        state: 'placed',
        status: 2,
        order: { status: 0, trackingStatus: 1, deliveryFrom: order.deliveryFrom, deliveryTo: order.deliveryTo }
      })
      expect((await infoOf(outsider, started.hash)).order).toBeNull()
    }
    expect((await basketOf(owner)).version).toBeGreaterThan(body.basketVersion)
    expect((await owner.call(orders.history, { query: { historyMode: 'groupOrder' } })).items).toMatchObject([{ id: placed.orderId }])
  })

  test('twice with one key, or at once from two tabs: one order', async () => {
    const { owner, members } = await group(api, ['Davit'])
    const addressId = await addAddress(owner)
    await add(memberAt(members, 0), plain)
    await complete(owner)
    const body = await orderOf(owner, addressId)
    const key = crypto.randomUUID()
    const outcomes = await Promise.allSettled([place(owner, body, key), place(owner, body, key), place(owner, body)])
    const numbers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.orderNumber] : []))
    expect(new Set(numbers).size).toBe(1)
    expect((await owner.call(orders.history, { query: {} })).totalCount).toBe(1)
  })

  test('and then nobody of it is in a second one that day, unless it was cancelled', async () => {
    const { owner, started } = await group(api, [])
    const davit = await api.person({ phone: '+37477110033' })
    await join(davit, started)
    const addressId = await addAddress(owner)
    await add(davit, plain)
    await complete(owner)
    const placed = await place(owner, await orderOf(owner, addressId))
    expect(await codeOf(start(davit))).toEqual([432, 'GROUP_ORDER_FORBIDDEN_TO_JOIN'])
    const other = await group(api, [])
    expect(await codeOf(join(owner, other.started))).toEqual([432, 'GROUP_ORDER_FORBIDDEN_TO_JOIN'])
    await owner.call(orders.cancel, { params: { id: placed.orderId } })
    expect((await join(owner, other.started)).role).toBe('member')
    api.clock.advance(86_400_000)
    expect((await start(await signIn(api, '+37477110033', api.guest()))).role).toBe('owner')
  })

  test('an unpaid one that ends gives back the initiator’s own lines, and reordering does', async () => {
    const { owner, members } = await group(api, ['Davit'])
    const addressId = await addAddress(owner)
    await add(owner, sale)
    await add(memberAt(members, 0), plain, 2)
    await complete(owner)
    const placed = await place(owner, await orderOf(owner, addressId, { paymentId: 8 }))
    await owner.call(orders.cancel, { params: { id: placed.orderId } })
    expect(linesOf(await basketOf(owner)).map(({ productId }) => productId)).toEqual([sale])
    const again = await owner.call(baskets.reorder, { params: { id: placed.orderId }, query: {}, body: { startAnew: true } })
    expect(linesOf(again.basket).map(({ productId }) => productId)).toEqual([sale])
  })
})
