/** Statuses of spec section 4, with its numbers. */
export const ORDER_STATUS = {
  CANCELLED: -1,
  OPEN: 0,
  IN_PROCESS: 1,
  READY_FOR_DELIVERY: 5,
  COMPLETELY_DELIVERED: 7,
  PAID: 12,
  NEW_NOT_PAID: 17
} as const
export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS]

export const TRACKING_STATUS = { CANCELED: 0, NEW: 1, PREPARING: 2, EN_ROUTE: 3, DELIVERED: 4 } as const
export type TrackingStatus = (typeof TRACKING_STATUS)[keyof typeof TRACKING_STATUS]

export const NOTIFICATION_STATUS = { DRAFT: 0, NEW: 1, ON_WAY: 2, DELIVERED: 4, ACCEPTED: 7, IN_PLACE: 9, CANCELLED: 10 } as const

const S = ORDER_STATUS

/**
 * Allowed transitions of an order (or its part at one supplier). Cash starts OPEN; card starts NEW_NOT_PAID and becomes PAID, or OPEN when
 * changed to cash. What a supplier has started is only cancelled by staff.
 */
export const ORDER_TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  [S.NEW_NOT_PAID]: [S.PAID, S.OPEN, S.CANCELLED],
  [S.OPEN]: [S.IN_PROCESS, S.CANCELLED],
  [S.PAID]: [S.IN_PROCESS, S.CANCELLED],
  [S.IN_PROCESS]: [S.READY_FOR_DELIVERY, S.CANCELLED],
  [S.READY_FOR_DELIVERY]: [S.COMPLETELY_DELIVERED, S.CANCELLED],
  [S.COMPLETELY_DELIVERED]: [],
  [S.CANCELLED]: []
}

/** Regular sequence of an order's statuses. */
const PROGRESS: readonly OrderStatus[] = [S.NEW_NOT_PAID, S.OPEN, S.PAID, S.IN_PROCESS, S.READY_FOR_DELIVERY, S.COMPLETELY_DELIVERED]

/** Name of a status, as staff and logs have it. */
export const statusName = (status: OrderStatus): string =>
  Object.entries(ORDER_STATUS).find(([, value]) => value === status)?.[0] ?? String(status)

export const isFinal = (status: OrderStatus): boolean => ORDER_TRANSITIONS[status].length === 0
/** True for orders in progress, unpaid ones included. */
export const isActive = (status: OrderStatus): boolean => !isFinal(status)

/** Checks a transition; `why` is for logs and developers. */
export const canMove = (from: OrderStatus, to: OrderStatus): { ok: true } | { ok: false; why: string } => {
  if (ORDER_TRANSITIONS[from].includes(to)) return { ok: true }
  if (from === to) return { ok: false, why: `the order is already ${statusName(to)}` }
  if (isFinal(from)) return { ok: false, why: `${statusName(from)} is final, so the order cannot become ${statusName(to)}` }
  const allowed = ORDER_TRANSITIONS[from].map(statusName).join(', ')
  return { ok: false, why: `an order that is ${statusName(from)} cannot become ${statusName(to)}, only ${allowed}` }
}

const TRACKING: Record<OrderStatus, TrackingStatus> = {
  [S.CANCELLED]: TRACKING_STATUS.CANCELED,
  [S.NEW_NOT_PAID]: TRACKING_STATUS.NEW,
  [S.OPEN]: TRACKING_STATUS.NEW,
  [S.PAID]: TRACKING_STATUS.NEW,
  [S.IN_PROCESS]: TRACKING_STATUS.PREPARING,
  [S.READY_FOR_DELIVERY]: TRACKING_STATUS.EN_ROUTE,
  [S.COMPLETELY_DELIVERED]: TRACKING_STATUS.DELIVERED
}
export const trackingOf = (status: OrderStatus): TrackingStatus => TRACKING[status]

/** Tracking steps shown to the person, in order. */
export const TRACKING_STEPS = [
  TRACKING_STATUS.NEW,
  TRACKING_STATUS.PREPARING,
  TRACKING_STATUS.EN_ROUTE,
  TRACKING_STATUS.DELIVERED
] as const satisfies readonly TrackingStatus[]

const NEXT: Partial<Record<OrderStatus, OrderStatus>> = {
  [S.OPEN]: S.IN_PROCESS,
  [S.PAID]: S.IN_PROCESS,
  [S.IN_PROCESS]: S.READY_FOR_DELIVERY,
  [S.READY_FOR_DELIVERY]: S.COMPLETELY_DELIVERED
}
/** Next regular status; null at the end and while payment is awaited. */
export const nextStatus = (status: OrderStatus): OrderStatus | null => NEXT[status] ?? null

/**
 * Returns the status of an order from its parts: the least advanced one that is not cancelled; cancelled when all are. Throws RangeError
 * for no parts.
 */
export const aggregateStatus = (parts: readonly OrderStatus[]): OrderStatus => {
  if (parts.length === 0) throw new RangeError('an order has at least one part')
  return PROGRESS.find((status) => parts.includes(status)) ?? S.CANCELLED
}

const NOT_STARTED: readonly OrderStatus[] = [S.NEW_NOT_PAID, S.OPEN, S.PAID]

/**
 * The buyer can cancel a whole order while no supplier has started a part of it. What was booked is done by then: it is cancelled while it is
 * not paid, and its price can be declined again.
 */
export const canCancelOrder = (parts: readonly OrderStatus[], isBooked = false): boolean => {
  const live = parts.filter((status) => status !== S.CANCELLED)
  return live.length > 0 && live.every((status) => (isBooked ? status === S.NEW_NOT_PAID : NOT_STARTED.includes(status)))
}

/** Returns whether a part moves with the whole order: to cancelled all do, otherwise those not further already. */
export const movesAlong = (part: OrderStatus, to: OrderStatus): boolean =>
  part !== S.CANCELLED && (to === S.CANCELLED || canMove(part, to).ok)
