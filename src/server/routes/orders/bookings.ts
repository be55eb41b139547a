import type * as bookings from '#contract/bookings/calls.ts'
import type { bookingsSchemas } from '#contract/bookings/schemas.ts'
import { agreeToPrice } from '#server/services/bookings/agree.ts'
import { bookableTimes } from '#server/services/bookings/bookable-times.ts'
import { bookService } from '#server/services/bookings/book.ts'
import { cancelBooking } from '#server/services/bookings/cancel.ts'
import { listBookings, readBooking } from '#server/services/bookings/list.ts'
import type { Handlers } from '../http/mount.ts'

export const bookingsHandlers: Handlers<typeof bookings, typeof bookingsSchemas> = {
  availableTimes: (ctx, { query }) => bookableTimes(ctx, query),
  book: (ctx, { body }, http) => bookService(ctx, body, http.idempotencyKey),
  list: (ctx, { query }) => listBookings(ctx, query.active ?? false),
  details: (ctx, { params }) => readBooking(ctx, params.id),
  agree: (ctx, { params, body }, http) => agreeToPrice(ctx, params.id, body, http.idempotencyKey),
  cancel: (ctx, { params }) => cancelBooking(ctx, params.id)
}
