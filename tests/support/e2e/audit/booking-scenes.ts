import { randomUUID } from 'node:crypto'
import * as baskets from '#contract/baskets/calls.ts'
import * as bookings from '#contract/bookings/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { staff } from '../bookings.ts'
import type { Visitor } from './person.ts'
import type { Scene } from './scene.ts'

const LAUNDRY = 5001

const withLaundry = async ({ call }: Visitor): Promise<void> => {
  const { items } = await call(catalogue.products, { query: { supplierId: LAUNDRY } })
  const [coat] = items.filter(({ code }) => code === 'D-05')
  await call(baskets.add, { body: { productId: coat?.id ?? 0, quantity: 1 } })
}

/** Booked for the first windows with a place. */
const booked = async (visitor: Visitor): Promise<string> => {
  await withLaundry(visitor)
  const { call, address } = visitor
  const addressId = address?.id ?? 0
  const { windows, speeds } = await call(bookings.availableTimes, { query: { addressId } })
  const [pickup] = windows.filter(({ places }) => places > 0)
  const [standard] = speeds
  const [back] = standard?.windows.filter(({ places }) => places > 0) ?? []
  const { version } = await call(baskets.get, { query: { addressId } })
  const body = {
    ...{ addressId, speed: 'standard' as const, basketVersion: version, orderPrice: standard?.orderPrice ?? 0 },
    ...{ pickupDate: pickup?.date ?? '', pickupTime: pickup?.time ?? '', deliveryDate: back?.date ?? '', deliveryTime: back?.time ?? '' }
  }
  return (await call(bookings.book, { body }, { idempotencyKey: randomUUID() })).number
}

/** Services that are booked. */
export const BOOKING_SCENES: readonly Scene[] = [
  {
    name: 'no bookings yet',
    file: '/account/bookings',
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/bookings'
  },
  {
    name: 'booking a service',
    file: '/account/bookings/new',
    isOnBoth: true,
    isWeighed: true,
    wanted: () => ({ signedIn: true, withAddress: true }),
    prepare: async (visitor) => {
      await withLaundry(visitor)
      return '/account/bookings/new'
    }
  },
  {
    name: 'a booking with a price',
    file: '/account/bookings',
    isWeighed: true,
    wanted: () => ({ signedIn: true, withAddress: true }),
    prepare: async (visitor) => {
      const number = await booked(visitor)
      for (let step = 0; step < 4; step++) await staff('step', number)
      await staff('price', number)
      return '/account/bookings'
    }
  }
]
