import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'

/** Statuses of a booked service (spec section 4, "service order status"). */
export const SERVICE_STATUS = {
  CANCELLED: 0,
  ACCEPTED: 1,
  DRIVER_ON_WAY: 2,
  PICKED_UP: 3,
  IN_PROCESS: 4,
  UPDATED: 5,
  COLLECTING: 6,
  READY_FOR_DELIVERY: 7,
  COMPLETELY_DELIVERED: 8
} as const
export type ServiceStatus = (typeof SERVICE_STATUS)[keyof typeof SERVICE_STATUS]

/** States of laundry (spec section 4), a view of the statuses. */
export const LAUNDRY_STATE = {
  CANCELED: 0,
  CONFIRMED: 1,
  PICKUP_ACCEPTED: 2,
  DRIVER_ON_WAY: 3,
  PICKED_UP: 4,
  UPDATED: 5,
  READY_FOR_DELIVERY: 6,
  DELIVERED: 7
} as const
export type LaundryState = (typeof LAUNDRY_STATE)[keyof typeof LAUNDRY_STATE]

const S = SERVICE_STATUS

/** A booking is active while its price is not agreed to; then it is an order. */
export const isActiveBooking = (status: ServiceStatus): boolean => status > S.CANCELLED && status < S.COLLECTING

/** What staff do next before there is a price: a courier leaves, has the things, and the work begins. */
const NEXT: Partial<Record<ServiceStatus, ServiceStatus>> = {
  [S.ACCEPTED]: S.DRIVER_ON_WAY,
  [S.DRIVER_ON_WAY]: S.PICKED_UP,
  [S.PICKED_UP]: S.IN_PROCESS
}
export const nextServiceStatus = (status: ServiceStatus): ServiceStatus | null => NEXT[status] ?? null

/** Whether the things are with the supplier, so that they can be counted and weighed. */
export const canBePriced = (status: ServiceStatus): boolean => status === S.PICKED_UP || status === S.IN_PROCESS || status === S.UPDATED

/** People cancel until the courier leaves, and decline a price. In between their things are on the way or being worked on. */
export const canCancelBooking = (status: ServiceStatus): boolean => status === S.ACCEPTED || status === S.UPDATED

/** The order that a price became, as far as a booking's status follows from it. */
export interface BookedOrder {
  status: OrderStatus
  /** It ended before it was paid or confirmed. */
  unpaid: boolean
}

const OF_ORDER: Readonly<Record<OrderStatus, ServiceStatus>> = {
  [ORDER_STATUS.NEW_NOT_PAID]: S.UPDATED,
  [ORDER_STATUS.OPEN]: S.COLLECTING,
  [ORDER_STATUS.PAID]: S.COLLECTING,
  [ORDER_STATUS.IN_PROCESS]: S.COLLECTING,
  [ORDER_STATUS.READY_FOR_DELIVERY]: S.READY_FOR_DELIVERY,
  [ORDER_STATUS.COMPLETELY_DELIVERED]: S.COMPLETELY_DELIVERED,
  [ORDER_STATUS.CANCELLED]: S.CANCELLED
}

/**
 * The status of a booking: its own until the price is agreed to, then that of its order. An order that was never paid is as if the price had
 * not been agreed to.
 */
export const serviceStatusOf = (own: ServiceStatus, order: BookedOrder | null): ServiceStatus =>
  own !== S.UPDATED || order === null || order.unpaid ? own : OF_ORDER[order.status]

/** `pickupAccepted`: a courier has taken the pickup on. */
export const laundryStateOf = (status: ServiceStatus, pickupAccepted: boolean): LaundryState => {
  if (status === S.ACCEPTED) return pickupAccepted ? LAUNDRY_STATE.PICKUP_ACCEPTED : LAUNDRY_STATE.CONFIRMED
  return LAUNDRY[status]
}

const LAUNDRY: Readonly<Record<Exclude<ServiceStatus, 1>, LaundryState>> = {
  [S.CANCELLED]: LAUNDRY_STATE.CANCELED,
  [S.DRIVER_ON_WAY]: LAUNDRY_STATE.DRIVER_ON_WAY,
  [S.PICKED_UP]: LAUNDRY_STATE.PICKED_UP,
  [S.IN_PROCESS]: LAUNDRY_STATE.PICKED_UP,
  [S.UPDATED]: LAUNDRY_STATE.UPDATED,
  [S.COLLECTING]: LAUNDRY_STATE.UPDATED,
  [S.READY_FOR_DELIVERY]: LAUNDRY_STATE.READY_FOR_DELIVERY,
  [S.COMPLETELY_DELIVERED]: LAUNDRY_STATE.DELIVERED
}

/** Why a booking ended. declined: the price; notAgreed: nobody answered; the things come back unpaid then. */
export const BOOKING_ENDS = ['customer', 'declined', 'notAgreed', 'supplier'] as const
export type BookingEnd = (typeof BOOKING_ENDS)[number]

/** How long a price waits for an answer, and after how much of it the person is reminded. */
export const AGREE_WITHIN_HOURS = 24
export const REMIND_AFTER_HOURS = 12
