import type { OrderCard } from '#contract/orders/calls.ts'
import { formatDay, formatTime } from '#i18n/dates.ts'
import type { Locale } from '#domain/locale.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Key } from '#i18n/keys.ts'
import { today } from '#stores/clock.ts'

/** Message key of the order's state; an unpaid order has its own, including the reason when the bank refused the card. */
export const statusKey = ({ payment, cardRefusal, trackingStatus }: Pick<OrderCard, 'payment' | 'cardRefusal' | 'trackingStatus'>): Key => {
  if (payment !== 'awaiting' || trackingStatus === 0) return `orders:step${trackingStatus}`
  return cardRefusal ? 'orders:declined' : 'orders:unpaid'
}

/** "14:20–14:35" today, with the date otherwise. */
export const windowWords = (from: string, to: string, locale: Locale): string => {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const { date } = yerevan(start)
  const times = `${formatTime(start)}–${formatTime(end)}`
  return date === today() ? times : `${formatDay(date, today(), locale)}, ${times}`
}

/** "14:05" today, with the date otherwise. */
export const momentWords = (iso: string, locale: Locale): string => {
  const { date, time } = yerevan(Date.parse(iso))
  return date === today() ? time : `${formatDay(date, today(), locale)}, ${time}`
}
