import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { advanceDue, advanceOrder } from '#server/services/orders/advance.ts'
import { movePart, MoveRefused } from '#server/services/orders/move-order.ts'
import { lockOrder } from '#server/services/orders/order-row.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { add, atWork, buyer, orderOf, place, refused } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
beforeAll(async () => {
  api = await startApi({ env: { AUTOPILOT_SECONDS: '20' } })
  till = openTill(api)
})
afterAll(() => api.close())

/** An order of two suppliers. */
const order = async (paymentId: number) => {
  const { client, addressId } = await buyer(api, await api.product(1, 'PLAIN'))
  await add(client, await api.product(2, 'P1'))
  const placed = await place(client, await orderOf(client, addressId, { paymentId }))
  const { orderParts } = schema
  const parts = await api.engine.db.select().from(orderParts).where(eq(orderParts.orderId, placed.orderId)).orderBy(asc(orderParts.id))
  const [first, second] = parts.map(({ id }) => id)
  if (first === undefined || second === undefined) throw new Error('the order has two parts')
  return { client, placed, first, second }
}

const move = (orderId: number, partId: number, to: -1 | 1 | 5 | 7 | 12) =>
  withTransaction(atWork(api), async (tx) => {
    const locked = await lockOrder(tx, eq(schema.orders.id, orderId))
    if (!locked) throw new Error('the order is there')
    return movePart(tx, locked, partId, to)
  })

test('a part moves alone, and the order stands where its least advanced part does', async () => {
  const { client, placed, first, second } = await order(3)
  const standing = async () => {
    const { status, parts, canCancel } = await till.details(client, placed.orderNumber)
    return [status, parts.map((part) => part.status), canCancel]
  }
  await move(placed.orderId, first, 1)
  await move(placed.orderId, first, 5)
  expect(await standing()).toEqual([0, [5, 0], false])
  expect(await till.kindsOf(placed.orderId)).toEqual(['order.placed', 'order.changed', 'order.changed'])
  await move(placed.orderId, second, 1)
  expect(await standing()).toEqual([1, [5, 1], false])
  expect(await till.kindsOf(placed.orderId)).toEqual(['order.placed', 'order.changed', 'order.changed', 'order.status'])
  await expect(move(placed.orderId, second, 7)).rejects.toThrow(MoveRefused)
  await expect(move(placed.orderId, second + 1_000, 5)).rejects.toThrow(MoveRefused)
  expect(await standing()).toEqual([1, [5, 1], false])
})

test('what nobody has begun can be cancelled, but not when a part of it is begun', async () => {
  const begun = await order(3)
  await move(begun.placed.orderId, begun.first, 1)
  expect(await refused(begun.client.call(orders.cancel, { params: { id: begun.placed.orderId } }))).toMatchObject({
    type: 'UNABLE_TO_CANCEL_ORDER'
  })
  const smaller = await order(3)
  await move(smaller.placed.orderId, smaller.second, -1)
  expect(await till.details(smaller.client, smaller.placed.orderNumber)).toMatchObject({ status: 0, canCancel: true })
  expect(await smaller.client.call(orders.cancel, { params: { id: smaller.placed.orderId } })).toMatchObject({ status: -1 })
})

test('the autopilot takes along what is behind, and goes on after a part was moved by hand', async () => {
  const { client, placed, first, second } = await order(3)
  await move(placed.orderId, first, 1)
  await advanceOrder(atWork(api), placed.orderId)
  expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 1, parts: [{ status: 1 }, { status: 1 }] })
  await move(placed.orderId, first, 5)
  await move(placed.orderId, second, 5)
  expect(await till.later(1, () => advanceDue(atWork(api)))).toBeGreaterThan(0)
  expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 7, parts: [{ status: 7 }, { status: 7 }] })
})

test('no part of an unpaid order moves before the order is paid', async () => {
  const { client, placed, first } = await order(8)
  await expect(move(placed.orderId, first, 12)).rejects.toThrow(MoveRefused)
  expect(await till.details(client, placed.orderNumber)).toMatchObject({ status: 17, parts: [{ status: 17 }, { status: 17 }] })
})
