import type { AlertKind } from '#domain/alerts/alert.ts'
import type { StoreCredit, RefundReason } from '#domain/payment.ts'
import type { ContactType } from '#domain/enums.ts'

export const ORDER_STEPS = [
  'confirmed',
  'tickets',
  'preparing',
  'onWay',
  'coming',
  'readyForPickup',
  'delivered',
  'done',
  'picked',
  'delayed',
  'cancelled',
  'answered',
  'question'
] as const
export type OrderStep = (typeof ORDER_STEPS)[number]
/** Data of a message about an order; `total` in AMD, `window` and `suppliers` in the reader's language, `link` an absolute address. */
export interface OrderFacts {
  number: string
  total: number
  window: string
  suppliers: string
  link: string
}

/** What happened to a booking. notAgreed: its price had no answer; ended: for any other reason. */
export type BookingNews = 'booked' | 'courier' | 'priced' | 'reminder' | 'notAgreed' | 'ended'

/** All message kinds and their data. `link` is an absolute address, `contact` masked, `date` dd/mm/yyyy. */
/** What whoever bought a gift card hears of it: its letter goes out now, or on a day; somebody added it to an account. */
export const GIFT_CARD_NEWS = ['sent', 'waiting', 'received', 'activated'] as const
export type GiftCardNews = (typeof GIFT_CARD_NEWS)[number]

export type MessageTemplate =
  | { kind: 'signInCode'; pin: string; minutes: number }
  | { kind: 'confirmContact'; pin: string; minutes: number }
  | { kind: 'passwordReset'; pin: string; minutes: number; link: string }
  | { kind: 'contactChanged'; type: ContactType; contact: string }
  | { kind: 'passwordChanged' }
  | { kind: 'providerLinked'; provider: string }
  | { kind: 'deletionAsked'; date: string }
  | { kind: 'deletionCancelled' }
  | { kind: 'deletionDone' }
  | ({ kind: 'order'; step: OrderStep } & OrderFacts)
  | { kind: 'refund'; number: string; amount: number; reason: RefundReason; as?: StoreCredit; link: string }
  | { kind: 'payout'; number: string; amount: number; reason: RefundReason; as?: StoreCredit; link: string }
  | { kind: 'lowered'; number: string; amount: number; total: number; link: string }
  | { kind: 'invoice'; number: string; amount: number; lastDay: string; link: string }
  | { kind: 'share'; amount: number; until: string; link: string }
  | { kind: 'deadline'; until: string; link: string }
  | { kind: 'invitation'; name: string; link: string }
  | { kind: 'reminder'; name: string; to: 'choose' | 'pay'; link: string }
  | { kind: 'points'; amount: number; date: string; link: string }
  | { kind: 'freeDelivery'; date: string; link: string }
  | { kind: 'giftCard'; amount: number; code: string; date: string; words: string; link: string }
  | { kind: 'giftCardUnreachable'; amount: number; recipient: string; link: string }
  | {
      kind: 'giftCardNews'
      news: GiftCardNews
      amount: number
      recipient: string
      date: string
      code: string
      number: string
      link: string
    }
  | { kind: 'ticketReminder'; name: string; supplier: string; at: string; number: string; link: string }
  | { kind: 'ticketMoved'; name: string; supplier: string; from: string; at: string; number: string; link: string }
  | { kind: 'giftCardExpiry'; amount: number; date: string; link: string }
  | { kind: 'prize'; amount: number; ticket: string; title: string; link: string }
  | { kind: 'booking'; news: BookingNews; number: string; supplier: string; amount: number; window: string; until: string; link: string }
  | { kind: 'alert'; about: AlertKind; name: string; window: string; link: string }
  | { kind: 'applicationTaken'; number: string }
  | { kind: 'applicationAnswered'; number: string; text: string }
  | { kind: 'news'; title: string; text: string; link: string }

export type TemplateKind = MessageTemplate['kind']

/** A rendered template. `sms` fits one part (tested); `text` is paragraphs, where one that is an address becomes a button labelled `action`. */
export interface RenderedTemplate {
  subject: string
  sms: string
  text: string
  push: string
  action: string
}
