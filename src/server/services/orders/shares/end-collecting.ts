import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { tendersOf } from '#server/services/payments/tender-rows.ts'
import { releaseOrder } from '../release-order.ts'
import { refundOrder, settleOrder } from '../settle-order.ts'
import { lockCollecting } from './shared-order.ts'

/**
 * Cancels the order for whose shares a group order waits. `cancelled`: with the group order, and what is paid goes back; `opened`: people
 * choose again, as long as nobody has paid (GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER). The providers are asked first; money that comes later
 * goes back.
 */
export const endCollecting = async (ctx: Context, orderId: number, end: 'cancelled' | 'opened'): Promise<void> => {
  const answers = await settleOrder(ctx, orderId)
  await withTransaction(ctx, async (tx) => {
    const { order } = await lockCollecting(tx, orderId)
    const isPaid = (await tendersOf(tx, orderId)).some(({ state }) => state === 'captured')
    if (end === 'opened' && isPaid) throw fail('GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER')
    await releaseOrder(tx, order, end)
  })
  // Closes the pages at the banks. One that did not answer just now is left to the reconciling job.
  if (answers) await settleOrder(ctx, orderId)
  await refundOrder(ctx, orderId)
}
