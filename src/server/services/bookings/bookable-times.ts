import type { BookableSpeed, BookableTimes, BookingTimesQuery } from '#contract/bookings/calls.ts'
import { factorOf, pickupDates, pickupWindows, returnWindows, SPEEDS, windowAt, type BookingWindow } from '#domain/bookings/windows.ts'
import type { Context } from '#server/context.ts'
import { presentTotals } from '#server/services/baskets/present.ts'
import { pricedBasket } from '#server/services/baskets/read.ts'
import { estimateAt, requireBooked, type BookedBasket } from './booked-basket.ts'
import { placesIn, presentWindow, takenIn } from './places.ts'

/**
 * Returns the windows in which the things of the caller's basket can be fetched and brought back, full ones included, and what each speed
 * costs (GET /baskets/book/availableDatetimes). BASKET_EMPTY, ORDER_MODE_UNAVAILABLE, INVALID_ADDRESS.
 */
export const bookableTimes = async (
  ctx: Context,
  { pickupDate, pickupTime, addressId }: { [F in keyof BookingTimesQuery]: BookingTimesQuery[F] | undefined }
): Promise<BookableTimes> => {
  const booked = requireBooked(await pricedBasket(ctx, addressId === undefined ? {} : { addressId }))
  const { rules, entry } = booked
  const { schedule } = entry.branch
  const now = ctx.now()
  const dates = pickupDates(rules, schedule, now)
  const date = pickupDate ?? dates[0]
  const windows = date === undefined ? [] : pickupWindows(rules, schedule, date, now)
  const taken = await takenIn(ctx, entry.supplier.id, windows)
  const asked = date !== undefined && pickupTime !== undefined ? windowAt(windows, date, pickupTime) : undefined
  const pickup = asked ?? windows.find((window) => placesIn(rules, taken, window) > 0)
  return {
    dates,
    windows: windows.map((window) => presentWindow(rules, taken, window)),
    speeds: pickup ? await speedsOf(ctx, booked, pickup) : []
  }
}

const speedsOf = async (ctx: Context, booked: BookedBasket, pickup: BookingWindow): Promise<BookableSpeed[]> => {
  const { rules, entry } = booked
  const bySpeed = SPEEDS.map((speed) => ({ speed, windows: returnWindows(rules, entry.branch.schedule, pickup.to, speed) }))
  const taken = await takenIn(
    ctx,
    entry.supplier.id,
    bySpeed.flatMap(({ windows }) => windows)
  )
  return bySpeed.flatMap(({ speed, windows }) => {
    const estimate = estimateAt(ctx, booked, speed)
    if (!estimate) return []
    return [
      {
        speed,
        hours: speed === 'standard' ? rules.hours : (rules[speed]?.hours ?? 0),
        factor: factorOf(rules, speed) ?? 1,
        ...presentTotals(estimate.totals, true),
        windows: windows.map((window) => presentWindow(rules, taken, window))
      }
    ]
  })
}
