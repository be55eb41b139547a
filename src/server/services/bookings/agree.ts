import { eq } from 'drizzle-orm'
import type { BookingAgreement } from '#contract/bookings/calls.ts'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import { linePrice, type BasketTotals } from '#domain/basket.ts'
import { BOOKING_DAYS, windowsOfDay, type BookingWindow } from '#domain/bookings/windows.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { checkedAmount, fromAmd } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { addDays, MINUTE, toIso, yerevan } from '#domain/time/yerevan-time.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { claimKeyAlone, hashOf } from '#server/services/orders/idempotency.ts'
import { nextStepAt } from '#server/services/orders/move-order.ts'
import type { Placed } from '#server/services/orders/place-order.ts'
import { placedAnswer } from '#server/services/orders/placed-answer.ts'
import { requireRoomToReserve } from '#server/services/orders/stock/require-room.ts'
import { writeOrder } from '#server/services/orders/write-order.ts'
import type { Method } from '#server/services/payments/methods.ts'
import { providerOf } from '#server/services/payments/provider-of.ts'
import { requireMethod } from '#server/services/payments/require-method.ts'
import { payBeforeOf } from '#server/services/payments/transfers/invoice.ts'
import { isOrdered, lockBooking, orderOf, ownBooking, pricedLines, totalsOf, type BookingRow } from './booking-row.ts'
import { lockPlaces, placesIn, takenIn } from './places.ts'
import { waitsForAnswer } from './present-booking.ts'

const { bookings, users } = schema

/**
 * Agrees to the price of a booking, exactly once per key: it becomes an order of what was counted, and its payment begins. Agreed to again,
 * while that order stands, it is the same order. Lock order: key, booking, person, supplier. Codes: see the contract.
 */
export const agreeToPrice = async (ctx: Context, id: number, input: BookingAgreement, key: string): Promise<PlacedOrder> => {
  const { userId } = requireUser(ctx)
  const { method } = await requireMethod(ctx, input.paymentId, () => Promise.resolve(null))
  if (method.invoiced) throw fail('BANK_TRANSFER_UNAVAILABLE', { field: 'paymentId' })
  if (method.refund === 'own') throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId' })
  // Read before the transaction: the directory may query the database through another connection.
  const market = await ctx.directory.read()
  const result = await withTransaction(ctx, async (tx): Promise<Placed | number> => {
    const scoped = `${userId}:${key}`
    const claim = await claimKeyAlone(tx, scoped, hashOf({ id, ...input }))
    if (claim.earlier !== null) return claim.earlier
    const booking = await lockBooking(tx, ownBooking(userId, id))
    if (!booking) throw fail('ORDER_NOT_FOUND', { field: 'id' })
    const order = await orderOf(tx, booking)
    if (isOrdered(order) && booking.orderId !== null) return booking.orderId
    if (!waitsForAnswer(tx, booking, order)) throw fail('BOOKING_NOT_PRICED', { field: 'id' })
    const totals = totalsOf(tx, booking)
    if (totals.total !== fromAmd(input.orderPrice)) throw fail('CHECKOUT_OUTDATED', { field: 'orderPrice' })
    if (totals.total <= 0) throw fail('ORDER_HAS_NO_PRICE')
    // Orders of a person are made one after the other, so that what is unpaid is counted.
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    await requireRoomToReserve(tx, userId, [], method)
    return orderBooking(tx, { booking, totals, method, supplier: market.byId.get(booking.supplierId), key: scoped })
  })
  return typeof result === 'number' ? placedAnswer(ctx, result) : placedAnswer(ctx, result.id, undefined, result)
}

interface Agreed {
  booking: BookingRow
  totals: BasketTotals
  method: Method
  /** undefined: it has left the market, and brings back what it has. */
  supplier: DirectorySupplier | undefined
  key: string
}

const orderBooking = async (tx: Context, { booking, totals, method, supplier, key }: Agreed): Promise<Placed> => {
  const { userId, supplierId } = booking
  const now = new Date(tx.now())
  const status = method.waits ? ORDER_STATUS.NEW_NOT_PAID : ORDER_STATUS.OPEN
  const { from, to } = await returnWindow(tx, booking, supplier)
  const wait = { deliveryNow: false, deliveryFrom: new Date(from), preparationMinutes: supplier?.preparationMinutes ?? 0 }
  const total = checkedAmount(totals.total)
  const prices = { itemsPrice: totals.items, packingPrice: totals.packing, deliveryPrice: totals.delivery }
  const order = {
    ...{ userId, groupOrderId: null, basketId: 0, status, steps: [{ status, at: toIso(tx.now()) }], orderMode: ORDER_MODE.SERVICE },
    ...{ paymentId: method.id, payBefore: payBeforeOf(tx, method), address: booking.address, pickupCode: null },
    ...{ deliveryNow: false, deliveryFrom: new Date(from), deliveryTo: new Date(to) },
    ...{ customerComment: booking.customerComment, cutlery: false, isGift: false, greeting: '', runOut: 'call' as const },
    ...{ basePrice: totals.basePrice, discount: totals.discount, ...prices, serviceFee: totals.serviceFee },
    ...{ voucherCode: null, voucher: 0, voucherFunder: null, tip: 0, total },
    ...{ nextStepAt: nextStepAt(tx, status, wait), createdAt: now }
  }
  const commission = supplier?.commission ?? 0
  const parts = [{ supplierId, branchId: booking.branchId, status, ...prices, commission, voucher: 0, voucherDelivery: 0 }]
  const items = pricedLines(booking.lines).map((line) => ({
    ...{ supplierId, productId: line.productId, name: line.name, picture: line.picture, unitId: line.unitId },
    ...{ quantity: line.quantity, unitPrice: line.unitPrice, baseUnitPrice: line.baseUnitPrice, totalPrice: linePrice(line) },
    ...{ pairs: line.pairs, options: line.options, gifts: null, voucher: 0, stockTaken: false, userId }
  }))
  const tenders = [{ payerId: userId, methodId: method.id, amount: total, createdAt: now }]
  const bank = providerOf(tx, method)?.provider ?? null
  const written = await writeOrder(tx, { order, parts, items, tenders, bank, use: null, key, keepsBaskets: true })
  // A window that took the place of one that is over is counted, too.
  const moved = { returnFrom: new Date(from), returnTo: new Date(to) }
  await tx.db
    .update(bookings)
    .set({ orderId: written.id, ...moved })
    .where(eq(bookings.id, booking.id))
  return { ...written, status }
}

/** The window that was booked, or, where it is over by the time of the answer, the next one with a place. */
const returnWindow = async (tx: Context, booking: BookingRow, supplier: DirectorySupplier | undefined): Promise<BookingWindow> => {
  const booked = { from: booking.returnFrom.getTime(), to: booking.returnTo.getTime() }
  const rules = supplier?.bookings
  const branch = supplier?.branches.find(({ id }) => id === booking.branchId) ?? supplier?.branches[0]
  const soonest = tx.now() + (rules?.noticeMinutes ?? 0) * MINUTE
  if (booked.from >= tx.now() || !rules || !branch) return booked
  const today = yerevan(soonest).date
  const windows = Array.from({ length: BOOKING_DAYS }, (_, index) => windowsOfDay(rules, branch.schedule, addDays(today, index)))
    .flat()
    .filter(({ from }) => from >= soonest)
  await lockPlaces(tx, booking.supplierId)
  const taken = await takenIn(tx, booking.supplierId, windows)
  return windows.find((window) => placesIn(rules, taken, window) > 0) ?? booked
}
