import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import { MINUTE, type Instant } from '#domain/time/yerevan-time.ts'

interface Late {
  /** By how many minutes it comes later than a part that is not late. */
  lateMinutes: number
  status: OrderStatus
}

/** Minutes by which the latest part of an order comes later than one that is not late; cancelled parts count only where all are. */
export const latestOf = (parts: readonly Late[]): number => {
  const going = parts.filter(({ status }) => status !== ORDER_STATUS.CANCELLED)
  return Math.max(0, ...(going.length > 0 ? going : parts).map(({ lateMinutes }) => lateMinutes))
}

/** Returns when a part comes: the window of the order is that of its latest part. */
export const windowOfPart = (
  order: { deliveryFrom: Date; deliveryTo: Date },
  parts: readonly Late[],
  { lateMinutes }: Pick<Late, 'lateMinutes'>
): { from: Instant; to: Instant } => {
  const earlier = (latestOf(parts) - lateMinutes) * MINUTE
  return { from: order.deliveryFrom.getTime() - earlier, to: order.deliveryTo.getTime() - earlier }
}
