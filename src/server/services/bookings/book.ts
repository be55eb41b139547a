import { and, count, eq, sql } from 'drizzle-orm'
import type { Booking, NewBooking } from '#contract/bookings/calls.ts'
import { SERVICE_STATUS } from '#domain/bookings/booking.ts'
import { pickupWindows, returnWindows, windowAt, type BookingWindow } from '#domain/bookings/windows.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { formatMoney, fromAmd } from '#domain/money.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { lockBasket } from '#server/services/baskets/change.ts'
import { priceLines } from '#server/services/baskets/pricing/price-lines.ts'
import { priceBasket } from '#server/services/baskets/pricing/price.ts'
import { readState } from '#server/services/baskets/state.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { hashOf } from '#server/services/orders/idempotency.ts'
import { orderAddress } from '#server/services/orders/where/order-address.ts'
import { estimateAt, requireBooked, type BookedBasket, type Estimate } from './booked-basket.ts'
import type { BookingRow } from './booking-row.ts'
import { readBooking } from './list.ts'
import { nextBookingStepAt } from './next-step.ts'
import { notifyOfBooking } from './notify-booking.ts'
import { lockPlaces, placesIn, takenIn } from './places.ts'

const { baskets, basketItems, bookings } = schema

/**
 * Books the service in the caller's basket, exactly once per key, and empties the basket. Nothing is paid: the price is agreed to once the
 * things are counted. Places in a window are counted under a lock of the supplier, so that none is booked twice. Lock order: basket,
 * supplier. Codes: see the contract.
 */
export const bookService = async (ctx: Context, input: NewBooking, key: string): Promise<Booking> => {
  const { userId } = requireUser(ctx)
  const requestHash = hashOf(input)
  const requestKey = `${userId}:${key}`
  // Read before the transaction: the directory may query the database through another connection.
  const market = await ctx.directory.read()
  const row = await withTransaction(ctx, async (tx): Promise<BookingRow> => {
    const basketId = await lockBasket(tx, { userId })
    const earlier = await earlierOf(tx, requestKey, requestHash)
    if (earlier) return earlier
    if (basketId === null) throw fail('BASKET_EMPTY')
    const { booked, address } = await readBooked(tx, market, basketId, input, userId)
    const estimate = checkPrice(tx, booked, input)
    const { pickup, back } = await takePlaces(tx, booked, input)
    await requireFewBookings(tx, userId)
    await emptyBasket(tx, basketId)
    const status = SERVICE_STATUS.ACCEPTED
    const [written] = await tx.db
      .insert(bookings)
      .values({
        ...{ userId, supplierId: booked.entry.supplier.id, branchId: booked.entry.branch.id, status },
        steps: [{ status, at: toIso(tx.now()) }],
        speed: input.speed,
        ...{ pickupFrom: new Date(pickup.from), pickupTo: new Date(pickup.to) },
        ...{ returnFrom: new Date(back.from), returnTo: new Date(back.to) },
        address: orderAddress(tx, address),
        customerComment: input.customerComment ?? '',
        ...{ lines: estimate.lines, packingPrice: estimate.packingPrice, deliveryPrice: estimate.deliveryPrice },
        estimate: estimate.totals.total,
        ...{ requestKey, requestHash },
        nextStepAt: nextBookingStepAt(tx, status, new Date(pickup.from)),
        createdAt: new Date(tx.now())
      })
      .returning()
    if (!written) throw new Error('the inserted booking was not returned')
    await notifyOfBooking(tx, written, 'booked')
    return written
  })
  return readBooking(ctx, row.id)
}

const earlierOf = async (tx: Context, requestKey: string, requestHash: string): Promise<BookingRow | null> => {
  const [earlier] = await tx.db.select().from(bookings).where(eq(bookings.requestKey, requestKey))
  if (earlier && earlier.requestHash !== requestHash) throw fail('IDEMPOTENCY_KEY_REUSED', { field: 'Idempotency-Key' })
  return earlier ?? null
}

/** The locked basket at current prices, for an address of the person. */
const readBooked = async (tx: Context, market: Snapshot, basketId: number, input: NewBooking, userId: number) => {
  const state = await readState(tx.db, eq(baskets.id, basketId), { address: { id: input.addressId, userId } })
  if (state.basket?.groupOrderId) throw fail('LEAVE_GROUP_ORDER_FOR_SERVICE', { field: 'basketVersion' })
  if (!state.address) throw fail('INVALID_ADDRESS', { field: 'addressId' })
  const loaded = await priceLines(tx.db, state, market, true)
  const { latitude: lat, longitude: lng } = state.address
  const basket = loaded && priceBasket(loaded, { lat, lng }, tx.now(), tx.config)
  const booked = requireBooked(basket)
  if (basket?.basket.version !== input.basketVersion) throw fail('CHECKOUT_OUTDATED', { field: 'basketVersion' })
  return { booked, address: state.address }
}

/** What is booked, at the price that the person saw. */
const checkPrice = (tx: Context, booked: BookedBasket, input: NewBooking): Estimate => {
  const { entry } = booked
  const name = entry.supplier.name[tx.locale]
  if (entry.lines.some(({ availability }) => availability !== 'ok')) throw fail('OUT_OF_STOCK', { field: 'items' })
  if (entry.outOfArea) throw fail('SUPPLIER_TOO_FAR', { field: 'addressId', vars: { supplier: name } })
  if (entry.itemsPrice < entry.minimum) {
    const minimum = formatMoney(entry.minimum, tx.locale)
    throw fail('BELOW_MINIMUM_PURCHASE', { field: 'minimum', vars: { context: 'supplier', supplier: name, minimum } })
  }
  const estimate = estimateAt(tx, booked, input.speed)
  if (!estimate) throw fail('ORDER_MODE_UNAVAILABLE', { field: 'speed' })
  if (estimate.totals.total !== fromAmd(input.orderPrice)) throw fail('CHECKOUT_OUTDATED', { field: 'orderPrice' })
  return estimate
}

/** The two windows, with a place in each. DELIVERY_TIME_UNAVAILABLE names the one that has gone, or is full. */
const takePlaces = async (
  tx: Context,
  { rules, entry }: BookedBasket,
  input: NewBooking
): Promise<{ pickup: BookingWindow; back: BookingWindow }> => {
  const { schedule } = entry.branch
  const pickup = windowAt(pickupWindows(rules, schedule, input.pickupDate, tx.now()), input.pickupDate, input.pickupTime)
  if (!pickup) throw fail('DELIVERY_TIME_UNAVAILABLE', { field: 'pickupTime' })
  const back = windowAt(returnWindows(rules, schedule, pickup.to, input.speed), input.deliveryDate, input.deliveryTime)
  if (!back) throw fail('DELIVERY_TIME_UNAVAILABLE', { field: 'deliveryTime' })
  await lockPlaces(tx, entry.supplier.id)
  const taken = await takenIn(tx, entry.supplier.id, [pickup, back])
  if (placesIn(rules, taken, pickup) === 0) throw fail('DELIVERY_TIME_UNAVAILABLE', { field: 'pickupTime' })
  if (placesIn(rules, taken, back) === 0) throw fail('DELIVERY_TIME_UNAVAILABLE', { field: 'deliveryTime' })
  return { pickup, back }
}

/** Bookings that no courier has fetched take places without having cost anything. */
const requireFewBookings = async (tx: Context, userId: number): Promise<void> => {
  const [row] = await tx.db
    .select({ count: count() })
    .from(bookings)
    .where(and(eq(bookings.userId, userId), eq(bookings.status, SERVICE_STATUS.ACCEPTED)))
  const max = tx.config.OPEN_ORDERS_PER_PERSON
  if ((row?.count ?? 0) >= max) throw fail('TOO_MANY_OPEN_ORDERS', { field: 'orderMode', vars: { orders: max } })
}

const emptyBasket = async (tx: Context, basketId: number): Promise<void> => {
  await tx.db.delete(basketItems).where(eq(basketItems.basketId, basketId))
  await tx.db
    .update(baskets)
    .set({
      version: sql`${baskets.version} + 1`,
      voucherCode: null,
      orderMode: ORDER_MODE.DELIVERY,
      branchId: null,
      supplierId: null,
      updatedAt: new Date(tx.now())
    })
    .where(eq(baskets.id, basketId))
}
