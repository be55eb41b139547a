import { inArray, sql } from 'drizzle-orm'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const DAY = 24 * 60 * MINUTE
const RETENTION_MS = 90 * DAY
/** Written once and never changed, as by a script, or by somebody who only looked. */
const UNTOUCHED_MS = 7 * DAY
const MAX_AT_ONCE = 1_000

/** Deletes guests' baskets that were not changed for 90 days, after their first write for 7; baskets of signed-in people never expire. */
export const sweepBaskets = async (ctx: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const { baskets } = schema
  const before = (ms: number): string => new Date(ctx.now() - ms).toISOString()
  const abandoned = ctx.db
    .select({ id: baskets.id })
    .from(baskets)
    .where(
      sql`${baskets.userId} is null and ${baskets.updatedAt} < ${before(UNTOUCHED_MS)}::timestamptz
        and (${baskets.version} = 1 or ${baskets.updatedAt} < ${before(RETENTION_MS)}::timestamptz)`
    )
    .orderBy(baskets.updatedAt)
    .limit(MAX_AT_ONCE)
    .for('update', { skipLocked: true })
  await ctx.db.delete(baskets).where(inArray(baskets.id, abandoned))
}
