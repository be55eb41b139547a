import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { closePayments } from './close-payments.ts'
import { methodOf } from './methods.ts'
import { REFUND_DUE } from './payment-row.ts'
import { requestRefund } from './refund-rows.ts'
import { moveTenders, tendersOf } from './tender-rows.ts'

/** Releases the reserved tenders of a cancelled, locked order. Marks captured payments for refund where the provider supports it. */
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
  const due = await tx.db
    .update(payments)
    .set(REFUND_DUE)
    .where(and(inArray(payments.tenderId, ids), eq(payments.state, 'captured')))
    .returning({ id: payments.id, amount: payments.amount })
  for (const payment of due) await requestRefund(tx, payment, payment.amount, 'cancelled')
}
