import { endpoint, type Page } from '#contract/endpoint.ts'
import type { Totals } from '#contract/baskets/calls.ts'
import type { OrderMode, PaymentMethodId, SupplierKind, UnitId } from '#domain/enums.ts'
import type { OrderStatus, TrackingStatus } from '#domain/order-status.ts'
import type { ShownMethod } from '#domain/payment-method.ts'
import type { OrderPayment, RefundReason } from '#domain/payment.ts'

export interface PaymentMethod extends ShownMethod {
  isDefault: boolean
}

/** Fields of "Current order" (spec section 3). Amounts in AMD. */
export interface NewOrder {
  addressId: number
  paymentId: number
  deliveryNow: boolean
  /** yyyy-mm-dd and HH:MM of the selected slot; required unless deliveryNow. */
  deliveryDate?: string
  deliveryTime?: string
  customerComment?: string
  cutlery?: boolean
  /** What the person last saw: a difference fails with 409 CHECKOUT_OUTDATED and orders nothing. */
  basketVersion: number
  orderPrice: number
}

export interface OrderItem {
  productId: number
  name: string
  picture: string
  quantity: number
  unitId: UnitId
  price: number
  totalPrice: number
  selectedOptions: { group: string; name: string; price: number }[]
}

export interface OrderPart {
  supplier: { id: number; name: string; alias: string; kind: SupplierKind }
  status: OrderStatus
  items: OrderItem[]
  itemsPrice: number
  deliveryPrice: number
  packingPrice: number
}

/** funds: not enough money on the card; declined: any other reason, which banks do not disclose. */
export type CardRefusal = 'funds' | 'declined'

export interface OrderCard {
  id: number
  orderNumber: string
  status: OrderStatus
  trackingStatus: TrackingStatus
  createdAt: string
  /** Delivery window. */
  deliveryFrom: string
  deliveryTo: string
  deliveryNow: boolean
  orderPrice: number
  itemsCount: number
  suppliers: { id: number; name: string; alias: string; kind: SupplierKind }[]
  paymentId: PaymentMethodId
  /** i18n key of the method. */
  paymentKey: string
  payment: OrderPayment
  /** Why the bank declined the last card payment of an unpaid order; null also after an abandoned one. */
  cardRefusal: CardRefusal | null
  /** When an unpaid order is cancelled. */
  payBefore: string | null
}

/** Amount in AMD; `at` is null while the money is on its way. */
export interface OrderRefund {
  amount: number
  at: string | null
  reason: RefundReason
}

export interface OrderDetails extends OrderCard, Totals {
  orderMode: OrderMode
  address: { title: string; line: string; lat: number; lng: number; comment: string }
  customerComment: string
  cutlery: boolean
  isGift: boolean
  parts: OrderPart[]
  /** When each tracking step was reached; an unpaid order has reached none. */
  steps: { trackingStatus: TrackingStatus; at: string | null }[]
  /** Methods for an unpaid order, its own included. */
  payableBy: ShownMethod[]
  canCancel: boolean
  /** Money given back, also when the order stands. */
  refunds: OrderRefund[]
  pickupCode: string | null
}

/** Reply of checkout and pay-for-order. `redirectUrl` is the bank's page, null when nothing is paid online. */
export interface PlacedOrder {
  orderNumber: string
  orderId: number
  status: OrderStatus
  redirectUrl: string | null
  /** Set when the bank could not be reached: the order exists and can be paid later. */
  paymentCode: 'CARD_REGISTRATION_FAILED' | null
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
  codes: [
    'BASKET_EMPTY',
    'CHECKOUT_OUTDATED',
    'INVALID_ADDRESS',
    'SUPPLIER_TOO_FAR',
    'DELIVERY_TIME_UNAVAILABLE',
    'SUPPLIER_CLOSED',
    'MORE_THAN_IN_STOCK',
    'OUT_OF_STOCK',
    'BELOW_MINIMUM_PURCHASE',
    'PAYMENT_METHOD_UNAVAILABLE',
    'TOO_MANY_UNPAID_ORDERS',
    'IDEMPOTENCY_KEY_REUSED',
    'ORDER_HAS_NO_PRICE',
    'FORBIDDEN'
  ],
  about: 'Makes the basket an order, exactly once for a key.'
})

export const payForOrder = endpoint<{ body: { orderNumber: string; paymentId?: number }; reply: PlacedOrder }>()({
  method: 'POST',
  path: '/orders/pay-for-order',
  access: 'user',
  moneyMoving: true,
  perMinute: 30,
  codes: ['ORDER_NOT_FOUND', 'ALREADY_PAID', 'ORDER_BEING_PROCESSED', 'PAYMENT_METHOD_UNAVAILABLE', 'CARD_REGISTRATION_FAILED'],
  about: 'Starts another payment of an unpaid order, or turns it to another method, such as cash (paymentId 3).'
})

export const cancel = endpoint<{ params: { id: number }; reply: OrderCard }>()({
  method: 'PUT',
  path: '/orders/cancel/:id',
  access: 'user',
  codes: ['ORDER_NOT_FOUND', 'UNABLE_TO_CANCEL_ORDER'],
  about: 'Cancels an order nobody has begun; the lines of an unpaid one go back into the basket.'
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
