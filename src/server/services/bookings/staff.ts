import { and, asc, eq } from 'drizzle-orm'
import {
  AGREE_WITHIN_HOURS,
  canBePriced,
  laundryStateOf,
  nextServiceStatus,
  SERVICE_STATUS,
  type ServiceStatus
} from '#domain/bookings/booking.ts'
import { MAX_QUANTITY } from '#domain/constants.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { formatAmd, toAmd } from '#domain/money.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { MINUTE, toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { BookedLine } from '#server/db/schema/bookings.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { advanceOrder } from '#server/services/orders/advance.ts'
import { RefusedToStaff } from '#server/services/orders/staff/refused.ts'
import { isOrdered, lockBooking, orderOf, totalsOf, writeBooking, UNDER_WAY, type BookingRow } from './booking-row.ts'
import { endBooking } from './cancel.ts'
import { nextBookingStepAt } from './next-step.ts'
import { notifyOfBooking } from './notify-booking.ts'

const { bookings, orders, suppliers } = schema
const HOUR = 60 * MINUTE
const MAX_LISTED = 200

const NAMES = Object.fromEntries(Object.entries(SERVICE_STATUS).map(([name, status]) => [status, name]))
const serviceStatusName = (status: ServiceStatus): string => NAMES[status] ?? String(status)

const withBooking = <T>(ctx: Context, number: string, work: (tx: Context, booking: BookingRow) => Promise<T>): Promise<T> =>
  withTransaction(ctx, async (tx) => {
    const booking = await lockBooking(tx, eq(bookings.number, number))
    if (!booking) throw new RefusedToStaff('UNKNOWN_ORDER', `there is no booking ${number}; "bookings" lists those under way`)
    return work(tx, booking)
  })

/**
 * Makes the next step of a booking, and says which: a courier takes the pickup on, leaves, has the things, the work begins; once the price is
 * agreed to, that of its order.
 */
export const stepBooking = async (ctx: Context, number: string): Promise<string> => {
  const stepped = await withBooking(ctx, number, stepLocked)
  if (typeof stepped === 'string') return stepped
  const order = await advanceOrder(ctx, stepped)
  if (!order) throw new RefusedToStaff('WRONG_STATUS', `the order of booking ${number} waits for its money, or is done`)
  return `order ${order.number} of booking ${number} moved on`
}

/** Returns what happened, or the id of the order that moves on instead. */
export const stepLocked = async (tx: Context, booking: BookingRow): Promise<string | number> => {
  const { number, status, pickupAcceptedAt } = booking
  if (booking.orderId !== null && isOrdered(await orderOf(tx, booking))) return booking.orderId
  if (status === SERVICE_STATUS.ACCEPTED && pickupAcceptedAt === null) {
    await writeBooking(tx, booking, {
      pickupAcceptedAt: new Date(tx.now()),
      nextStepAt: nextBookingStepAt(tx, status, booking.pickupFrom)
    })
    return `a courier fetches what booking ${number} is for`
  }
  const next = nextServiceStatus(status)
  if (next === null) {
    const cure = status === SERVICE_STATUS.IN_PROCESS ? '; give its price with "price"' : ''
    throw new RefusedToStaff('WRONG_STATUS', `booking ${number} is ${serviceStatusName(status)}${cure}`)
  }
  const moved = await writeBooking(tx, booking, { status: next, nextStepAt: nextBookingStepAt(tx, next, booking.pickupFrom) })
  if (next === SERVICE_STATUS.DRIVER_ON_WAY) await notifyOfBooking(tx, moved, 'courier')
  return `booking ${number} is ${serviceStatusName(next)}`
}

/** What was counted of a line, counted from 1: pieces, or kilograms of what is weighed. */
export interface Counted {
  line: number
  quantity: number
}

/** Sets the price from what was counted; lines that are not named are as they were booked. The person is asked. */
export const priceBooking = (ctx: Context, number: string, counted: readonly Counted[]): Promise<string> =>
  withBooking(ctx, number, async (tx, booking) => {
    const price = toAmd(await setPrice(tx, booking, counted))
    return `booking ${number} costs ${formatAmd(price, 'en')}; the customer is asked`
  })

/** The same for a locked booking; returns the total. The demo's autopilot finds what was booked. */
export const setPrice = async (tx: Context, booking: BookingRow, counted: readonly Counted[]): Promise<number> => {
  const { number, status } = booking
  if (!canBePriced(status) || isOrdered(await orderOf(tx, booking)))
    throw new RefusedToStaff(
      'WRONG_STATUS',
      `booking ${number} is ${serviceStatusName(status)}; it is priced while the things are with you`
    )
  const lines = booking.lines.map((line) => ({ ...line }))
  for (const { line, quantity } of counted) {
    const target = lines[line - 1]
    if (!target) throw new RefusedToStaff('UNKNOWN_LINE', `booking ${number} has ${lines.length} lines, not a line ${line}`)
    target.quantity = storedQuantity(target, quantity)
  }
  if (!lines.some(({ quantity }) => quantity > 0))
    throw new RefusedToStaff('NOTHING_LEFT', `nothing is left of booking ${number}; end it with "refuse-booking"`)
  const priced = await writeBooking(tx, booking, {
    lines,
    status: SERVICE_STATUS.UPDATED,
    agreeBefore: new Date(tx.now() + AGREE_WITHIN_HOURS * HOUR),
    ...{ remindedAt: null, nextStepAt: null }
  })
  await notifyOfBooking(tx, priced, 'priced')
  return totalsOf(tx, priced).total
}

const storedQuantity = ({ unitId }: BookedLine, quantity: number): number => {
  const stored = unitId === WEIGHED_UNIT ? Math.round(quantity * 100) : quantity
  if (!Number.isInteger(stored)) throw new RefusedToStaff('TOO_MUCH', `${quantity} of it is no whole number`)
  if (stored > MAX_QUANTITY) throw new RefusedToStaff('TOO_MUCH', `${quantity} is more than one line holds`)
  return stored
}

/** Ends a booking whose price is not agreed to; the customer reads why. */
export const refuseBooking = (ctx: Context, number: string, words: string): Promise<string> =>
  withBooking(ctx, number, async (tx, booking) => {
    if (booking.status === SERVICE_STATUS.CANCELLED || isOrdered(await orderOf(tx, booking)))
      throw new RefusedToStaff('WRONG_STATUS', `booking ${number} has ended, or is an order, which "refuse" ends`)
    await endBooking(tx, booking, 'supplier', words)
    return `booking ${number} is refused; the customer reads why`
  })

/** Bookings under way, those to be fetched first at the top, with their lines. */
export const listBookingsUnderWay = async ({ db }: Pick<Context, 'db'>, alias: string | null): Promise<string[]> => {
  const rows = await db
    .select({ booking: bookings, alias: suppliers.alias, order: orders })
    .from(bookings)
    .innerJoin(suppliers, eq(suppliers.id, bookings.supplierId))
    .leftJoin(orders, eq(orders.id, bookings.orderId))
    .where(and(UNDER_WAY, alias === null ? undefined : eq(suppliers.alias, alias)))
    .orderBy(asc(bookings.pickupFrom), asc(bookings.id))
    .limit(MAX_LISTED)
  // Once the price is agreed to it is an order, which has a list of its own.
  const open = rows.filter(({ order }) => !isOrdered(order))
  if (open.length === 0) return ['no booking is under way']
  return open.flatMap(({ booking, alias: supplier }) => [
    [
      booking.number,
      serviceStatusName(booking.status),
      `laundry ${laundryStateOf(booking.status, booking.pickupAcceptedAt !== null)}`,
      supplier,
      `fetch ${toIso(booking.pickupFrom.getTime())}`,
      `bring ${toIso(booking.returnFrom.getTime())}`,
      booking.speed,
      booking.address.line,
      booking.address.phone
    ].join('  '),
    ...booking.lines.map((line, index) => `  ${index + 1}  ${line.name.en}  ${formatQuantity(line.quantity, line.unitId, 'en')}`)
  ])
}
