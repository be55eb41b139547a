import { lt } from 'drizzle-orm'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** As the privacy policy says. */
const RETENTION_MS = 365 * DAY_MINUTES * MINUTE

/** Deletes applications a year after they were written. */
export const sweepApplications = async (ctx: Context): Promise<void> => {
  const { applications } = schema
  await ctx.db.delete(applications).where(lt(applications.createdAt, new Date(ctx.now() - RETENTION_MS)))
}
