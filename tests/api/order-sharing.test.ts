import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { TRACKING_STATUS } from '#domain/order-status.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { add, atWork, buy, NEAR, orderOf, place, refused } from '#tests/support/shopping.ts'

let api: TestApi
let dish = 0
beforeAll(async () => {
  api = await startApi()
  dish = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())

const share = async (client: Client, orderNumber: string) => (await client.call(orders.share, { body: { orderNumber } })).token
const seen = (token: string) => api.guest().call(orders.shared, { query: { token } })
const staff = (...words: string[]) => operateOrders(atWork(api), words)

describe('the link of a delivery', () => {
  test('shows how far it is, a first name, a street and the time, and nothing else', async () => {
    const client = await api.person()
    const door = { entrance: '2', floor: 3, apartment: '14', doorCode: '#45', comment: 'The dog is kind' }
    const { id: addressId } = await client.call(profile.addAddress, {
      body: { street: 'Abovyan Street 12', city: 'Yerevan', latitude: NEAR.lat, longitude: NEAR.lng, ...door }
    })
    await add(client, dish)
    const placed = await place(client, await orderOf(client, addressId, { customerComment: 'Ring twice' }))
    const order = await client.call(orders.details, { query: { orderNumber: placed.orderNumber } })
    expect(order.canShare).toBe(true)
    const token = await share(client, placed.orderNumber)
    expect(token, '128 random bits').toMatch(/^[\w-]{22}$/)
    expect(await share(client, placed.orderNumber)).toBe(token)
    expect(await seen(token)).toEqual({
      trackingStatus: TRACKING_STATUS.NEW,
      delivery: { firstName: expect.any(String), street: 'Abovyan Street 12, Yerevan', from: order.deliveryFrom, to: order.deliveryTo }
    })
    await staff('accept', placed.orderNumber)
    expect((await seen(token)).trackingStatus).toBe(TRACKING_STATUS.PREPARING)
  })

  test('ends with the delivery, and with a cancellation: the name and the street are gone', async () => {
    const delivered = await buy(api, dish)
    const token = await share(delivered.client, delivered.placed.orderNumber)
    for (const verb of ['accept', 'on-the-way', 'delivered']) await staff(verb, delivered.placed.orderNumber)
    expect(await seen(token)).toEqual({ trackingStatus: TRACKING_STATUS.DELIVERED, delivery: null })
    expect(await refused(share(delivered.client, delivered.placed.orderNumber))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    const cancelled = await buy(api, dish)
    const other = await share(cancelled.client, cancelled.placed.orderNumber)
    await cancelled.client.call(orders.cancel, { params: { id: cancelled.placed.orderId } })
    expect(await seen(other)).toEqual({ trackingStatus: TRACKING_STATUS.CANCELED, delivery: null })
  })

  test('is ended by its owner; a guess finds nothing', async () => {
    const { client, placed } = await buy(api, dish)
    const token = await share(client, placed.orderNumber)
    await client.call(orders.unshare, { query: { orderNumber: placed.orderNumber } })
    for (const guess of [token, '', 'a'.repeat(22), "' or true --"])
      expect(await refused(seen(guess)), guess).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    const next = await share(client, placed.orderNumber)
    expect(next).not.toBe(token)
    expect(await seen(next)).toMatchObject({ trackingStatus: TRACKING_STATUS.NEW })
    const otherPerson = await api.person()
    expect(await refused(share(otherPerson, placed.orderNumber))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    expect(await refused(otherPerson.call(orders.unshare, { query: { orderNumber: placed.orderNumber } }))).toMatchObject({
      type: 'ORDER_NOT_FOUND'
    })
    expect(await seen(next), 'it is not theirs to end').toMatchObject({ trackingStatus: TRACKING_STATUS.NEW })
  })

  test('is not offered before the order is paid, nor for what is fetched', async () => {
    const { client, placed } = await buy(api, dish, { paymentId: 8 })
    expect(await refused(share(client, placed.orderNumber))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    expect((await client.call(orders.details, { query: { orderNumber: placed.orderNumber } })).canShare).toBe(false)
    const fetcher = await api.person()
    await add(fetcher, dish)
    await fetcher.call(baskets.setOrderMode, { body: { orderMode: ORDER_MODE.PICK_UP } })
    const { version, orderPrice } = await fetcher.call(baskets.get, { query: {} })
    const fetched = await place(fetcher, { paymentId: 3, deliveryNow: true, basketVersion: version, orderPrice })
    expect(await refused(share(fetcher, fetched.orderNumber))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
  })

  test('two presses at once make one link', async () => {
    const { client, placed } = await buy(api, dish)
    const tokens = await Promise.all([1, 2, 3, 4].map(() => share(client, placed.orderNumber)))
    expect(new Set(tokens).size).toBe(1)
  })
})
