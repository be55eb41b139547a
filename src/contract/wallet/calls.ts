import type { FreeDeliveryState } from '#domain/rewards/free-delivery.ts'
import type { TicketState } from '#domain/rewards/lottery.ts'
import type { WalletEntryType, WalletType } from '#domain/rewards/wallet-entry.ts'
import type { SupplierKind } from '#domain/enums.ts'
import { endpoint, type Page } from '#contract/endpoint.ts'

/** Points that come or go at a moment. */
export interface PointsAt {
  points: number
  at: string
}

/** Points on their way to a bank account. AMD; `account`: its last four digits. */
export interface Withdrawal {
  points: number
  tax: number
  amount: number
  account: string
  at: string
}

/** An invoice that adds money to a corporate wallet. AMD. `lastDay`: yyyy-mm-dd. */
export interface TopUp {
  number: string
  amount: number
  /** What has come of it. */
  received: number
  lastDay: string
}

/** One point is 1 AMD. Amounts may have two decimals after refunds. A corporate wallet holds money, all of it available. */
export interface Wallet {
  walletType: WalletType
  /** All of it: what can be spent and what is pending. */
  balance: number
  available: number
  /** Earned, and not available yet. */
  pending: number
  /** Earned so far, without what was taken back. */
  accumulated: number
  /** What becomes available, and what expires, next; null when nothing does. */
  nextAvailable: PointsAt | null
  nextExpiry: PointsAt | null
  /** What staff have not paid yet; null without one. */
  withdrawal: Withdrawal | null
  /** The last twelve months in Yerevan, the oldest first: yyyy-mm, what came and what went (both positive). */
  months: { month: string; earned: number; spent: number }[]
  /** Tickets for draws, and free deliveries, that the caller ever got. */
  tickets: number
  freeDeliveries: number
  /** Of a corporate wallet: invoices that wait for money, the newest first, and whether another one can be written. */
  topUps: TopUp[]
  canTopUp: boolean
}

export const wallets = endpoint<{ query: { fromAlloed?: boolean }; reply: Wallet[] }>()({
  method: 'GET',
  path: '/ewallet/Wallets',
  access: 'user',
  codes: [],
  about: 'The wallets of the caller. `fromAlloed` (spelt so) limits them to those that the suppliers of the basket accept.'
})

export const topup = endpoint<{ body: { amount: number }; reply: TopUp }>()({
  method: 'POST',
  path: '/ewallet/topup',
  access: 'user',
  perMinute: 10,
  codes: ['CORPORATE_WALLET_UNAVAILABLE', 'CONFLICT'],
  about:
    'Writes a pro-forma invoice that a company pays by bank transfer (10,000 to 10,000,000 AMD); what comes is in its corporate wallet. GET /user/profile/order/invoice prints it.'
})

export const withdraw = endpoint<{ body: { points: number; account: string }; reply: Withdrawal }>()({
  method: 'POST',
  path: '/ewallet/withdraw',
  access: 'user',
  perMinute: 10,
  codes: ['POINTS_NOT_AVAILABLE', 'WITHDRAWAL_UNDER_WAY'],
  about:
    'Withdraws available points, at least 1,000 of them, to an account at a bank in Armenia (16 digits); 20 % are withheld as tax. Staff pay it.'
})

/** What one rule gives for an order. */
export interface RuleBonus {
  title: string
  /** What of the price counted, AMD: goods paid with money, not with points. */
  counted: number
  /** Percent; null for a fixed reward. */
  rate: number | null
  /** The most points of one order. */
  cap: number | null
  points: number
  /** Of these, taken back because the order was refunded. */
  takenBack: number
}

/** Tickets that one lottery gives for an order. */
export interface TicketBonus {
  title: string
  tickets: number
  /** Of these, withdrawn because the order was refunded. */
  withdrawn: number
}

/** A delivery that an order makes free. `lastDay`: yyyy-mm-dd, null while it is expected. */
export interface DeliveryBonus {
  title: string
  lastDay: string | null
  state: 'expected' | FreeDeliveryState
}

export interface OrderBonus {
  /** Of the points. none: no rule gives any; expected: once it is delivered; pending: earned, not available yet. */
  state: 'none' | 'expected' | 'pending' | 'available'
  points: number
  /** null while they are expected. */
  availableAt: string | null
  expiresAt: string | null
  rules: RuleBonus[]
  tickets: TicketBonus[]
  deliveries: DeliveryBonus[]
}

export const orderBonus = endpoint<{ query: { orderId: number }; reply: OrderBonus }>()({
  method: 'GET',
  path: '/ewallet/getOrderBonus',
  access: 'user',
  codes: ['ORDER_NOT_FOUND'],
  about: 'What an order of the caller earns, before it is delivered and after it, rule by rule.'
})

/** What an order gives in a draw, and what there is to win. `prize`: the gift card of each winner, AMD; `own`: tickets of the caller. */
export interface DrawTerms {
  tickets: number
  winners: number
  prize: number
  own: number
}

/** What earns points, tickets or free deliveries, and how many points it earned for the caller, without what was taken back. AMD, percent, yyyy-mm-dd. */
export interface Reward {
  key: string
  title: string
  isRunning: boolean
  earned: number
  /** Percent of the goods, or points an order, or tickets for a draw; the others are null. All are where it gives a free delivery. */
  rate: number | null
  points: number | null
  draw: DrawTerms | null
  freeDelivery: boolean
  /** Of goods, without delivery; the most points of one order. */
  minimum: number
  cap: number | null
  /** Empty: all. `methods`: i18n keys. */
  kinds: SupplierKind[]
  methods: string[]
  /** Only for products that are marked for points. */
  labelled: boolean
  from: string
  to: string
  /** How long its points, or free deliveries, live: days, or the last day; both null for a draw. */
  liveDays: number | null
  liveUntil: string | null
}

export const rewards = endpoint<{ reply: Reward[] }>()({
  method: 'GET',
  path: '/ewallet/rewards',
  access: 'user',
  codes: [],
  about: 'What earns points, tickets or free deliveries now, and what earned some for the caller before.'
})

export interface Ticket {
  number: string
  /** The order that it came with. */
  order: { id: number; orderNumber: string }
  at: string
  state: TicketState
}

/** A draw in which the caller has tickets, the newest first. `prize`: the gift card of each winner, AMD; `to`: the last day, yyyy-mm-dd. */
export interface Draw {
  key: string
  title: string
  winners: number
  prize: number
  to: string
  /** null: it is not drawn yet. */
  drawnAt: string | null
  tickets: Ticket[]
}

export const tickets = endpoint<{ reply: Draw[] }>()({
  method: 'GET',
  path: '/ewallet/tickets',
  access: 'user',
  codes: [],
  about: 'Tickets of the caller for draws of gift cards, draw by draw; the newest 500.'
})

/** A delivery that an order made free for the caller. `code`: a promo code that works for the caller alone, in one order; `lastDay`: yyyy-mm-dd. */
export interface FreeDelivery {
  code: string
  title: string
  lastDay: string
  state: FreeDeliveryState
  /** The order that it came with. */
  order: { id: number; orderNumber: string }
}

export const freeDeliveries = endpoint<{ reply: FreeDelivery[] }>()({
  method: 'GET',
  path: '/ewallet/freeDeliveries',
  access: 'user',
  codes: [],
  about: 'Deliveries that orders made free for the caller, the newest first; the newest 200.'
})

/** Why a wallet changed, in the words of the rule where one did. AMD and percent. */
export type WalletWhy =
  | { why: 'rule'; title: string; counted: number; rate: number | null; cap: number | null }
  | { why: 'spent' | 'returned' | 'refunded' | 'expired' }
  | { why: 'takenBack'; title: string; kept: number }
  | { why: 'paidOut'; tax: number; amount: number }
  | { why: 'toppedUp'; invoice: string }
  | { why: 'emptied' }

export interface WalletEntry {
  id: number
  type: WalletEntryType
  /** Below zero: it was taken. */
  amount: number
  at: string
  /** The order that caused it; null when none did. */
  order: { id: number; orderNumber: string } | null
  /** Of points that were earned: from when they can be spent, and until when. */
  availableAt: string | null
  expiresAt: string | null
  reason: WalletWhy
}

export const history = endpoint<{ query: { skip: number; take: number; walletType: WalletType }; reply: Page<WalletEntry> }>()({
  method: 'GET',
  path: '/ewallet/getHistory',
  access: 'user',
  codes: [],
  about: 'Transactions of a wallet, the newest first.'
})
