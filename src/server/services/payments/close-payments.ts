import { and, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** Expires payments that were never registered at a provider. Registered ones stay monitored: money that arrives late is found and refunded. */
export const closePayments = async (tx: Context, orderId: number): Promise<void> => {
  const { payments } = schema
  await tx.db
    .update(payments)
    .set({ state: 'expired' })
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'created')))
}
