import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { closePayments } from './close-payments.ts'
import { methodOf } from './methods.ts'
import { REFUND_DUE } from './payment-row.ts'
import { moveTenders, tendersOf } from './tender-rows.ts'

/** A locked order is cancelled: what was promised is released, what was captured is due to go back where its provider can give it back. */
export const releaseTenders = async (tx: Context, orderId: number): Promise<void> => {
  const tenders = await tendersOf(tx, orderId)
  await closePayments(tx, orderId)
  await moveTenders(
    tx,
    tenders.filter(({ state }) => state === 'held'),
    'released'
  )
  const refundable = tenders.filter(({ state, methodId }) => state === 'captured' && methodOf(methodId).refund === 'provider')
  if (refundable.length === 0) return
  const { payments } = schema
  const ids = refundable.map(({ id }) => id)
  await tx.db
    .update(payments)
    .set(REFUND_DUE)
    .where(and(inArray(payments.tenderId, ids), eq(payments.state, 'captured')))
}
