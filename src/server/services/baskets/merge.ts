import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { changeLocked, lockBasket } from './change.ts'
import { planJoin } from './join.ts'
import { currentLines } from './lines.ts'
import { isInGroup, isOwnedBy } from './owner.ts'
import { readState } from './state.ts'

/**
 * Merges a guest's basket into the person's at sign-in. What is on the screen stays: equal lines add up to the stock, and lines of another
 * product family are replaced. Whoever is in a group order keeps that basket as it is, and the guest's waits for the next sign-in. Repeating
 * the call has no effect.
 */
export const mergeGuestBasket = async (ctx: Context, userId: number, anonymousId: string): Promise<void> => {
  if (anonymousId === '') return
  await withTransaction(ctx, async (tx) => {
    const guest = { anonymousId }
    const id = await lockBasket(tx, guest)
    if (id === null || (await isInGroup(tx, userId))) return
    const guestLines = currentLines(await readState(tx.db, isOwnedBy(guest)))
    const requested = guestLines.map(({ productId }) => productId)
    if (guestLines.length > 0) await changeLocked(tx, { userId }, (state) => planJoin(state, guestLines, 'replace'), requested)
    await tx.db.delete(schema.baskets).where(eq(schema.baskets.id, id))
  })
}
