import { MINUTE, type Instant } from '#domain/time/yerevan-time.ts'

interface Late {
  /** By how many minutes it comes later than a part that is not late. */
  lateMinutes: number
}

/** Minutes by which the latest part of an order comes later than one that is not late. */
export const latestOf = (parts: readonly Late[]): number => Math.max(0, ...parts.map(({ lateMinutes }) => lateMinutes))

/** Returns when a part comes: the window of the order is that of its latest part, also once that is cancelled. */
export const windowOfPart = (
  order: { deliveryFrom: Date; deliveryTo: Date },
  parts: readonly Late[],
  { lateMinutes }: Late
): { from: Instant; to: Instant } => {
  const earlier = (latestOf(parts) - lateMinutes) * MINUTE
  return { from: order.deliveryFrom.getTime() - earlier, to: order.deliveryTo.getTime() - earlier }
}
