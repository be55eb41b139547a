import { eq, sql } from 'drizzle-orm'
import type { BookableWindow } from '#contract/bookings/calls.ts'
import { SERVICE_STATUS } from '#domain/bookings/booking.ts'
import type { BookingRules, BookingWindow } from '#domain/bookings/windows.ts'
import { toIso, yerevan, type Instant } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'

/** How often couriers of a supplier come in each window that begins between two moments. */
export type Taken = ReadonlyMap<Instant, number>

const CANCELLED = SERVICE_STATUS.CANCELLED

/**
 * Counts what is booked: fetching, and bringing back. Things whose price was not agreed to come back, too.
 */
export const takenBetween = async ({ db }: Pick<Context, 'db'>, supplierId: number, from: Instant, to: Instant): Promise<Taken> => {
  const [first, last] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const rows = await rowsOf<{ at: number | string; count: number }>(
    db,
    sql`select extract(epoch from at)::float8 * 1000 as at, count(*)::int as count from (
        select pickup_from as at from bookings
          where supplier_id = ${supplierId}::int and pickup_from >= ${first}::timestamptz and pickup_from <= ${last}::timestamptz
            and status <> ${CANCELLED}::int2
        union all
        select return_from from bookings
          where supplier_id = ${supplierId}::int and return_from >= ${first}::timestamptz and return_from <= ${last}::timestamptz
            and (status <> ${CANCELLED}::int2 or ended_for in ('declined', 'notAgreed'))) comes
      group by at`
  )
  return new Map(rows.map(({ at, count }) => [Number(at), count]))
}

/** Lets one transaction at a time count the places of a supplier, and take some. Foreign keys to the supplier do not wait for it. */
export const lockPlaces = async ({ db }: Pick<Context, 'db'>, supplierId: number): Promise<void> => {
  const { suppliers } = schema
  await db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.id, supplierId)).for('no key update')
}

/** Counts all of these windows at once. */
export const takenIn = (ctx: Pick<Context, 'db'>, supplierId: number, windows: readonly BookingWindow[]): Promise<Taken> => {
  const starts = windows.map(({ from }) => from)
  return starts.length === 0 ? Promise.resolve(new Map()) : takenBetween(ctx, supplierId, Math.min(...starts), Math.max(...starts))
}

export const placesIn = ({ perWindow }: BookingRules, taken: Taken, { from }: BookingWindow): number =>
  Math.max(0, perWindow - (taken.get(from) ?? 0))

export const presentWindow = (rules: BookingRules, taken: Taken, window: BookingWindow): BookableWindow => ({
  ...yerevanStart(window.from),
  from: toIso(window.from),
  to: toIso(window.to),
  places: placesIn(rules, taken, window)
})

const yerevanStart = (from: Instant): { date: string; time: string } => {
  const { date, time } = yerevan(from)
  return { date, time }
}
