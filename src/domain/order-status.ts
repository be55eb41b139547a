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
 * Where an order (or its part at one supplier) may go. Cash starts OPEN; card starts NEW_NOT_PAID and becomes PAID,
 * or OPEN when turned into cash. What a supplier has begun can no longer be cancelled.
 */
export const ORDER_TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  [S.NEW_NOT_PAID]: [S.PAID, S.OPEN, S.CANCELLED],
  [S.OPEN]: [S.IN_PROCESS, S.CANCELLED],
  [S.PAID]: [S.IN_PROCESS, S.CANCELLED],
  [S.IN_PROCESS]: [S.READY_FOR_DELIVERY],
  [S.READY_FOR_DELIVERY]: [S.COMPLETELY_DELIVERED],
  [S.COMPLETELY_DELIVERED]: [],
  [S.CANCELLED]: []
}

/** From the beginning of an order to its end. */
const PROGRESS: readonly OrderStatus[] = [S.NEW_NOT_PAID, S.OPEN, S.PAID, S.IN_PROCESS, S.READY_FOR_DELIVERY, S.COMPLETELY_DELIVERED]

const nameOf = (status: OrderStatus): string => Object.entries(ORDER_STATUS).find(([, value]) => value === status)?.[0] ?? String(status)

export const isFinal = (status: OrderStatus): boolean => ORDER_TRANSITIONS[status].length === 0
/** Under way, an unpaid order included. */
export const isActive = (status: OrderStatus): boolean => !isFinal(status)

/** Whether a transition is allowed; `why` is for logs and developers, not for the person. */
export const canMove = (from: OrderStatus, to: OrderStatus): { ok: true } | { ok: false; why: string } => {
  if (ORDER_TRANSITIONS[from].includes(to)) return { ok: true }
  if (from === to) return { ok: false, why: `the order is already ${nameOf(to)}` }
  if (isFinal(from)) return { ok: false, why: `${nameOf(from)} is final, so the order cannot become ${nameOf(to)}` }
  const allowed = ORDER_TRANSITIONS[from].map(nameOf).join(', ')
  return { ok: false, why: `an order that is ${nameOf(from)} cannot become ${nameOf(to)}, only ${allowed}` }
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

/** The steps a person sees, in order. */
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
/** Where an order goes if all is well; null at the end and while payment is awaited. */
export const nextStatus = (status: OrderStatus): OrderStatus | null => NEXT[status] ?? null

/** Status of an order from its parts, which move alone: the least advanced not cancelled; cancelled when all are. Throws RangeError for no parts. */
export const aggregateStatus = (parts: readonly OrderStatus[]): OrderStatus => {
  if (parts.length === 0) throw new RangeError('an order has at least one part')
  return PROGRESS.find((status) => parts.includes(status)) ?? S.CANCELLED
}

/** Whether a whole order can be cancelled: nobody has begun any part of it. */
export const canCancelOrder = (parts: readonly OrderStatus[]): boolean => {
  const live = parts.filter((status) => status !== S.CANCELLED)
  return live.length > 0 && live.every((status) => canMove(status, S.CANCELLED).ok)
}

/** Which parts go along when the whole order moves: all to be cancelled, else those that are not further already. */
export const movesAlong = (part: OrderStatus, to: OrderStatus): boolean =>
  part !== S.CANCELLED && (to === S.CANCELLED || canMove(part, to).ok)
