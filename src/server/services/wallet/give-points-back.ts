import { desc, eq } from 'drizzle-orm'
import type { Amount } from '#domain/money.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { writeEntry } from './lots.ts'

const { pointLots, pointUses } = schema
/** Points that come back can be spent for so long at least. */
const RETURNED_LIVE_MS = 30 * DAY_MINUTES * MINUTE

interface Back {
  tenderId: number
  userId: number
  orderId: number
  amount: Amount
  /** lowered: the order became cheaper before its money was there. */
  why: 'returned' | 'lowered'
}

/**
 * Points that paid a tender come back to where they were taken from, those that live longest first. Returns the entry of the history. The
 * caller posts where they come from.
 */
export const givePointsBack = async (tx: Context, { tenderId, userId, orderId, amount, why }: Back): Promise<number> => {
  const uses = await tx.db
    .select({ use: pointUses, lot: pointLots })
    .from(pointUses)
    .innerJoin(pointLots, eq(pointLots.id, pointUses.lotId))
    .where(eq(pointUses.tenderId, tenderId))
    .orderBy(desc(pointLots.id))
    .for('update')
  const until = new Date(tx.now() + RETURNED_LIVE_MS)
  let open = amount
  for (const { use, lot } of uses.toSorted((a, b) => b.lot.expiresAt.getTime() - a.lot.expiresAt.getTime() || b.lot.id - a.lot.id)) {
    const share = Math.min(open, use.amount - use.returned)
    if (share === 0) continue
    open -= share
    await tx.db
      .update(pointUses)
      .set({ returned: use.returned + share })
      .where(eq(pointUses.id, use.id))
    await tx.db
      .update(pointLots)
      .set({ remaining: lot.remaining + share, expiresAt: lot.expiresAt > until ? lot.expiresAt : until })
      .where(eq(pointLots.id, lot.id))
  }
  if (open > 0) throw new Error(`tender ${tenderId} was paid ${open} points less than are to come back`)
  return writeEntry(tx, { userId, type: 'refund', amount, orderId, reason: { why } })
}
