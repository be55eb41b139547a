import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as bookings from '#contract/bookings/calls.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { LAUNDRY_STATE, SERVICE_STATUS } from '#domain/bookings/booking.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { GROUP_ORDER_TYPE, UNLIMITED } from '#domain/orders/group-order.ts'
import { schema } from '#server/db/schema.ts'
import { keepBookings } from '#server/services/bookings/keep-bookings.ts'
import { operateBookings } from '#server/services/bookings/operate-bookings.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { book, cancel, HOUR, laundryOf, read, timesOf, titlesOf, wanted } from '#tests/support/bookings.ts'
import { NOON } from '#tests/support/clock.ts'
import { add, addAddress, atWork, GYUMRI, orderOf, place, refused } from '#tests/support/shopping.ts'

let api: TestApi
let laundry: ReturnType<typeof laundryOf>
let washing = 0
let coat = 0
let dish = 0
beforeAll(async () => {
  api = await startApi({ env: { OPEN_ORDERS_PER_PERSON: '3' } })
  laundry = laundryOf(api)
  washing = await api.product(12, 'WASH')
  coat = await api.product(12, 'COAT')
  dish = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await laundry.forget()
})

describe('a service is booked', () => {
  test('from its basket: windows, speeds and their prices; nothing is ordered or paid', async () => {
    const { client, addressId } = await laundry.withLaundry()
    const basket = await client.call(baskets.get, { query: { addressId } })
    expect(basket.orderMode.orderMode).toBe(ORDER_MODE.SERVICE)
    expect(await client.call(baskets.orderMode)).toMatchObject({ orderMode: ORDER_MODE.SERVICE })
    const times = await timesOf(client, { addressId })
    // Friday 13:00: two hours of notice, windows from 9:00 on; Sunday is closed.
    expect(times.windows.map(({ date, time }) => `${date} ${time}`)).toEqual(['2026-11-20 15:00', '2026-11-20 17:00'])
    expect(times.dates).toContain('2026-11-21')
    expect(times.dates).not.toContain('2026-11-22')
    expect(times.speeds.map(({ speed, factor }) => [speed, factor])).toEqual([
      ['standard', 1],
      ['express', 2],
      ['urgent', 3]
    ])
    const [standard, express] = times.speeds
    expect(standard?.orderPrice).toBe(basket.orderPrice)
    // 10,200 of goods at once, 20,400 at twice the price; both ride free.
    expect((express?.orderPrice ?? 0) - (standard?.orderPrice ?? 0)).toBeGreaterThanOrEqual(10_200)
    expect(standard?.windows[0]).toMatchObject({ date: '2026-11-23', time: '17:00', places: 10 })
    expect(express?.windows.every(({ to }) => Date.parse(to) <= Date.parse('2026-11-20T17:00:00+04:00') + 48 * HOUR)).toBe(true)
    const later = await timesOf(client, { addressId, pickupDate: '2026-11-21', pickupTime: '16:00' })
    expect(later.speeds.find(({ speed }) => speed === 'urgent')?.windows).toEqual([])
    const made = await book(client, await wanted(client, addressId, { customerComment: ' Ring twice ' }))
    expect(made).toMatchObject({
      status: SERVICE_STATUS.ACCEPTED,
      laundryState: LAUNDRY_STATE.CONFIRMED,
      isActive: true,
      canCancel: true,
      canAgree: false,
      order: null,
      orderPrice: basket.orderPrice,
      estimate: basket.orderPrice,
      customerComment: 'Ring twice',
      pickupFrom: '2026-11-20T15:00:00+04:00',
      deliveryFrom: '2026-11-23T17:00:00+04:00',
      items: [{ quantity: 300 }, { quantity: 1 }]
    })
    expect(await client.call(baskets.get, { query: {} })).toMatchObject({ status: 'empty', orderMode: { orderMode: 1 } })
    expect(await client.call(bookings.list, { query: { active: true } })).toMatchObject([{ id: made.id }])
    expect((await client.call(orders.history, { query: {} })).totalCount).toBe(0)
    expect(await titlesOf(client)).toEqual([`Booking No. ${made.number} is made`])
    expect((await laundry.staff('bookings', 'fresh-laundry')).join('\n')).toContain(made.number)
  })

  test('once for a key, and only as it was seen', async () => {
    const { client, addressId } = await laundry.withLaundry()
    const body = await wanted(client, addressId)
    const key = randomUUID()
    const [first, second] = await Promise.all([book(client, body, key), book(client, body, key)])
    expect(second.id).toBe(first.id)
    expect((await book(client, body, key)).id).toBe(first.id)
    expect(await refused(book(client, { ...body, speed: 'express' }, key))).toMatchObject({ type: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await client.call(bookings.list, { query: {} })).toHaveLength(1)
    expect(await refused(book(client, body))).toMatchObject({ type: 'BASKET_EMPTY' })
    await add(client, coat)
    const now = await wanted(client, addressId)
    for (const [change, type, field] of [
      [{ basketVersion: now.basketVersion + 1 }, 'CHECKOUT_OUTDATED', 'basketVersion'],
      [{ orderPrice: now.orderPrice - 10 }, 'CHECKOUT_OUTDATED', 'orderPrice'],
      [{ addressId: 999_999 }, 'INVALID_ADDRESS', 'addressId'],
      [{ pickupTime: '15:30' }, 'DELIVERY_TIME_UNAVAILABLE', 'pickupTime'],
      [{ pickupDate: '2026-11-22' }, 'DELIVERY_TIME_UNAVAILABLE', 'pickupTime'],
      [{ deliveryDate: '2026-11-21' }, 'DELIVERY_TIME_UNAVAILABLE', 'deliveryTime']
    ] as const)
      expect(await refused(book(client, { ...now, ...change })), JSON.stringify(change)).toMatchObject({ type, field })
    const far = await addAddress(client, GYUMRI)
    expect(await refused(book(client, { ...now, addressId: far }))).toMatchObject({ type: 'SUPPLIER_TOO_FAR' })
    // A window that begins too soon by now.
    await laundry.later(client, HOUR)
    expect(await refused(book(client, now))).toMatchObject({ type: 'DELIVERY_TIME_UNAVAILABLE', field: 'pickupTime' })
  })

  test('below the minimum, as goods, or from a basket of goods it is not', async () => {
    const client = await api.person()
    const addressId = await addAddress(client)
    await add(client, washing, 100)
    const low = await wanted(client, addressId)
    expect(await refused(book(client, low))).toMatchObject({ type: 'BELOW_MINIMUM_PURCHASE', field: 'minimum' })
    await add(client, coat)
    expect(await refused(place(client, await orderOf(client, addressId)))).toMatchObject({ type: 'ORDER_MODE_UNAVAILABLE' })
    for (const orderMode of [ORDER_MODE.DELIVERY, ORDER_MODE.PICK_UP])
      expect(await refused(client.call(baskets.setOrderMode, { body: { orderMode } }))).toMatchObject({ type: 'ORDER_MODE_UNAVAILABLE' })
    expect(await client.call(baskets.setOrderMode, { body: { orderMode: ORDER_MODE.SERVICE } })).toMatchObject({ orderMode: 3 })
    const hungry = await api.person()
    const there = await addAddress(hungry)
    expect(await refused(timesOf(hungry))).toMatchObject({ type: 'BASKET_EMPTY' })
    await add(hungry, dish)
    expect(await refused(timesOf(hungry))).toMatchObject({ type: 'ORDER_MODE_UNAVAILABLE' })
    expect(await refused(book(hungry, { ...low, addressId: there }))).toMatchObject({ type: 'ORDER_MODE_UNAVAILABLE' })
    expect(await refused(add(hungry, coat))).toMatchObject({ type: 'OTHER_SUPPLIER' })
    await hungry.call(baskets.clean, { params: { sessionId: (await hungry.call(baskets.get, { query: {} })).sessionId } })
    await hungry.call(groupOrders.create, {
      body: { supplierId: 1, limit: UNLIMITED, groupOrderType: GROUP_ORDER_TYPE.PAID_BY_OWNER }
    })
    expect(await refused(add(hungry, coat))).toMatchObject({ type: 'LEAVE_GROUP_ORDER_FOR_SERVICE' })
  })

  test('200 at once for the last ten places of a window: ten, and a clear no for the others', async () => {
    const people = await Promise.all(Array.from({ length: 200 }, () => laundry.withLaundry()))
    const [first] = people
    if (!first) throw new Error('nobody is there')
    const body = await wanted(first.client, first.addressId)
    const versions = await Promise.all(people.map(({ client }) => client.call(baskets.get, { query: {} })))
    const outcomes = await Promise.allSettled(
      people.map(({ client, addressId }, index) => book(client, { ...body, addressId, basketVersion: versions[index]?.version ?? 0 }))
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as { type: string; field: string }] : []))
    expect(new Set(refusals.map(({ type, field }) => `${type} ${field}`))).toEqual(new Set(['DELIVERY_TIME_UNAVAILABLE pickupTime']))
    const { pickupDate, pickupTime } = body
    const rows = await api.engine.db
      .select()
      .from(schema.bookings)
      .where(
        and(
          eq(schema.bookings.status, SERVICE_STATUS.ACCEPTED),
          eq(schema.bookings.pickupFrom, new Date(`${pickupDate}T${pickupTime}+04:00`))
        )
      )
    expect(rows).toHaveLength(10)
    const left = people.find((_, index) => outcomes[index]?.status === 'rejected')
    if (!left) throw new Error('everybody was booked')
    const times = await timesOf(left.client, { pickupDate })
    expect(times.windows.map(({ places }) => places)).toEqual([0, 10])
    // Nothing of theirs is lost, and a place that is given back is there again.
    expect(await left.client.call(baskets.get, { query: {} })).toMatchObject({ status: 'fill' })
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled')
    const [lucky, own] = [people[winner], outcomes[winner]]
    if (!lucky || own?.status !== 'fulfilled') throw new Error('nobody was booked')
    await cancel(lucky.client, own.value.id)
    expect((await timesOf(left.client, { pickupDate })).windows.map(({ places }) => places)).toEqual([1, 10])
  }, 60_000)

  test('only so often by one person before a courier has left', async () => {
    const { client, addressId } = await laundry.withLaundry()
    for (let made = 0; made < 3; made++) {
      if (made > 0) await add(client, coat)
      await book(client, await wanted(client, addressId))
    }
    await add(client, coat)
    expect(await refused(book(client, await wanted(client, addressId)))).toMatchObject({ type: 'TOO_MANY_OPEN_ORDERS' })
  })
})

describe('it ends', () => {
  test('by the customer before a courier has left, by the supplier with its words; by nobody else', async () => {
    const { client, booking } = await laundry.booked()
    expect(await refused(cancel(await api.person(), booking.id))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    expect(await refused(read(await api.person(), booking.id))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    expect(await cancel(client, booking.id)).toMatchObject({ status: SERVICE_STATUS.CANCELLED, endedFor: 'customer', laundryState: 0 })
    await expect(laundry.staff('step', booking.number)).rejects.toThrow('is CANCELLED')
    const other = await laundry.booked()
    await expect(laundry.staff('refuse-booking', other.booking.number)).rejects.toThrow('REASON is missing')
    await laundry.staff('refuse-booking', other.booking.number, 'We', 'moved')
    expect(await read(other.client, other.booking.id)).toMatchObject({ endedFor: 'supplier', endedWords: 'We moved' })
    await expect(laundry.staff('refuse-booking', other.booking.number, 'again')).rejects.toThrow('has ended')
    await expect(laundry.staff('step', '1')).rejects.toThrow('there is no booking 1')
    await expect(laundry.staff('step', 'x')).rejects.toThrow('BOOKING is a booking')
    await expect(laundry.staff('bookings', 'fresh-laundry', 'more')).rejects.toThrow('"more" is too much')
    expect(await operateBookings(atWork(api), ['accept', '1'])).toBeNull()
    await expect(operateOrders(atWork(api), ['wash', '1'])).rejects.toThrow('there is no verb "wash"')
  })
})

describe('the autopilot of the demo', () => {
  test('fetches at the window, and prices what was booked', async () => {
    const demo = await startApi({ env: { AUTOPILOT_SECONDS: '5' } })
    try {
      const client = await demo.person()
      const addressId = await addAddress(client)
      await add(client, await demo.product(12, 'COAT'))
      const made = await book(client, await wanted(client, addressId))
      await keepBookings(atWork(demo))
      expect((await read(client, made.id)).laundryState).toBe(LAUNDRY_STATE.CONFIRMED)
      demo.clock.set(Date.parse(made.pickupFrom))
      for (let step = 0; step < 6; step++) {
        await keepBookings(atWork(demo))
        demo.clock.advance(6_000)
      }
      const [row] = await demo.engine.db.select().from(schema.bookings).where(eq(schema.bookings.id, made.id))
      expect(row).toMatchObject({ status: SERVICE_STATUS.UPDATED, nextStepAt: null, estimate: made.orderPrice * 100 })
    } finally {
      await demo.close()
    }
  })
})
