import { and, eq, ne } from 'drizzle-orm'
import type { Booking } from '#contract/bookings/calls.ts'
import { SERVICE_STATUS } from '#domain/bookings/booking.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { ownBooking } from './booking-row.ts'
import { readBookings } from './present-booking.ts'

const { bookings } = schema
const MAX_LISTED = 50

/** Returns the last bookings of the caller, newest first; `active`: only those whose price is not agreed to yet (GET /orders/book). */
export const listBookings = async (ctx: Context, active: boolean): Promise<Booking[]> => {
  const own = eq(bookings.userId, requireUser(ctx).userId)
  if (!active) return readBookings(ctx, own, MAX_LISTED)
  return (await readBookings(ctx, and(own, ne(bookings.status, SERVICE_STATUS.CANCELLED)), MAX_LISTED)).filter(({ isActive }) => isActive)
}

/** Returns one booking. ORDER_NOT_FOUND, also for those of other people. */
export const readBooking = async (ctx: Context, id: number): Promise<Booking> => {
  const [booking] = await readBookings(ctx, ownBooking(requireUser(ctx).userId, id), 1)
  if (!booking) throw fail('ORDER_NOT_FOUND', { field: 'id' })
  return booking
}
