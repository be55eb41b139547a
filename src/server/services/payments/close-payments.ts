import { and, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** A payment nobody was sent to yet is over. One at its provider is watched on: money that comes late is found and given back. */
export const closePayments = async (tx: Context, orderId: number): Promise<void> => {
  const { payments } = schema
  await tx.db
    .update(payments)
    .set({ state: 'expired' })
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'created')))
}
