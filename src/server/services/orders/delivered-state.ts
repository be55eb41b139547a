import { ORDER_STATUS } from '#domain/order-status.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import type { OrderRow } from './order-row.ts'

/** How long after it was delivered an order can be rated, and said what was wrong with it. */
const DAYS = 14
const LIMIT_MS = DAYS * DAY_MINUTES * MINUTE

/** lately: it was delivered, or fetched, at most 14 days ago. */
export const deliveredState = (
  { now }: Pick<Context, 'now'>,
  { steps }: Pick<OrderRow, 'steps'>
): 'not delivered' | 'lately' | 'long ago' => {
  const at = steps.findLast((step) => step.status === ORDER_STATUS.COMPLETELY_DELIVERED)?.at
  if (at === undefined) return 'not delivered'
  return now() - Date.parse(at) <= LIMIT_MS ? 'lately' : 'long ago'
}
