import { eq } from 'drizzle-orm'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { methodOf } from './methods.ts'
import { isOwn, tendersOf } from './tender-rows.ts'
import { lowerOwnTender } from './tenders/own-money.ts'

/**
 * Lowers what is to be taken at the door for a locked order, the last tender first; what points paid beside it comes back after that. Returns
 * false, and nothing is changed, when nothing is to be taken there, or all of it is less than that.
 */
export const lowerDoorTenders = async (tx: Context, orderId: number, amount: Amount): Promise<boolean> => {
  const tenders = await tendersOf(tx, orderId)
  const due = tenders.filter(({ state, methodId }) => state === 'held' && methodOf(methodId).door !== null)
  const own = tenders.filter((tender) => tender.state === 'captured' && isOwn(tender))
  if (due.length === 0 || [...due, ...own].reduce((sum, tender) => sum + tender.amount, 0) < amount) return false
  const { orderTenders } = schema
  let open = amount
  for (const tender of [...due.toReversed(), ...own]) {
    const share = Math.min(open, tender.amount)
    open -= share
    if (share === 0) continue
    if (own.includes(tender)) await lowerOwnTender(tx, tender, share)
    else
      await tx.db
        .update(orderTenders)
        .set({ amount: tender.amount - share })
        .where(eq(orderTenders.id, tender.id))
  }
  return true
}
