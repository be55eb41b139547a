import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { TenderRow } from './tender-rows.ts'

/**
 * Expires payments of tenders that were never registered at a provider. Registered ones stay monitored: money that arrives late is found and
 * refunded.
 */
export const closePayments = async (tx: Context, tenders: readonly TenderRow[]): Promise<void> => {
  const { payments } = schema
  const ids = tenders.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.db
    .update(payments)
    .set({ state: 'expired' })
    .where(and(inArray(payments.tenderId, ids), eq(payments.state, 'created')))
}
