import { desc, eq, type SQL } from 'drizzle-orm'
import type { BookedItem, Booking } from '#contract/bookings/calls.ts'
import { linePrice } from '#domain/basket.ts'
import { canCancelBooking, isActiveBooking, laundryStateOf, SERVICE_STATUS } from '#domain/bookings/booking.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { toAmd } from '#domain/money.ts'
import { paymentOf } from '#domain/payment.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { BookedLine } from '#server/db/schema/bookings.ts'
import { presentTotals } from '#server/services/baskets/present.ts'
import { isOrdered, statusOf, totalsOf, type BookingRow, type OrderOfBooking } from './booking-row.ts'

/** Whether a booking's price is known, and nobody has answered yet. */
export const waitsForAnswer = (ctx: Pick<Context, 'now'>, { status, agreeBefore }: BookingRow, order: OrderOfBooking | null): boolean =>
  status === SERVICE_STATUS.UPDATED && !isOrdered(order) && agreeBefore !== null && agreeBefore.getTime() > ctx.now()

/** Returns bookings, newest first, in one query. `where` must restrict to what the caller sees. */
export const readBookings = async (ctx: Context, where: SQL | undefined, limit: number): Promise<Booking[]> => {
  const { bookings, branches, orders, suppliers } = schema
  const rows = await ctx.db
    .select({ booking: bookings, supplier: suppliers, branch: branches, order: orders })
    .from(bookings)
    .innerJoin(suppliers, eq(suppliers.id, bookings.supplierId))
    .innerJoin(branches, eq(branches.id, bookings.branchId))
    .leftJoin(orders, eq(orders.id, bookings.orderId))
    .where(where)
    .orderBy(desc(bookings.id))
    .limit(limit)
  return rows.map((row) => present(ctx, row))
}

interface Read {
  booking: BookingRow
  supplier: typeof schema.suppliers.$inferSelect
  branch: typeof schema.branches.$inferSelect
  order: OrderOfBooking | null
}

const present = (ctx: Context, { booking, supplier, branch, order }: Read): Booking => {
  const { locale } = ctx
  const status = statusOf(booking, order)
  const canAgree = waitsForAnswer(ctx, booking, order)
  const at = (date: Date): string => toIso(date.getTime())
  return {
    ...presentTotals(totalsOf(ctx, booking), booking.status < SERVICE_STATUS.UPDATED),
    id: booking.id,
    number: booking.number,
    supplier: { id: supplier.id, name: supplier.name[locale], alias: supplier.alias, kind: supplier.kind },
    branch: { address: branch.address[locale], phone: branch.phone },
    status,
    laundryState: laundryStateOf(status, booking.pickupAcceptedAt !== null),
    isActive: isActiveBooking(status),
    speed: booking.speed,
    ...{ pickupFrom: at(booking.pickupFrom), pickupTo: at(booking.pickupTo) },
    ...{ deliveryFrom: at(booking.returnFrom), deliveryTo: at(booking.returnTo) },
    address: { title: booking.address.title, line: booking.address.line },
    customerComment: booking.customerComment,
    items: booking.lines.map((line) => presentLine(ctx, line)),
    estimate: toAmd(booking.estimate),
    canAgree,
    agreeBefore: canAgree && booking.agreeBefore ? at(booking.agreeBefore) : null,
    canCancel: canCancelBooking(status),
    order: isOrdered(order) ? { orderNumber: order.number, payment: paymentOf(order) } : null,
    endedFor: booking.endedFor,
    endedWords: booking.endedWords,
    steps: booking.steps,
    createdAt: at(booking.createdAt)
  }
}

const presentLine = ({ locale }: Pick<Context, 'locale'>, line: BookedLine): BookedItem => ({
  productId: line.productId,
  name: line.name[locale],
  picture: line.picture,
  unitId: line.unitId,
  quantity: line.quantity,
  bookedQuantity: line.bookedQuantity,
  price: toAmd(line.unitPrice),
  totalPrice: toAmd(linePrice({ ...line, weighed: line.unitId === WEIGHED_UNIT })),
  selectedOptions: line.options.map(({ group, name, price }) => ({ group: group[locale], name: name[locale], price: toAmd(price) }))
})
