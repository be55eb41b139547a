import type { OrderCard, OrderDetails, OrderEvent } from '#contract/orders/calls.ts'
import { isActive } from '#domain/order-status.ts'

export const isOngoing = (order: Pick<OrderCard, 'status'>): boolean => isActive(order.status)

/** Milliseconds an unpaid order is still kept; null when nothing runs out. Never negative. */
export const payableFor = (order: Pick<OrderCard, 'payment' | 'payBefore'>, now: number): number | null =>
  order.payment === 'awaiting' && order.payBefore ? Math.max(0, Date.parse(order.payBefore) - now) : null

/** "14:05" of 845 seconds; hours are counted on as minutes. */
export const countdown = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The card of an order after an event about it; other cards come back as they are. */
export const applyEvent = <T extends OrderCard>(order: T, event: OrderEvent): T =>
  order.orderNumber === event.orderNumber
    ? {
        ...order,
        status: event.status,
        trackingStatus: event.trackingStatus,
        payment: event.payment,
        cardRefusal: event.cardRefusal ?? null
      }
    : order

/** When to ask again in milliseconds, should the stream be silent; null: nothing will change any more. */
export const askAgainAfter = (order: Pick<OrderCard, 'status' | 'payment'>): number | null => {
  if (order.payment === 'processing') return 3_000
  return isOngoing(order) ? 30_000 : null
}

/** The window before, when a reload moved it. */
export const movedFrom = (before: OrderDetails | null, after: OrderDetails): { from: string; to: string } | null =>
  before && (before.deliveryFrom !== after.deliveryFrom || before.deliveryTo !== after.deliveryTo)
    ? { from: before.deliveryFrom, to: before.deliveryTo }
    : null

/** What is under way first, each part in the order the server gave. */
export const splitOrders = (list: readonly OrderCard[]): { active: OrderCard[]; past: OrderCard[] } => ({
  active: list.filter(isOngoing),
  past: list.filter((order) => !isOngoing(order))
})
