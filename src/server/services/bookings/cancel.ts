import { and, eq, type SQL } from 'drizzle-orm'
import type { Booking } from '#contract/bookings/calls.ts'
import { canCancelBooking, SERVICE_STATUS, type BookingEnd } from '#domain/bookings/booking.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { cancelOrder } from '#server/services/orders/cancel.ts'
import { isOrdered, lockBooking, orderOf, ownBooking, writeBooking, type BookingRow } from './booking-row.ts'
import { readBooking } from './list.ts'
import { notifyOfBooking } from './notify-booking.ts'

/**
 * Cancels a booking of the caller that no courier has left for, or declines its price: the things come back unpaid. An order that waits for its
 * money is cancelled first, so that the bank is asked whether it has come. Safe to repeat.
 * ORDER_NOT_FOUND, UNABLE_TO_CANCEL_ORDER.
 */
export const cancelBooking = async (ctx: Context, id: number): Promise<Booking> => {
  const { userId } = requireUser(ctx)
  const unpaid = await unpaidOrderOf(ctx, ownBooking(userId, id))
  if (unpaid !== null) await cancelOrder(ctx, unpaid)
  await withTransaction(ctx, async (tx) => {
    const booking = await lockBooking(tx, ownBooking(userId, id))
    if (!booking) throw fail('ORDER_NOT_FOUND', { field: 'id' })
    const { status, endedFor } = booking
    if (endedFor === 'customer' || endedFor === 'declined') return booking
    if (!canCancelBooking(status) || isOrdered(await orderOf(tx, booking))) throw fail('UNABLE_TO_CANCEL_ORDER', { field: 'id' })
    return endBooking(tx, booking, status === SERVICE_STATUS.UPDATED ? 'declined' : 'customer')
  })
  return readBooking(ctx, id)
}

/** The order of a booking that waits for its money; null when there is none. */
const unpaidOrderOf = async ({ db }: Pick<Context, 'db'>, where: SQL | undefined): Promise<number | null> => {
  const { bookings, orders } = schema
  const [row] = await db
    .select({ id: orders.id })
    .from(bookings)
    .innerJoin(orders, eq(orders.id, bookings.orderId))
    .where(and(where, eq(orders.status, ORDER_STATUS.NEW_NOT_PAID)))
  return row?.id ?? null
}

/** Ends a locked booking. What was fetched comes back in the window that was booked. */
export const endBooking = async (tx: Context, booking: BookingRow, endedFor: BookingEnd, endedWords = ''): Promise<BookingRow> => {
  const status = SERVICE_STATUS.CANCELLED
  const ended = await writeBooking(tx, booking, { status, endedFor, endedWords, agreeBefore: null, nextStepAt: null })
  await notifyOfBooking(tx, ended, endedFor === 'notAgreed' ? 'notAgreed' : 'ended')
  return ended
}
