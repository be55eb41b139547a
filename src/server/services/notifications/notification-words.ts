import { formatDay } from '#domain/time/format-day.ts'
import { formatDate, formatDayInside, formatTime } from '#i18n/dates.ts'
import type { AlertKind } from '#domain/alerts/alert.ts'
import { supplierPath } from '#domain/enums.ts'
import { GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import { localePath, LOCALES, type Locale, type Words } from '#domain/locale.ts'
import { STORE_CREDITS, REFUND_REASONS, type StoreCredit, type RefundReason } from '#domain/payment.ts'
import { instantOf, yerevan, type Instant } from '#domain/time/yerevan-time.ts'
import { ORDER_STEPS, type BookingNews, type MessageTemplate, type OrderStep } from '#server/services/messages/message-template.ts'
import { renderTemplate } from '#server/services/messages/templates.ts'

/** Stored data from which a notification's text is rendered later, in any language. */
export type StoredWords = Record<string, string>

export interface OrderWords {
  number: string
  step: OrderStep
  /** Amount in AMD. */
  total: number
  from: Instant
  to: Instant
  suppliers: readonly Words[]
}

export const orderNoticeWords = ({ step, total, from, to, suppliers }: OrderWords): StoredWords => ({
  step,
  total: String(total),
  from: String(from),
  to: String(to),
  ...Object.fromEntries(LOCALES.map((locale) => [locale, suppliers.map((name) => name[locale]).join(', ')]))
})

/** Renders the stored template of an order's notification; `now` decides whether the day has to be named. */
export const orderTemplate = (number: string, stored: StoredWords, locale: Locale, siteUrl: string, now: Instant): MessageTemplate => ({
  kind: 'order',
  // Unknown steps, written by another version, are shown as "confirmed".
  step: ORDER_STEPS.find((step) => step === stored['step']) ?? 'confirmed',
  number,
  total: Number(stored['total'] ?? 0),
  window: windowOf(Number(stored['from'] ?? now), Number(stored['to'] ?? now), locale, now),
  suppliers: stored[locale] ?? '',
  link: siteUrl + localePath(locale, orderPath(number))
})

/** `as`: the store credit that was taken, or of a payout, can be. */
export const refundNoticeWords = (number: string, amount: number, reason: RefundReason, as: StoreCredit | null): StoredWords => ({
  number,
  amount: String(amount),
  reason,
  ...(as && { as })
})

const templateOf = (kind: 'refund' | 'payout', stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const number = stored['number'] ?? ''
  const reason = REFUND_REASONS.find((known) => known === stored['reason']) ?? 'bank'
  const amount = Number(stored['amount'] ?? 0)
  const as = STORE_CREDITS.find((known) => known === stored['as'])
  return { kind, number, amount, reason, ...(as && { as }), link: siteUrl + localePath(locale, orderPath(number)) }
}

/** Renders the stored template of a refund's notification. Unknown reasons, written by another version, are shown as the bank's. */
export const refundTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate =>
  templateOf('refund', stored, locale, siteUrl)

/** The same of money that a person will pay back. */
export const payoutTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate =>
  templateOf('payout', stored, locale, siteUrl)

export const loweredNoticeWords = (number: string, takenOff: number, total: number): StoredWords => ({
  number,
  amount: String(takenOff),
  total: String(total)
})

export const loweredTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const number = stored['number'] ?? ''
  const link = siteUrl + localePath(locale, orderPath(number))
  return { kind: 'lowered', number, amount: Number(stored['amount'] ?? 0), total: Number(stored['total'] ?? 0), link }
}

export const invoiceNoticeWords = (number: string, left: number, lastDay: string): StoredWords => ({
  number,
  amount: String(left),
  lastDay
})

export const invoiceTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const number = stored['number'] ?? ''
  const link = siteUrl + localePath(locale, invoicePath(number))
  return { kind: 'invoice', number, amount: Number(stored['amount'] ?? 0), lastDay: formatDay(stored['lastDay'] ?? ''), link }
}

export const shareNoticeWords = (share: { number: string; amount: number; until: Instant; alias: string; hash: string }): StoredWords => ({
  number: share.number,
  amount: String(share.amount),
  until: String(share.until),
  alias: share.alias,
  hash: share.hash
})

export const shareTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const link = siteUrl + localePath(locale, groupLink(stored))
  return { kind: 'share', amount: Number(stored['amount'] ?? 0), until: formatTime(Number(stored['until'] ?? 0)), link }
}

export const deadlineNoticeWords = (group: { until: Instant; alias: string; hash: string }): StoredWords => ({
  until: String(group.until),
  alias: group.alias,
  hash: group.hash
})

export const deadlineTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const link = siteUrl + localePath(locale, groupLink(stored))
  return { kind: 'deadline', until: formatTime(Number(stored['until'] ?? 0)), link }
}

export const invitationNoticeWords = (group: { name: string; alias: string; hash: string }): StoredWords => ({ ...group })

export const invitationTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const link = siteUrl + localePath(locale, groupLink(stored))
  return { kind: 'invitation', name: stored['name'] ?? '', link }
}

export const reminderNoticeWords = (group: { name: string; alias: string; hash: string; to: 'choose' | 'pay' }): StoredWords => ({
  ...group
})

export const reminderTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const link = siteUrl + localePath(locale, groupLink(stored))
  return { kind: 'reminder', name: stored['name'] ?? '', to: stored['to'] === 'pay' ? 'pay' : 'choose', link }
}

export const pointsNoticeWords = (points: { amount: number; until: Instant }): StoredWords => ({
  amount: String(points.amount),
  until: String(points.until)
})

export const pointsTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const link = siteUrl + localePath(locale, POINTS_PATH)
  return { kind: 'points', amount: Number(stored['amount'] ?? 0), date: formatDate(Number(stored['until'] ?? 0)), link }
}
export const POINTS_PATH = '/account/wallet'

export const freeDeliveryWords = (lastDay: string): StoredWords => ({ lastDay })

export const freeDeliveryTemplate = ({ lastDay = '' }: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const link = siteUrl + localePath(locale, POINTS_PATH)
  return { kind: 'freeDelivery', date: formatDate(instantOf(lastDay, '12:00')), link }
}

interface TicketNotice {
  /** Of the order. */
  number: string
  at: Instant
  /** Its time before that was moved; left out in a reminder. */
  movedFrom?: Instant
  name: Words
  supplier: Words
}

export const ticketNoticeWords = (ticket: TicketNotice): StoredWords => ({
  ...{ number: ticket.number, at: String(ticket.at) },
  ...(ticket.movedFrom !== undefined && { movedFrom: String(ticket.movedFrom) }),
  ...Object.fromEntries(
    LOCALES.flatMap((locale) => [
      [locale, ticket.name[locale]],
      [`supplier-${locale}`, ticket.supplier[locale]]
    ])
  )
})

export const ticketTemplate = (stored: StoredWords, locale: Locale, siteUrl: string, now: Instant): MessageTemplate => {
  const number = stored['number'] ?? ''
  const words = {
    ...{ number, name: stored[locale] ?? '', supplier: stored[`supplier-${locale}`] ?? '' },
    ...{ at: momentOf(Number(stored['at'] ?? now), locale, now), link: siteUrl + localePath(locale, orderPath(number)) }
  }
  const from = stored['movedFrom']
  return from ? { kind: 'ticketMoved', ...words, from: momentOf(Number(from), locale, now) } : { kind: 'ticketReminder', ...words }
}

export const prizeNoticeWords = (prize: { ticket: string; amount: number; title: Words }): StoredWords => ({
  ticket: prize.ticket,
  amount: String(prize.amount),
  ...prize.title
})

export const prizeTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const link = siteUrl + localePath(locale, GIFT_CARDS_PATH)
  return { kind: 'prize', amount: Number(stored['amount'] ?? 0), ticket: stored['ticket'] ?? '', title: stored[locale] ?? '', link }
}

const BOOKING_NEWS: readonly BookingNews[] = ['booked', 'courier', 'priced', 'reminder', 'notAgreed', 'ended']
export const BOOKINGS_PATH = '/account/bookings'

/** Unknown news, written by another version, are shown as "booked". */
export const bookingTemplate = (stored: StoredWords, locale: Locale, siteUrl: string, now: Instant): MessageTemplate => {
  const until = Number(stored['until'] ?? 0)
  return {
    kind: 'booking',
    news: BOOKING_NEWS.find((one) => one === stored['news']) ?? 'booked',
    number: stored['number'] ?? '',
    supplier: stored[locale] ?? '',
    amount: Number(stored['amount'] ?? 0),
    window: windowOf(Number(stored['from'] ?? now), Number(stored['to'] ?? now), locale, now),
    until: until === 0 ? '' : momentOf(until, locale, now),
    link: siteUrl + localePath(locale, BOOKINGS_PATH)
  }
}

export interface AlertWords {
  about: AlertKind
  names: Words
  /** The window; 0 without one. */
  from: Instant
  to: Instant
  /** The shop's page, without a language. */
  path: string
}

export const alertNoticeWords = ({ about, names, from, to, path }: AlertWords): StoredWords => ({
  ...{ about, from: String(from), to: String(to), path },
  ...Object.fromEntries(LOCALES.map((locale) => [locale, names[locale]]))
})

export const alertTemplate = (stored: StoredWords, locale: Locale, siteUrl: string, now: Instant): MessageTemplate => {
  const [from, to] = [Number(stored['from'] ?? 0), Number(stored['to'] ?? 0)]
  return {
    kind: 'alert',
    about: stored['about'] === 'supplier' || stored['about'] === 'window' ? stored['about'] : 'product',
    name: stored[locale] ?? '',
    window: from === 0 ? '' : windowOf(from, to, locale, now),
    link: siteUrl + localePath(locale, alertPath(stored))
  }
}
export const alertPath = (stored: StoredWords): string => stored['path'] ?? '/'

/** The link of the group order that a notification is about. */
export const groupLink = (stored: StoredWords): string =>
  `${supplierPath('restaurant', stored['alias'] ?? '')}?groupHash=${stored['hash'] ?? ''}`
export const invoicePath = (number: string): string => `/account/orders/${number}/invoice`
export const orderPath = (number: string): string => `/account/orders/${number}`
export const campaignPath = (slug: string): string => `/campaigns/${slug}`

/** "14:20–14:35" for today, otherwise with the day. */
const windowOf = (from: Instant, to: Instant, locale: Locale, now: Instant): string => {
  const times = `${formatTime(from)}–${formatTime(to)}`
  const [day, today] = [yerevan(from).date, yerevan(now).date]
  return day === today ? times : `${formatDayInside(day, today, locale)}, ${times}`
}

/** "14:20" for today, otherwise with the day. */
const momentOf = (at: Instant, locale: Locale, now: Instant): string => {
  const [day, today] = [yerevan(at).date, yerevan(now).date]
  return day === today ? formatTime(at) : `${formatDayInside(day, today, locale)}, ${formatTime(at)}`
}

export const campaignNoticeWords = (texts: Record<Locale, { title: string; text: string }>): StoredWords =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => [
      [`${locale}.title`, texts[locale].title],
      [`${locale}.text`, texts[locale].text]
    ])
  )

export const campaignTemplate = (slug: string, stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => ({
  kind: 'news',
  title: stored[`${locale}.title`] ?? '',
  text: stored[`${locale}.text`] ?? '',
  link: siteUrl + localePath(locale, campaignPath(slug))
})

/** Renders title and text, for the list and for push messages. */
export const shortWords = (locale: Locale, template: MessageTemplate): { title: string; text: string } => {
  const { subject, push } = renderTemplate(locale, template)
  return { title: subject, text: push }
}
