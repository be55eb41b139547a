import { and, asc, gt, lte } from 'drizzle-orm'
import { pointsLost } from '#domain/ledger/own-money.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { oneByOne, workInSlots } from '#server/services/core/work-in-slots.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { lockLots, pointsIn, takeFromLots, writeEntry, type LotRow } from './lots.ts'

const { pointLots } = schema
const MAX_AT_ONCE = 100

/** Points that nobody spent in time expire, person by person. Returns of how many people. Safe in several processes. */
export const expirePoints = async (ctx: Context, goesOn?: () => boolean): Promise<number> => {
  const due = await ctx.db
    .selectDistinct({ userId: pointLots.userId })
    .from(pointLots)
    .where(and(gt(pointLots.remaining, 0), lte(pointLots.expiresAt, new Date(ctx.now()))))
    .orderBy(asc(pointLots.userId))
    .limit(MAX_AT_ONCE)
  let expired = 0
  const expire = async ({ userId }: (typeof due)[number]): Promise<void> => {
    const lost = await withTransaction(ctx, async (tx) => {
      const lots = (await lockLots(tx, userId)).filter(({ expiresAt }) => expiresAt.getTime() <= tx.now())
      return losePoints(tx, userId, lots)
    })
    if (lost > 0) expired += 1
  }
  await workInSlots({ atOnce: 1, claim: oneByOne(due), work: expire, ...(goesOn && { goesOn }) })
  return expired
}

/** What is left in locked lots of a person is lost, entry by entry. Returns how much. */
export const losePoints = async (tx: Context, userId: number, lots: readonly LotRow[]): Promise<Amount> => {
  for (const lot of lots) {
    await takeFromLots(tx, [lot], lot.remaining)
    const reason = { why: 'expired' } as const
    const entry = await writeEntry(tx, {
      userId,
      type: 'recalculation',
      amount: -lot.remaining,
      orderId: lot.orderId,
      lotId: lot.id,
      reason
    })
    await postTransfers(tx, [pointsLost(`wallet-entry:${entry}:lost`, userId, lot.remaining, lot.remaining)])
  }
  return pointsIn(lots)
}

/** A person whose account is erased loses all points, also those that are pending. */
export const loseAllPoints = async (tx: Context, userId: number): Promise<void> => {
  await losePoints(tx, userId, await lockLots(tx, userId))
}
