import type { OrderCard, OrderGroup } from '#contract/orders/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { fulfilmentOf, type Fulfilment } from '#domain/orders/fulfilment.ts'
import type { TrackingStatus } from '#domain/order-status.ts'
import { formatDayInside, formatTime } from '#i18n/dates.ts'
import type { Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Key, Translate } from '#i18n/keys.ts'
import { today } from '#stores/clock.ts'

/** The order is fetched, not delivered. */
export const isFetched = ({ orderMode }: Pick<OrderCard, 'orderMode'>): boolean => orderMode === ORDER_MODE.PICK_UP

type Fulfilled = Pick<OrderCard, 'orderMode' | 'suppliers'>
export const fulfilmentOfOrder = ({ orderMode, suppliers }: Fulfilled): Fulfilment => fulfilmentOf(orderMode, suppliers)

/** "Arriving", "Delivered at", or what they are for services and for what is fetched. */
export const arrivalKey = (order: Fulfilled, word: 'arrival' | 'arrived'): Key => {
  const fulfilment = fulfilmentOfOrder(order)
  if (fulfilment === 'pickup') return `orders:pickup.${word}`
  if (fulfilment === 'service') return `orders:service.${word}`
  return word === 'arrival' ? 'orders:arrival' : 'orders:arrived'
}

/** Message key of a tracking step, of one that is over with "past": fetched orders and services have other last steps. */
export const stepKey = (order: Fulfilled, step: TrackingStatus, tense: 'step' | 'past' = 'step'): Key => {
  const fulfilment = fulfilmentOfOrder(order)
  if (fulfilment === 'admission') return step === 0 ? 'orders:step0' : step === 4 ? 'orders:admission.step4' : 'orders:admission.step1'
  if (fulfilment && (step === 3 || step === 4)) return `orders:${fulfilment}.${tense}${step}`
  return tense === 'past' ? `orders:past${step}` : `orders:step${step}`
}

/** Message key of the order's state; an unpaid order has its own, including the reason when the bank refused the card. */
export const statusKey = (order: Fulfilled & Pick<OrderCard, 'payment' | 'cardRefusal' | 'trackingStatus'>): Key => {
  const { payment, cardRefusal, trackingStatus } = order
  if (payment !== 'awaiting' || trackingStatus === 0) return stepKey(order, trackingStatus)
  return cardRefusal ? 'orders:declined' : 'orders:unpaid'
}

/** "14:20–14:35" today, with the date otherwise; follows a colon or other words. */
export const windowWords = (from: string, to: string, locale: Locale): string => {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const { date } = yerevan(start)
  const times = `${formatTime(start)}–${formatTime(end)}`
  return date === today() ? times : `${formatDayInside(date, today(), locale)}, ${times}`
}

/** "14:05" today, with the date otherwise. */
export const momentWords = (iso: string, locale: Locale): string => {
  const { date, time } = yerevan(Date.parse(iso))
  return date === today() ? time : `${formatDayInside(date, today(), locale)}, ${time}`
}

/** What the caller bears of a group order, and whose it is. */
export const groupWords = ({ organiser, isOwner, paidByAll, share }: OrderGroup, t: Translate, locale: Locale): string => {
  const words = { name: organiser, price: formatAmd(share, locale) }
  return t(isOwner ? 'orders:group.own' : paidByAll ? 'orders:group.ofOther' : 'orders:group.paidBy', words)
}
