import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'

/** How long after it was delivered an order can be rated, and said what was wrong with it. */
const DAYS = 14
const LIMIT_MS = DAYS * DAY_MINUTES * MINUTE

/** lately: it was delivered, or fetched, at most 14 days before `now`. */
export const deliveredState = (
  steps: readonly { status: OrderStatus; at: string }[],
  now: number
): 'not delivered' | 'lately' | 'long ago' => {
  const at = steps.findLast((step) => step.status === ORDER_STATUS.COMPLETELY_DELIVERED)?.at
  if (at === undefined) return 'not delivered'
  return now - Date.parse(at) <= LIMIT_MS ? 'lately' : 'long ago'
}
