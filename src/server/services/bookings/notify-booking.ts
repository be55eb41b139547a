import { eq } from 'drizzle-orm'
import { toAmd } from '#domain/money.ts'
import { LOCALES } from '#domain/locale.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { BookingNews } from '#server/services/messages/message-template.ts'
import { bookingTemplate, BOOKINGS_PATH } from '#server/services/notifications/notification-words.ts'
import { notifyQuietly } from '#server/services/notifications/notify-quietly.ts'
import { totalsOf, type BookingRow } from './booking-row.ts'

const { suppliers } = schema
const USEFUL_MS = 7 * DAY_MINUTES * MINUTE

/** Tells a person what happened to a booking, by push and mail. */
export const notifyOfBooking = async (tx: Context, booking: BookingRow, news: BookingNews): Promise<void> => {
  const [supplier] = await tx.db.select({ name: suppliers.name }).from(suppliers).where(eq(suppliers.id, booking.supplierId))
  if (!supplier) throw new Error(`supplier ${booking.supplierId} of booking ${booking.number} was not found`)
  const { number, agreeBefore, steps } = booking
  const brought = news === 'ended' || news === 'notAgreed'
  await notifyQuietly(tx, booking.userId, {
    kind: 'booking',
    // A price may be said twice.
    subject: `booking:${number}:${news}:${steps.length}`,
    words: {
      news,
      number,
      amount: String(toAmd(totalsOf(tx, booking).total)),
      from: String((brought ? booking.returnFrom : booking.pickupFrom).getTime()),
      to: String((brought ? booking.returnTo : booking.pickupTo).getTime()),
      until: String(agreeBefore?.getTime() ?? 0),
      ...Object.fromEntries(LOCALES.map((locale) => [locale, supplier.name[locale]]))
    },
    template: (words, locale, siteUrl) => bookingTemplate(words, locale, siteUrl, tx.now()),
    path: BOOKINGS_PATH,
    tag: `booking-${number}`,
    expiresAt: new Date(tx.now() + USEFUL_MS)
  })
}
