import { ORDER_STATUS, type OrderStatus } from './order-status.ts'
import type { Amount } from './money.ts'

/**
 * One attempt at a provider. created: being registered; registered: the buyer can pay; processing: the provider decides; expired: given up
 * by us; refunding: captured, but to be refunded.
 */
export type PaymentState = 'created' | 'registered' | 'processing' | 'captured' | 'declined' | 'expired' | 'refunding' | 'refunded'

/** Allowed transitions. Money that arrives after declined or expired must still be recorded; captured again: a share of it was refunded. */
export const PAYMENT_TRANSITIONS: Record<PaymentState, readonly PaymentState[]> = {
  created: ['registered', 'expired'],
  registered: ['processing', 'captured', 'declined', 'expired', 'refunded'],
  processing: ['captured', 'declined', 'expired', 'refunded'],
  declined: ['captured'],
  expired: ['captured', 'declined', 'refunded'],
  captured: ['refunding'],
  refunding: ['refunded', 'captured'],
  refunded: []
}
/** States in which the buyer may still pay; a tender has at most one such payment (unique index). */
export const OPEN_PAYMENT_STATES = ['created', 'registered', 'processing'] as const satisfies readonly PaymentState[]

/**
 * Why money was given back. cancelled: its order was; method: the order is paid in another way by now; amount: the bank reported another
 * sum; twice: the order was paid already; bank: the bank returned it by itself; lines: some of it did not come as ordered; order: all of it.
 */
export const REFUND_REASONS = ['cancelled', 'method', 'amount', 'twice', 'bank', 'lines', 'order'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** Whether a refund is one of the order's price; the others are of money that paid for nothing. */
export const isOfPrice = (reason: RefundReason): boolean => reason === 'cancelled' || reason === 'lines' || reason === 'order'

/**
 * A share of money that goes back. sent: its provider is being asked, or a person has to pay it out, so that it may be given already; dead:
 * given up after many attempts, people have to look at it.
 */
export type RefundState = 'requested' | 'sent' | 'done' | 'dead'
export const REFUND_TRANSITIONS: Record<RefundState, readonly RefundState[]> = {
  requested: ['sent', 'done', 'dead'],
  sent: ['done', 'dead'],
  dead: ['requested', 'done'],
  done: []
}
/** States in which the job goes on with a refund by itself. */
export const OPEN_REFUND_STATES = ['requested', 'sent'] as const satisfies readonly RefundState[]
export const canMoveRefund = (from: RefundState, to: RefundState): boolean => REFUND_TRANSITIONS[from].includes(to)
/** Why a card was not bound although its payment asked for it. */
export type BindingFailure = 'CARD_BINDING_FAILED' | 'CARD_ALREADY_BOUND'

/** A share of an order's price by one method and one payer. held: promised; captured: received; released: never received. */
export type TenderState = 'held' | 'captured' | 'released' | 'refunded'
export const TENDER_TRANSITIONS: Record<TenderState, readonly TenderState[]> = {
  held: ['captured', 'released'],
  captured: ['refunded'],
  released: [],
  refunded: []
}

/** Whether a provider took the money: there is nothing more to ask it, whoever comes back from its page. */
export const wasCaptured = (state: PaymentState): boolean => state === 'captured' || state === 'refunding' || state === 'refunded'

export const canMovePayment = (from: PaymentState, to: PaymentState): boolean => PAYMENT_TRANSITIONS[from].includes(to)
export const canMoveTender = (from: TenderState, to: TenderState): boolean => TENDER_TRANSITIONS[from].includes(to)

/** `waits`: the order waits for this money; pay-on-delivery money counts as soon as it is promised. */
export interface TenderShare {
  amount: Amount
  state: TenderState
  waits: boolean
}
/** An order is funded when its tenders cover its total. */
export const isFunded = (total: Amount, tenders: readonly TenderShare[]): boolean =>
  tenders.filter(({ state, waits }) => state === 'captured' || (state === 'held' && !waits)).reduce((sum, { amount }) => sum + amount, 0) >=
  total

export interface PayableOrder {
  status: OrderStatus
  paidAt: Date | null
  refundedAt: Date | null
  refundedAmount: Amount
}
/** none: nothing to pay online; awaiting: can be paid now; processing: a refund is on its way; partlyRefunded: lines of it went back. */
export type OrderPayment = 'none' | 'awaiting' | 'processing' | 'paid' | 'partlyRefunded' | 'refunded'

/** Returns the payment state shown to the person. */
export const paymentOf = ({ status, paidAt, refundedAt, refundedAmount }: PayableOrder): OrderPayment => {
  if (refundedAt) return 'refunded'
  if (status === ORDER_STATUS.NEW_NOT_PAID) return 'awaiting'
  if (paidAt && status === ORDER_STATUS.CANCELLED) return 'processing'
  if (refundedAmount > 0) return 'partlyRefunded'
  return paidAt ? 'paid' : 'none'
}

/** No provider's reference has a slash. */
const SECOND = '/'
/** What a second payment at one page of a provider is known by. */
export const secondRef = (ref: string, transaction: string): string => `${ref}${SECOND}${transaction}`
/** The provider's reference of the page at which a payment was made, which two payments may share. */
export const pageRefOf = (bankRef: string): string => bankRef.split(SECOND)[0] ?? ''

/** What a person may take instead of a refund that people would pay by hand. */
export const STORE_CREDITS = ['points', 'corporateWallet'] as const
export type StoreCredit = (typeof STORE_CREDITS)[number]
