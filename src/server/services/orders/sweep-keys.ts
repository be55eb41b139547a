import { lt } from 'drizzle-orm'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const RETENTION_MS = 48 * 60 * MINUTE

/** Deletes idempotency keys after 48 hours; from then on the same key counts as new. */
export const sweepKeys = async (ctx: Context): Promise<void> => {
  const { idempotencyKeys } = schema
  await ctx.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(ctx.now() - RETENTION_MS)))
}
