import { eq } from 'drizzle-orm'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { methodOf } from './methods.ts'
import { tendersOf } from './tender-rows.ts'

/**
 * Lowers what is to be taken at the door for a locked order, the last tender first. Returns false, and nothing is changed, when less than
 * that is to be taken there.
 */
export const lowerDoorTenders = async (tx: Context, orderId: number, amount: Amount): Promise<boolean> => {
  const due = (await tendersOf(tx, orderId)).filter(({ state, methodId }) => state === 'held' && methodOf(methodId).door !== null)
  if (due.length === 0 || due.reduce((sum, tender) => sum + tender.amount, 0) < amount) return false
  const { orderTenders } = schema
  let open = amount
  for (const tender of due.toReversed()) {
    const share = Math.min(open, tender.amount)
    open -= share
    if (share > 0)
      await tx.db
        .update(orderTenders)
        .set({ amount: tender.amount - share })
        .where(eq(orderTenders.id, tender.id))
  }
  return true
}
