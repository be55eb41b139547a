import { inArray, sql } from 'drizzle-orm'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const RETENTION_MS = 90 * 24 * 60 * MINUTE
const MAX_AT_ONCE = 1_000

/** Deletes guests' baskets that were not changed for 90 days; baskets of signed-in people never expire. */
export const sweepBaskets = async (ctx: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const { baskets } = schema
  const abandoned = ctx.db
    .select({ id: baskets.id })
    .from(baskets)
    .where(sql`${baskets.userId} is null and ${baskets.updatedAt} < ${new Date(ctx.now() - RETENTION_MS).toISOString()}::timestamptz`)
    .orderBy(baskets.updatedAt)
    .limit(MAX_AT_ONCE)
    .for('update', { skipLocked: true })
  await ctx.db.delete(baskets).where(inArray(baskets.id, abandoned))
}
