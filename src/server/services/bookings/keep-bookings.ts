import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { REMIND_AFTER_HOURS, AGREE_WITHIN_HOURS, SERVICE_STATUS } from '#domain/bookings/booking.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import { autopilotSeconds } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { isOrdered, lockBooking, orderOf, writeBooking } from './booking-row.ts'
import { endBooking } from './cancel.ts'
import { notifyOfBooking } from './notify-booking.ts'
import { setPrice, stepLocked } from './staff.ts'

const { bookings } = schema
const MAX_AT_ONCE = 50
const REMIND_BEFORE_MS = (AGREE_WITHIN_HOURS - REMIND_AFTER_HOURS) * 60 * MINUTE

/**
 * Reminds people of prices that wait for an answer, ends bookings whose price had none in time, and makes the steps of the demo's autopilot.
 * Safe in several processes.
 */
export const keepBookings = async (ctx: Context): Promise<void> => {
  await each(ctx, and(lte(bookings.agreeBefore, new Date(ctx.now() + REMIND_BEFORE_MS)), isNull(bookings.remindedAt)), remind)
  await each(ctx, lte(bookings.agreeBefore, new Date(ctx.now())), endUnanswered)
  // A real shop may still have steps stored by a demo: they are ignored.
  if (autopilotSeconds(ctx.config) > 0) await each(ctx, lte(bookings.nextStepAt, new Date(ctx.now())), advance)
}

type Work = (tx: Context, booking: Parameters<typeof writeBooking>[1]) => Promise<unknown>

const each = async (ctx: Context, due: ReturnType<typeof and>, work: Work): Promise<void> => {
  const rows = await ctx.db.select({ id: bookings.id }).from(bookings).where(due).orderBy(asc(bookings.id)).limit(MAX_AT_ONCE)
  for (const { id } of rows)
    await withTransaction(ctx, async (tx) => {
      const booking = await lockBooking(tx, and(eq(bookings.id, id), due), { skipLocked: true })
      if (booking) await work(tx, booking)
    })
}

const remind: Work = async (tx, booking) => {
  const reminded = await writeBooking(tx, booking, { remindedAt: new Date(tx.now()) })
  // Somebody is at the bank, or has agreed.
  if (!isOrdered(await orderOf(tx, booking))) await notifyOfBooking(tx, reminded, 'reminder')
}

const endUnanswered: Work = async (tx, booking) => {
  const order = await orderOf(tx, booking)
  if (!isOrdered(order)) return endBooking(tx, booking, 'notAgreed')
  // While an order waits for its money the answer is not in; once it has it, the time has no meaning.
  return order.status === ORDER_STATUS.NEW_NOT_PAID ? undefined : writeBooking(tx, booking, { agreeBefore: null })
}

const advance: Work = async (tx, booking) => {
  if (booking.status === SERVICE_STATUS.IN_PROCESS) return setPrice(tx, booking, [])
  if (booking.status < SERVICE_STATUS.IN_PROCESS && booking.status > SERVICE_STATUS.CANCELLED) return stepLocked(tx, booking)
  return tx.db.update(bookings).set({ nextStepAt: null }).where(eq(bookings.id, booking.id))
}
