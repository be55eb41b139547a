import { and, eq, gt, lte, sum } from 'drizzle-orm'
import { points } from '#domain/ledger/accounts.ts'
import { ownSpent } from '#domain/ledger/received.ts'
import { wholeDrams, type Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { isSpendable, lockLots, pointsIn, takeFromLots, writeEntry, type LotRow } from './lots.ts'

/** What a person can spend now. */
export const availablePoints = async (ctx: Pick<Context, 'db' | 'now'>, userId: number): Promise<Amount> => {
  const { pointLots } = schema
  const now = new Date(ctx.now())
  const [row] = await ctx.db
    .select({ amount: sum(pointLots.remaining).mapWith(Number) })
    .from(pointLots)
    .where(and(eq(pointLots.userId, userId), gt(pointLots.remaining, 0), lte(pointLots.availableAt, now), gt(pointLots.expiresAt, now)))
  return row?.amount ?? 0
}

/** What points pay of a price: orders cost whole drams, so a fraction of a point stays where it is. */
export const coveredBy = (available: Amount, price: Amount): Amount => wholeDrams(Math.min(available, price))

/** The points that a person can spend, locked until the end of the transaction. */
export interface LockedPoints {
  lots: readonly LotRow[]
  available: Amount
}

export const lockPoints = async (tx: Context, userId: number): Promise<LockedPoints> => {
  const lots = (await lockLots(tx, userId)).filter((lot) => isSpendable(lot, tx.now()))
  return { lots, available: pointsIn(lots) }
}

interface Spent {
  userId: number
  orderId: number
  tenderId: number
  amount: Amount
}

/** Locked points pay a tender. Those that expire first go first. */
export const spendPoints = async (tx: Context, { lots }: LockedPoints, { userId, orderId, tenderId, amount }: Spent): Promise<void> => {
  const taken = await takeFromLots(tx, lots, amount)
  if (taken.reduce((all, each) => all + each.amount, 0) !== amount)
    throw new Error(`${amount} points are more than tender ${tenderId} can have`)
  await tx.db.insert(schema.pointUses).values(taken.map((each) => ({ ...each, tenderId })))
  await writeEntry(tx, { userId, type: 'withdrawn', amount: -amount, orderId, reason: { why: 'spent' } })
  await postTransfers(tx, [ownSpent(tenderId, orderId, [points(userId), amount])])
}
