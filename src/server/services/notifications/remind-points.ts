import { and, asc, gt, inArray, isNull, lte } from 'drizzle-orm'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { lockLots, pointsIn } from '#server/services/wallet/lots.ts'
import { notifyExpiring } from './notify-points.ts'

const { pointLots } = schema
/** How long before they expire people are told of their points. */
const REMIND_MS = 7 * DAY_MINUTES * MINUTE
const MAX_AT_ONCE = 100

/** Tells people of points that expire within a week, once for each lot and all of them together. Returns how many people. Safe in several processes. */
export const remindOfPoints = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const [now, soon] = [new Date(ctx.now()), new Date(ctx.now() + REMIND_MS)]
  const due = await ctx.db
    .selectDistinct({ userId: pointLots.userId })
    .from(pointLots)
    .where(and(gt(pointLots.remaining, 0), gt(pointLots.expiresAt, now), lte(pointLots.expiresAt, soon), isNull(pointLots.remindedAt)))
    .orderBy(asc(pointLots.userId))
    .limit(MAX_AT_ONCE)
  let reminded = 0
  for (const { userId } of due) if (goesOn()) reminded += (await withTransaction(ctx, (tx) => remind(tx, userId, soon))) ? 1 : 0
  return reminded
}

const remind = async (tx: Context, userId: number, soon: Date): Promise<boolean> => {
  const lots = (await lockLots(tx, userId)).filter(
    ({ expiresAt, remindedAt }) => remindedAt === null && expiresAt <= soon && expiresAt.getTime() > tx.now()
  )
  const [first] = lots
  if (!first) return false
  const ids = lots.map(({ id }) => id)
  await tx.db
    .update(pointLots)
    .set({ remindedAt: new Date(tx.now()) })
    .where(inArray(pointLots.id, ids))
  await notifyExpiring(tx, userId, { amount: pointsIn(lots), until: first.expiresAt })
  return true
}
