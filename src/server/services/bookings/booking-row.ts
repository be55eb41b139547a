import { and, eq, gt, isNotNull, lt, or, type SQL } from 'drizzle-orm'
import { basketTotals, type BasketTotals, type PricedLine } from '#domain/basket.ts'
import { SERVICE_STATUS, serviceStatusOf, type BookedOrder, type ServiceStatus } from '#domain/bookings/booking.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { BookedLine } from '#server/db/schema/bookings.ts'
import { feeRule } from '#server/services/baskets/pricing/price.ts'

const { bookings, orders } = schema
export type BookingRow = typeof bookings.$inferSelect
export type OrderOfBooking = Pick<typeof orders.$inferSelect, 'number' | 'status' | 'steps' | 'paidAt' | 'refundedAt' | 'refundedAmount'>

/** Locks one booking for the rest of the transaction, before its order; null when there is none. */
export const lockBooking = async (
  tx: Context,
  where: SQL | undefined,
  options: { skipLocked?: boolean } = {}
): Promise<BookingRow | null> => {
  const [row] = await tx.db
    .select()
    .from(bookings)
    .where(where)
    .for('update', options.skipLocked ? { skipLocked: true } : {})
  return row ?? null
}

/** Condition: the things are awaited, or with the supplier, or their price may still wait for an answer. */
export const UNDER_WAY: SQL | undefined = or(
  and(gt(bookings.status, SERVICE_STATUS.CANCELLED), lt(bookings.status, SERVICE_STATUS.UPDATED)),
  isNotNull(bookings.agreeBefore)
)

export const ownBooking = (userId: number, id: number): SQL | undefined => and(eq(bookings.id, id), eq(bookings.userId, userId))

/** The order that the price became last; null before that. */
export const orderOf = async ({ db }: Pick<Context, 'db'>, { orderId }: Pick<BookingRow, 'orderId'>): Promise<OrderOfBooking | null> => {
  if (orderId === null) return null
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  return order ?? null
}

const bookedOrderOf = ({ status, steps }: OrderOfBooking): BookedOrder => ({
  status,
  unpaid:
    status === ORDER_STATUS.CANCELLED &&
    steps.every((step) => step.status === ORDER_STATUS.NEW_NOT_PAID || step.status === ORDER_STATUS.CANCELLED)
})

/** Whether the price is agreed to: the order stands, paid or waiting for its money. */
export const isOrdered = (order: OrderOfBooking | null): order is OrderOfBooking => order !== null && !bookedOrderOf(order).unpaid

export const statusOf = ({ status }: BookingRow, order: OrderOfBooking | null): ServiceStatus =>
  serviceStatusOf(status, order && bookedOrderOf(order))

/** Lines whose price counts, as the totals take them. */
export const pricedLines = (lines: readonly BookedLine[]): (BookedLine & PricedLine)[] =>
  lines.filter(({ quantity }) => quantity > 0).map((line) => ({ ...line, weighed: line.unitId === WEIGHED_UNIT }))

/** What a booking costs: its lines as they are counted now, and what was agreed on for packing and couriers. */
export const totalsOf = (
  { config }: Pick<Context, 'config'>,
  { lines, packingPrice, deliveryPrice }: Pick<BookingRow, 'lines' | 'packingPrice' | 'deliveryPrice'>
): BasketTotals =>
  basketTotals([{ lines: pricedLines(lines), packing: packingPrice, paperBag: 0, delivery: deliveryPrice }], feeRule(config))

type Change = Partial<typeof bookings.$inferInsert>

/** Writes a change of a locked booking, and the step where its status changes. */
export const writeBooking = async (tx: Context, booking: BookingRow, change: Change): Promise<BookingRow> => {
  const { status } = change
  const steps = status === undefined ? booking.steps : [...booking.steps, { status, at: toIso(tx.now()) }]
  const [written] = await tx.db
    .update(bookings)
    .set({ ...change, steps })
    .where(eq(bookings.id, booking.id))
    .returning()
  if (!written) throw new Error(`booking ${booking.number} is locked but was not updated`)
  return written
}
