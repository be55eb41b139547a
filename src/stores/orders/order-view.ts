import type { OrderCard, OrderDetails, OrderEvent } from '#contract/orders/calls.ts'
import { isActive } from '#domain/order-status.ts'

export const isOngoing = (order: Pick<OrderCard, 'status'>): boolean => isActive(order.status)

/** Whether the caller has to pay some of it: of a group order that its initiator pays, members do not. */
export const isPayer = ({ group }: Pick<OrderCard, 'group'>): boolean => group === null || group.isOwner || group.paidByAll

/** True when the delivery window is over and the order is still under way; `now` is 0 before the clock runs. */
export const isLate = (order: Pick<OrderCard, 'status' | 'deliveryTo'>, now: number): boolean =>
  isOngoing(order) && now > Date.parse(order.deliveryTo)

/** What is still to be paid of an order, AMD: points may have paid a share. */
export const dueOf = ({ tenders }: Pick<OrderDetails, 'tenders'>): number =>
  tenders.filter(({ state }) => state === 'held').reduce((sum, { amount }) => sum + amount, 0)

/** Milliseconds until an unpaid order expires, at least 0; null when it does not expire. */
export const payableFor = (order: Pick<OrderCard, 'payment' | 'payBefore'>, now: number): number | null =>
  order.payment === 'awaiting' && order.payBefore ? Math.max(0, Date.parse(order.payBefore) - now) : null

/** Formats as minutes and seconds: "14:05" for 845 seconds; hours are shown as minutes. */
export const countdown = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Applies an event to the card of its order; other cards are returned unchanged. */
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

/** Polling delay in milliseconds, in case the stream is down; null when the order is final. */
export const pollDelay = (order: Pick<OrderCard, 'status' | 'payment'>): number | null => {
  if (order.payment === 'processing') return 3_000
  return isOngoing(order) ? 30_000 : null
}

/** The previous delivery window when a reload changed it, else null. */
export const movedFrom = (before: OrderDetails | null, after: OrderDetails): { from: string; to: string } | null =>
  before && (before.deliveryFrom !== after.deliveryFrom || before.deliveryTo !== after.deliveryTo)
    ? { from: before.deliveryFrom, to: before.deliveryTo }
    : null

/** Splits active and past orders; each list retains the server's order. */
export const splitOrders = (list: readonly OrderCard[]): { active: OrderCard[]; past: OrderCard[] } => ({
  active: list.filter(isOngoing),
  past: list.filter((order) => !isOngoing(order))
})
