import { eq } from 'drizzle-orm'
import type { OrderStatus } from '#domain/order-status.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import type { OrderRow } from '../order-row.ts'

/** Moves a locked order of which suppliers prepare nothing: gift cards and tips are paid and done, or cancelled. */
export const setPaidStatus = async (
  tx: Context,
  order: OrderRow,
  status: OrderStatus,
  change: Partial<Pick<OrderRow, 'paidAt' | 'payBefore'>>
): Promise<void> => {
  const { orders } = schema
  const [moved] = await tx.db
    .update(orders)
    .set({ ...change, status, steps: [...order.steps, { status, at: toIso(tx.now()) }] })
    .where(eq(orders.id, order.id))
    .returning()
  if (!moved) throw new Error(`order ${order.number} is locked but was not updated`)
  await recordOrderEvent(tx, 'order.status', moved)
}
