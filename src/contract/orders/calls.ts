import type { Admission } from '#contract/admissions/calls.ts'
import type { Claim } from '#contract/claims/calls.ts'
import type { OrderGiftCard } from './gift-cards.ts'
import type { OrderItem } from './items.ts'
import type { OrderRefund, OrderTender } from './money.ts'
import type { OrderReceipt } from './papers.ts'
import type { OwnMoneyUse } from './own-money.ts'
import type { OrderPickup } from './shown-codes.ts'
import type { OrderReplacement } from './replacements.ts'
import type { OrderTip } from './tips.ts'
import { endpoint, type Page } from '#contract/endpoint.ts'
import { CHECKOUT_CODES } from './checkout-codes.ts'
import type { PlacedOrder } from './payment.ts'
import type { Totals } from '#contract/baskets/calls.ts'
import type { PackingLine } from '#contract/baskets/lines.ts'
import type { OrderMode, PaymentMethodId, RunOut, SupplierKind } from '#domain/enums.ts'
import type { OrderStatus, TrackingStatus } from '#domain/order-status.ts'
import type { ShownMethod } from '#domain/payment-method.ts'
import type { BindingFailure, OrderPayment } from '#domain/payment.ts'

export interface PaymentMethod extends ShownMethod {
  isDefault: boolean
  /** Whether the caller may pay with it now; where not, `code` and `reason` say why. */
  available: boolean
  /** Number of the code (spec section 8). */
  code?: number
  /** The code's sentence in the caller's language. */
  reason?: string
}

/** Fields of "Current order" (spec section 3). Amounts in AMD. `paymentId` pays what the own money leaves, if anything. */
export interface NewOrder extends OwnMoneyUse {
  /** Where to; left out when the order is fetched. */
  addressId?: number
  paymentId: number
  deliveryNow: boolean
  /** yyyy-mm-dd and HH:MM of the selected slot; required unless deliveryNow. */
  deliveryDate?: string
  deliveryTime?: string
  customerComment?: string
  cutlery?: boolean
  /** It is a present; `greeting` is written on its card. */
  isGift?: boolean
  greeting?: string
  /** What to do when something has run out; default: call. */
  runOut?: RunOut
  /** Lines of the basket (BasketItem.id) for which it is something else. */
  runOutLines?: { itemId: number; runOut: RunOut }[]
  /** A saved card to charge instead of one entered at the bank. */
  boundCardId?: number
  /** Whether the bank is to remember the card that is entered there. */
  bindCard?: boolean
  /** For the courier, AMD: paid online with the order, beside `orderPrice`. */
  tip?: number
  /** A promo code, for baskets into which none was entered. */
  promoCode?: string
  /** What the person last saw: a difference fails with 409 CHECKOUT_OUTDATED and orders nothing. */
  basketVersion: number
  orderPrice: number
  /** When the tickets of its lines (BasketItem.id) are for, as BasketItem.admissionAt says it; null: any day. */
  admissionTimes?: { itemId: number; admissionAt: string | null }[]
}

export interface OrderPart {
  supplier: { id: number; name: string; alias: string; kind: SupplierKind }
  /** The branch that makes it; `km` is the straight way to the order's address. */
  branch: { address: string; phone: string; km: number }
  status: OrderStatus
  /** When it comes; parts of one order may come at different times. */
  deliveryFrom: string
  deliveryTo: string
  /** Why it comes later than the others, as staff wrote it; null when it does not. */
  lateReason: string | null
  items: OrderItem[]
  itemsPrice: number
  deliveryPrice: number
  packingPrice: number
  /** The same as a line of modus PACKING_COST; null without a price. */
  packing: PackingLine | null
}

/** funds: not enough money on the card; declined: any other reason, which banks do not disclose. */
export type CardRefusal = 'funds' | 'declined'

/** Whose group order an order was, and what the caller bears of it, AMD. */
export interface OrderGroup {
  /** Of the group order. */
  id: number
  organiser: string
  isOwner: boolean
  /** Everybody paid the own share, else the initiator all of it. */
  paidByAll: boolean
  /** What each member could choose goods for. */
  limit: number
  share: number
}

export interface OrderCard {
  id: number
  group: OrderGroup | null
  orderNumber: string
  status: OrderStatus
  trackingStatus: TrackingStatus
  createdAt: string
  /** Delivery window. */
  deliveryFrom: string
  deliveryTo: string
  deliveryNow: boolean
  orderMode: OrderMode
  orderPrice: number
  itemsCount: number
  suppliers: { id: number; name: string; alias: string; kind: SupplierKind }[]
  paymentId: PaymentMethodId
  /** i18n key of the method. */
  paymentKey: string
  payment: OrderPayment
  /** How much of the price was given back. */
  refunded: number
  /** Why the bank declined the last card payment of an unpaid order; null also after an abandoned one. */
  cardRefusal: CardRefusal | null
  /** When an unpaid order is cancelled; null while staff look into it. */
  payBefore: string | null
}

export interface OrderDetails extends OrderCard, Totals {
  address: { title: string; line: string; lat: number; lng: number; comment: string }
  customerComment: string
  cutlery: boolean
  isGift: boolean
  greeting: string
  runOut: RunOut
  parts: OrderPart[]
  /** When each tracking step was reached; an unpaid order has reached none. */
  steps: { trackingStatus: TrackingStatus; at: string | null }[]
  /** The delivery window before its last change, and what changed it (`words`: as staff wrote it); null when it never changed. */
  movedFrom: { from: string; to: string; reason: 'payment' | 'supplier'; words: string | null } | null
  /** Of a group order for which everybody pays, until all have: where that is shown. */
  collecting: { alias: string; hash: string } | null
  /** Methods for an unpaid order, its own included. */
  payableBy: ShownMethod[]
  canCancel: boolean
  /** A link can be made by which somebody else follows it. */
  canShare: boolean
  /** What goes back when it is cancelled now, AMD; null when nothing was received or it can no longer be cancelled. */
  cancelRefund: Pick<OrderRefund, 'amount' | 'byHand'> | null
  /** Points that it brings the caller once it is delivered, or brought. */
  points: number
  /** The same of tickets for draws, and of deliveries of later orders that it makes free. */
  tickets: number
  freeDeliveries: number
  /** Something of it can be rated still. */
  canRate: boolean
  tip: OrderTip
  /** What was offered instead of lines that had run out, and what became of it. */
  replacements: OrderReplacement[]
  /** What was said to be wrong with it, and whether more can be said. */
  claims: Claim[]
  canClaim: boolean
  /** Why the card was not saved although that was asked for. */
  cardBinding: BindingFailure | null
  /** Money given back, also when the order stands. */
  refunds: OrderRefund[]
  /** How the price is paid; what was never received is left out. */
  tenders: OrderTender[]
  /** Fiscal receipts, the order's own first. */
  receipts: OrderReceipt[]
  /** Of an order paid by bank transfer, until `payBefore`: what is still to be transferred. */
  invoice: { left: number } | null
  /** How much less it costs than was ordered: lines that were taken off before they were paid at the door. */
  takenOff: number
  /** Why the supplier refused it or a part of it. */
  refusedFor: string | null
  /** What staff look into, in their own words; meanwhile it is neither paid for nor cancelled. */
  pausedFor: string | null
  pickupCode: string | null
  /** The same with its QR code, of an order that is fetched. */
  pickup: OrderPickup | null
  /** Tickets of a paid order of them. */
  admissions: Admission[]
  /** Gift cards that it brings, and what became of them. */
  giftCards: OrderGiftCard[]
}

export interface OrderEvent {
  id: string
  orderNumber: string
  status: OrderStatus
  trackingStatus: TrackingStatus
  payment: OrderCard['payment']
  cardRefusal: CardRefusal | null
  at: string
}

export interface HistoryQuery {
  skip?: number
  take?: number
  /** all, reviewed, unreviewed, active (spec section 4). */
  filter?: 'all' | 'reviewed' | 'unreviewed' | 'active'
  /** History mode (spec section 3). */
  historyMode?: 'pickup' | 'groupOrder'
  /** Part of the name of a supplier or of something that was ordered, in any language. */
  term?: string
  from?: string
  to?: string
}

export const paymentMethods = endpoint<{ reply: PaymentMethod[] }>()({
  method: 'GET',
  path: '/payments/methodsExt',
  access: 'guest',
  codes: [],
  about: 'How this basket can be paid; cash is the default.'
})

export const checkout = endpoint<{ body: NewOrder; reply: PlacedOrder }>()({
  method: 'POST',
  path: '/orders/checkout',
  access: 'user',
  moneyMoving: true,
  perMinute: 300,
  codes: CHECKOUT_CODES,
  about: 'Makes the basket an order, exactly once for a key.'
})

export const cancel = endpoint<{ params: { id: number }; reply: OrderCard }>()({
  method: 'PUT',
  path: '/orders/cancel/:id',
  access: 'user',
  codes: ['ORDER_NOT_FOUND', 'UNABLE_TO_CANCEL_ORDER', 'CUSTOM'],
  about: 'Cancels an order nobody has begun; the lines of an unpaid one go back into the basket.'
})

export const takeStoreCredit = endpoint<{ params: { id: number }; reply: OrderDetails }>()({
  method: 'PUT',
  path: '/orders/refunds/:id',
  access: 'user',
  codes: ['ORDER_NOT_FOUND', 'CONFLICT'],
  about: 'Takes store credit at once instead of a refund by hand, as its `storeCredit` says: points, or in a company’s wallet.'
})

export const pending = endpoint<{ query: { take?: number; orderMode?: number }; reply: OrderCard[] }>()({
  method: 'GET',
  path: '/orders/pending/all',
  access: 'user',
  codes: [],
  about: 'Orders under way.'
})

export const history = endpoint<{ query: HistoryQuery; reply: Page<OrderCard> }>()({
  method: 'GET',
  path: '/user/profile/orders/history',
  access: 'user',
  codes: [],
  about: 'All orders of the person, newest first.'
})

export const details = endpoint<{ query: { orderNumber: string }; reply: OrderDetails }>()({
  method: 'GET',
  path: '/user/profile/order/details',
  access: 'user',
  codes: ['ORDER_NOT_FOUND'],
  about: 'One order whole.'
})

export const events = endpoint<{ reply: OrderEvent }>()({
  method: 'GET',
  path: '/orders/events',
  access: 'user',
  codes: [],
  stream: true,
  about: "Server-sent events of the person's orders; Last-Event-ID resumes."
})

export * from './items.ts'
export * from './papers.ts'
export * from './replacements.ts'
export * from './sharing.ts'
export * from './tips.ts'
export * from './payment.ts'
