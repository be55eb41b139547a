import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as baskets from '#contract/baskets/calls.ts'
import * as bookings from '#contract/bookings/calls.ts'
import type { Booking, NewBooking } from '#contract/bookings/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import { schema } from '#server/db/schema.ts'
import { SERVICE_STATUS } from '#domain/bookings/booking.ts'
import { operateBookings } from '#server/services/bookings/operate-bookings.ts'
import type { Client, TestApi } from './api.ts'
import { add, addAddress, atWork, signIn } from './shopping.ts'

export const HOUR = 3_600_000
const CASH = 3
export const timesOf = (client: Client, query: object = {}) => client.call(bookings.availableTimes, { query })
export const read = (client: Client, id: number) => client.call(bookings.details, { params: { id } })
export const book = (client: Client, body: NewBooking, key: string = randomUUID()) =>
  client.call(bookings.book, { body }, { idempotencyKey: key })
export const agree = (
  client: Client,
  { id, orderPrice }: Pick<Booking, 'id' | 'orderPrice'>,
  paymentId = CASH,
  key: string = randomUUID()
) => client.call(bookings.agree, { params: { id }, body: { orderPrice, paymentId } }, { idempotencyKey: key })
export const cancel = (client: Client, id: number) => client.call(bookings.cancel, { params: { id } })

/** What a person who takes the first windows of a speed would send. */
export const wanted = async (client: Client, addressId: number, rest: Partial<NewBooking> = {}): Promise<NewBooking> => {
  const { speeds, windows } = await timesOf(client, { addressId })
  const speed = speeds.find((one) => one.speed === (rest.speed ?? 'standard'))
  const basket = await client.call(baskets.get, { query: { addressId } })
  const [pickup] = windows.filter(({ places }) => places > 0)
  const [back] = speed?.windows.filter(({ places }) => places > 0) ?? []
  if (!speed || !pickup || !back) throw new Error('nothing can be booked')
  return {
    ...{ addressId, speed: speed.speed, basketVersion: basket.version, orderPrice: speed.orderPrice },
    ...{ pickupDate: pickup.date, pickupTime: pickup.time, deliveryDate: back.date, deliveryTime: back.time },
    ...rest
  }
}
export const titlesOf = async (client: Client): Promise<string[]> =>
  (await client.call(notifications.list, { query: {} })).items.map(({ title }) => title)

/** What tests do at the laundry of the test market. */
export const laundryOf = (api: TestApi) => {
  const staff = async (...words: string[]): Promise<string[]> => (await operateBookings(atWork(api), words)) ?? []
  /** Somebody with three kilograms and a coat in the basket. */
  const withLaundry = async () => {
    const client = await api.person()
    const addressId = await addAddress(client)
    await add(client, await api.product(12, 'WASH'), 300)
    await add(client, await api.product(12, 'COAT'))
    return { client, addressId }
  }
  const booked = async (rest: Partial<NewBooking> = {}) => {
    const { client, addressId } = await withLaundry()
    return { client, addressId, booking: await book(client, await wanted(client, addressId, rest)) }
  }
  /** Fetched and counted as it was booked, or as it is said. */
  const priced = async (...counted: string[]) => {
    const { client, booking } = await booked()
    for (let steps = 0; steps < 4; steps++) await staff('step', booking.number)
    await staff('price', booking.number, ...counted)
    return { client, number: booking.number, booking: await read(client, booking.id) }
  }
  /** Hours later the access token is over. */
  const later = async (client: Client, ms: number): Promise<void> => {
    const [person] = await api.engine.db
      .select({ phone: schema.users.phone })
      .from(schema.users)
      .where(eq(schema.users.id, client.userId ?? 0))
    api.clock.advance(ms - 2 * 60_000)
    client.token = null
    await signIn(api, person?.phone ?? '', client)
  }
  /** What a test booked takes no places of the next one. */
  const forget = async (): Promise<void> => {
    await api.engine.db.update(schema.bookings).set({ status: SERVICE_STATUS.CANCELLED, endedFor: 'customer', agreeBefore: null })
  }
  return { staff, withLaundry, booked, priced, later, forget }
}

/** A booking as it is stored, of things that are nowhere. */
export const storedBooking = (
  userId: number,
  at: number,
  change: Partial<typeof schema.bookings.$inferInsert> = {}
): typeof schema.bookings.$inferInsert => {
  const now = new Date(at)
  return {
    ...{ userId, supplierId: 12, branchId: 121, status: SERVICE_STATUS.UPDATED, steps: [], speed: 'standard', lines: [] },
    ...{ pickupFrom: now, pickupTo: now, returnFrom: now, returnTo: now, packingPrice: 0, deliveryPrice: 0, estimate: 0 },
    address: {
      ...{ title: '', line: 'Hidden Street 7', city: 'Gyumri', lat: 0, lng: 0, entrance: '', floor: 0 },
      ...{ apartment: '', doorCode: '', comment: '', phone: '' }
    },
    ...{ requestKey: `stored ${userId}`, requestHash: '', createdAt: now },
    ...change
  }
}
