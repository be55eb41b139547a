import type { Totals } from '#contract/baskets/calls.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import type { BookingEnd, LaundryState, ServiceStatus } from '#domain/bookings/booking.ts'
import type { Speed } from '#domain/bookings/windows.ts'
import type { SupplierKind, UnitId } from '#domain/enums.ts'
import type { OrderPayment } from '#domain/payment.ts'

/** A window in which a courier comes. `date` and `time` are its start, Yerevan time; `places`: how often one can come still. */
export interface BookableWindow {
  date: string
  time: string
  from: string
  to: string
  places: number
}

/** How fast the work is done, and what the basket costs at that speed, about. */
export interface BookableSpeed extends Totals {
  speed: Speed
  hours: number
  factor: number
  /** Windows in which the things come back, earliest first; empty: not for things that are fetched then. */
  windows: BookableWindow[]
}

export interface BookableTimes {
  /** Days (yyyy-mm-dd) on which things can be fetched. */
  dates: string[]
  /** Windows of the day that was asked for, else of the first of them. */
  windows: BookableWindow[]
  /** For things that are fetched in the window that was asked for, else in the first that has a place. */
  speeds: BookableSpeed[]
}

export interface BookingTimesQuery {
  pickupDate?: string
  pickupTime?: string
  addressId?: number
}

/** Windows as `date` and `time` of BookableWindow. */
export interface NewBooking {
  addressId: number
  pickupDate: string
  pickupTime: string
  deliveryDate: string
  deliveryTime: string
  speed: Speed
  customerComment?: string
  /** What the person last saw: a difference fails with 409 CHECKOUT_OUTDATED and books nothing. */
  basketVersion: number
  orderPrice: number
}

export interface BookedItem {
  productId: number
  name: string
  picture: string
  unitId: UnitId
  quantity: number
  /** What was booked, where something else was counted or weighed. */
  bookedQuantity: number
  price: number
  totalPrice: number
  selectedOptions: { group: string; name: string; price: number }[]
}

/** A booked service. Amounts in AMD. */
export interface Booking extends Totals {
  id: number
  number: string
  supplier: { id: number; name: string; alias: string; kind: SupplierKind }
  branch: { address: string; phone: string }
  status: ServiceStatus
  laundryState: LaundryState
  /** Its price is not agreed to yet. */
  isActive: boolean
  speed: Speed
  pickupFrom: string
  pickupTo: string
  deliveryFrom: string
  deliveryTo: string
  address: { title: string; line: string }
  customerComment: string
  items: BookedItem[]
  /** The total that was shown when it was booked. */
  estimate: number
  /** The price is known, and can be agreed to until then. */
  canAgree: boolean
  agreeBefore: string | null
  canCancel: boolean
  /** What the price became, once it was agreed to. */
  order: { orderNumber: string; payment: OrderPayment } | null
  endedFor: BookingEnd | null
  /** Why the supplier ended it. */
  endedWords: string
  steps: { status: ServiceStatus; at: string }[]
  createdAt: string
}

/** `orderPrice` is the total that was shown. */
export interface BookingAgreement {
  orderPrice: number
  paymentId: number
}

export const availableTimes = endpoint<{ query: BookingTimesQuery; reply: BookableTimes }>()({
  method: 'GET',
  path: '/baskets/book/availableDatetimes',
  access: 'guest',
  codes: ['BASKET_EMPTY', 'ORDER_MODE_UNAVAILABLE', 'INVALID_ADDRESS'],
  about: 'When the things of the basket can be fetched and brought back, and what each speed costs.'
})

export const book = endpoint<{ body: NewBooking; reply: Booking }>()({
  method: 'POST',
  path: '/orders/book',
  access: 'user',
  moneyMoving: true,
  codes: [
    'BASKET_EMPTY',
    'ORDER_MODE_UNAVAILABLE',
    'LEAVE_GROUP_ORDER_FOR_SERVICE',
    'INVALID_ADDRESS',
    'SUPPLIER_TOO_FAR',
    'BELOW_MINIMUM_PURCHASE',
    'OUT_OF_STOCK',
    'DELIVERY_TIME_UNAVAILABLE',
    'CHECKOUT_OUTDATED',
    'TOO_MANY_OPEN_ORDERS',
    'IDEMPOTENCY_KEY_REUSED'
  ],
  about: 'Books the service in the basket, exactly once for a key. Nothing is paid before the price is known and agreed to.'
})

export const list = endpoint<{ query: { active?: boolean }; reply: Booking[] }>()({
  method: 'GET',
  path: '/orders/book',
  access: 'user',
  codes: [],
  about: 'The last bookings of the caller, newest first; `active`: those whose price is not agreed to yet.'
})

export const details = endpoint<{ params: { id: number }; reply: Booking }>()({
  method: 'GET',
  path: '/orders/book/:id',
  access: 'user',
  codes: ['ORDER_NOT_FOUND'],
  about: 'One booking.'
})

export const agree = endpoint<{ params: { id: number }; body: BookingAgreement; reply: PlacedOrder }>()({
  method: 'POST',
  path: '/orders/book/:id/agree',
  access: 'user',
  moneyMoving: true,
  codes: [
    'ORDER_NOT_FOUND',
    'BOOKING_NOT_PRICED',
    'CHECKOUT_OUTDATED',
    'PAYMENT_METHOD_UNAVAILABLE',
    'BANK_TRANSFER_UNAVAILABLE',
    'TOO_MANY_OPEN_ORDERS',
    'TOO_MANY_UNPAID_ORDERS',
    'ORDER_HAS_NO_PRICE',
    'IDEMPOTENCY_KEY_REUSED'
  ],
  about: 'Agrees to the price: the booking becomes an order, whose payment begins.'
})

export const cancel = endpoint<{ params: { id: number }; reply: Booking }>()({
  method: 'PUT',
  path: '/orders/cancel-book/:id',
  access: 'user',
  codes: ['ORDER_NOT_FOUND', 'UNABLE_TO_CANCEL_ORDER'],
  about: 'Cancels a booking before a courier has left, or declines its price: the things come back unpaid.'
})
