import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'

const { fiscalCalls, fiscalReceipts, fiscalRegisters } = schema

/**
 * Sends a receipt again that was given up. One whose number has no answer is asked for under that number first: it may be printed. Returns
 * false when no receipt of that id was given up; `busy` while another number waits for its answer.
 */
export const retryReceipt = (ctx: Context, id: number): Promise<boolean | 'busy'> =>
  withTransaction(ctx, async (tx) => {
    const [receipt] = await tx.db.select().from(fiscalReceipts).where(eq(fiscalReceipts.id, id))
    if (receipt?.state !== 'dead') return false
    const { registerId } = receipt
    await tx.db.select().from(fiscalRegisters).where(eq(fiscalRegisters.id, registerId)).for('update')
    const [last] = await tx.db.select().from(fiscalCalls).where(eq(fiscalCalls.receiptId, id)).orderBy(desc(fiscalCalls.seq)).limit(1)
    const isLost = last?.state === 'lost'
    if (isLost) {
      const open = and(eq(fiscalCalls.registerId, registerId), eq(fiscalCalls.state, 'sent'))
      if ((await tx.db.select().from(fiscalCalls).where(open)).length > 0) return 'busy'
      await tx.db
        .update(fiscalCalls)
        .set({ state: 'sent', unanswered: 0, askAfter: new Date(tx.now()) })
        .where(and(eq(fiscalCalls.registerId, registerId), eq(fiscalCalls.seq, last.seq)))
    }
    await tx.db
      .update(fiscalReceipts)
      .set({ state: isLost ? 'sent' : 'due', refusals: 0, sendAfter: new Date(tx.now()) })
      .where(eq(fiscalReceipts.id, id))
    return true
  })
