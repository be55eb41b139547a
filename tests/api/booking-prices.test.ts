import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { LAUNDRY_STATE, SERVICE_STATUS } from '#domain/bookings/booking.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { schema } from '#server/db/schema.ts'
import { keepBookings } from '#server/services/bookings/keep-bookings.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { agree, cancel, HOUR, laundryOf, read, timesOf, titlesOf } from '#tests/support/bookings.ts'
import { NOON } from '#tests/support/clock.ts'
import { atWork, refused } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let laundry: ReturnType<typeof laundryOf>
let till: Till
beforeAll(async () => {
  api = await startApi()
  laundry = laundryOf(api)
  till = openTill(api)
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await laundry.forget()
})

const CARD = 8

describe('the price of a booking', () => {
  test('is what was counted; agreed to, it is an order that is paid and brought back', async () => {
    const { client, booking } = await laundry.booked()
    const said = [
      await laundry.staff('step', booking.number),
      await laundry.staff('step', booking.number),
      await laundry.staff('step', booking.number),
      await laundry.staff('step', booking.number)
    ]
    expect(said.flat()).toEqual([
      `a courier fetches what booking ${booking.number} is for`,
      `booking ${booking.number} is DRIVER_ON_WAY`,
      `booking ${booking.number} is PICKED_UP`,
      `booking ${booking.number} is IN_PROCESS`
    ])
    await expect(laundry.staff('step', booking.number)).rejects.toThrow('give its price with "price"')
    expect(await refused(cancel(client, booking.id))).toMatchObject({ type: 'UNABLE_TO_CANCEL_ORDER' })
    expect(await refused(agree(client, booking))).toMatchObject({ type: 'BOOKING_NOT_PRICED' })
    await expect(laundry.staff('price', booking.number, '3=1')).rejects.toThrow('has 2 lines, not a line 3')
    await expect(laundry.staff('price', booking.number, '2=1.5')).rejects.toThrow('1.5 of it is no whole number')
    await expect(laundry.staff('price', booking.number, '1=0', '2=0')).rejects.toThrow('nothing is left')
    await expect(laundry.staff('price', booking.number, 'all')).rejects.toThrow('"all" is not LINE=QUANTITY')
    await laundry.staff('price', booking.number, '1=3.5')
    const asked = await read(client, booking.id)
    expect(asked).toMatchObject({ status: SERVICE_STATUS.UPDATED, canAgree: true, canCancel: true, estimate: booking.orderPrice })
    expect(asked.items).toMatchObject([
      { quantity: 350, bookedQuantity: 300, totalPrice: 3_150 },
      { quantity: 1, bookedQuantity: 1 }
    ])
    expect(asked.orderPrice).toBeGreaterThan(booking.orderPrice)
    expect(asked.agreeBefore).toBe('2026-11-21T13:00:00+04:00')
    expect(await refused(agree(client, { ...asked, orderPrice: booking.orderPrice }))).toMatchObject({
      type: 'CHECKOUT_OUTDATED',
      field: 'orderPrice'
    })
    expect(await refused(agree(await api.person(), asked))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    expect((await laundry.staff('bookings')).join('\n')).toContain(`${booking.number}  UPDATED`)
    const placed = await agree(client, asked)
    expect((await laundry.staff('bookings')).join('\n')).not.toContain(booking.number)
    expect(placed).toMatchObject({ status: ORDER_STATUS.OPEN, redirectUrl: null })
    // The same order, whoever asks again.
    expect((await agree(client, asked)).orderId).toBe(placed.orderId)
    const order = await client.call(orders.details, { query: { orderNumber: placed.orderNumber } })
    expect(order).toMatchObject({
      orderMode: ORDER_MODE.SERVICE,
      orderPrice: asked.orderPrice,
      deliveryFrom: booking.deliveryFrom,
      canCancel: false,
      parts: [{ items: [{ quantity: 350 }, { quantity: 1 }] }]
    })
    expect(await refused(client.call(orders.cancel, { params: { id: placed.orderId } }))).toMatchObject({ type: 'UNABLE_TO_CANCEL_ORDER' })
    expect(await refused(cancel(client, booking.id))).toMatchObject({ type: 'UNABLE_TO_CANCEL_ORDER' })
    await expect(laundry.staff('price', booking.number)).rejects.toThrow('it is priced while the things are with you')
    expect(await read(client, booking.id)).toMatchObject({ status: SERVICE_STATUS.COLLECTING, isActive: false, canAgree: false })
    for (const status of [SERVICE_STATUS.COLLECTING, SERVICE_STATUS.READY_FOR_DELIVERY, SERVICE_STATUS.COMPLETELY_DELIVERED]) {
      await laundry.staff('step', booking.number)
      expect((await read(client, booking.id)).status).toBe(status)
    }
    expect(await read(client, booking.id)).toMatchObject({
      laundryState: LAUNDRY_STATE.DELIVERED,
      order: { orderNumber: placed.orderNumber }
    })
    await expect(laundry.staff('step', booking.number)).rejects.toThrow('is done')
    const titles = await titlesOf(client)
    expect(titles).toContain(`Booking No. ${booking.number}: the courier is on the way`)
    expect(titles.some((title) => title.startsWith(`Booking No. ${booking.number}: the price is`))).toBe(true)
  })

  test('paid by card is asked for again when the money did not come; another try is another order', async () => {
    const { client, booking } = await laundry.priced()
    const first = await agree(client, booking, CARD)
    expect(first).toMatchObject({ status: ORDER_STATUS.NEW_NOT_PAID })
    expect(first.redirectUrl).toEqual(expect.any(String))
    expect(await read(client, booking.id)).toMatchObject({
      status: SERVICE_STATUS.UPDATED,
      canAgree: false,
      canCancel: true,
      order: { orderNumber: first.orderNumber, payment: 'awaiting' }
    })
    await laundry.later(client, 2 * HOUR)
    await expireUnpaid(atWork(api))
    expect(await read(client, booking.id)).toMatchObject({ status: SERVICE_STATUS.UPDATED, canAgree: true, order: null })
    // Nothing went into the basket: the things are at the laundry.
    expect(await client.call(baskets.get, { query: {} })).toMatchObject({ status: 'empty' })
    const second = await agree(client, booking)
    expect(second.orderId).not.toBe(first.orderId)
    expect(await read(client, booking.id)).toMatchObject({ status: SERVICE_STATUS.COLLECTING, order: { orderNumber: second.orderNumber } })
  })

  test('can be declined while its money is awaited; once that has come it stands', async () => {
    const { client, booking } = await laundry.priced()
    const { orderNumber, orderId } = await agree(client, booking, CARD)
    expect(await client.call(orders.details, { query: { orderNumber } })).toMatchObject({ canCancel: false })
    expect(await cancel(client, booking.id)).toMatchObject({ endedFor: 'declined', order: null })
    expect(await client.call(orders.details, { query: { orderNumber } })).toMatchObject({ status: ORDER_STATUS.CANCELLED })
    const other = await laundry.priced()
    const paid = await agree(other.client, other.booking, CARD)
    await till.decide(paid.orderId, 'approve')
    expect(await refused(cancel(other.client, other.booking.id))).toMatchObject({ type: 'UNABLE_TO_CANCEL_ORDER' })
    expect(orderId).not.toBe(paid.orderId)
  })

  test('of transfers and points it is not paid', async () => {
    const { client, booking } = await laundry.priced()
    expect(await refused(agree(client, booking, 4))).toMatchObject({ type: 'BANK_TRANSFER_UNAVAILABLE' })
    expect((await refused(agree(client, booking, 16))).type).toBe('PAYMENT_METHOD_UNAVAILABLE')
    expect((await refused(agree(client, booking, 999))).type).toBe('PAYMENT_METHOD_UNAVAILABLE')
  })

  test('declined, or without an answer, the things come back unpaid', async () => {
    const one = await laundry.priced()
    expect(await cancel(one.client, one.booking.id)).toMatchObject({
      status: SERVICE_STATUS.CANCELLED,
      endedFor: 'declined',
      canAgree: false
    })
    expect(await cancel(one.client, one.booking.id)).toMatchObject({ endedFor: 'declined' })
    const other = await laundry.priced()
    await keepBookings(atWork(api))
    expect((await titlesOf(other.client)).filter((title) => title.includes('is waiting for your answer'))).toEqual([])
    await laundry.later(other.client, 12 * HOUR)
    await keepBookings(atWork(api))
    await keepBookings(atWork(api))
    expect((await titlesOf(other.client)).filter((title) => title.includes('is waiting for your answer'))).toHaveLength(1)
    await laundry.later(other.client, 12 * HOUR)
    expect(await refused(agree(other.client, other.booking))).toMatchObject({ type: 'BOOKING_NOT_PRICED' })
    await keepBookings(atWork(api))
    expect(await read(other.client, other.booking.id)).toMatchObject({ status: SERVICE_STATUS.CANCELLED, endedFor: 'notAgreed' })
    expect((await titlesOf(other.client))[0]).toBe(`Booking No. ${other.number} is cancelled`)
    // A courier brings them: the place stays taken.
    const { client } = await laundry.withLaundry()
    const back = (await timesOf(client, { pickupDate: '2026-11-23', pickupTime: '09:00' })).speeds[0]
    expect(back?.windows.length).toBeGreaterThan(0)
  })

  test('answered late, when the window is over, moves to the next one', async () => {
    const { client, booking } = await laundry.booked({ speed: 'urgent' })
    for (let steps = 0; steps < 4; steps++) await laundry.staff('step', booking.number)
    api.clock.set(Date.parse(booking.deliveryFrom) - HOUR)
    await laundry.staff('price', booking.number)
    await laundry.later(client, 3 * HOUR)
    const placed = await agree(client, await read(client, booking.id))
    const order = await client.call(orders.details, { query: { orderNumber: placed.orderNumber } })
    expect(Date.parse(order.deliveryFrom)).toBeGreaterThanOrEqual(api.clock.now() + 2 * HOUR)
    const [stored] = await api.engine.db.select().from(schema.bookings).where(eq(schema.bookings.id, booking.id))
    expect(stored?.returnFrom.getTime(), 'a place in that window is taken').toBe(Date.parse(order.deliveryFrom))
  })
})
