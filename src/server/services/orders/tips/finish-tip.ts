import { eq } from 'drizzle-orm'
import { TIP_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import type { OrderRow } from '../order-row.ts'
import { setPaidStatus } from '../without-goods/set-paid-status.ts'

/** Whether an order is a tip, which has no parts and no lines. */
export const isTip = ({ orderMode }: Pick<OrderRow, 'orderMode'>): boolean => orderMode === TIP_MODE

/** A locked tip is paid: the page of the order that it is for says so. */
export const finishTip = async (tx: Context, tip: OrderRow): Promise<void> => {
  await setPaidStatus(tx, tip, ORDER_STATUS.COMPLETELY_DELIVERED, { paidAt: new Date(tx.now()), payBefore: null })
  const { orders } = schema
  const [order] = await tx.db
    .select()
    .from(orders)
    .where(eq(orders.id, tip.tipFor ?? 0))
  if (order) await recordOrderEvent(tx, 'order.changed', order)
}
