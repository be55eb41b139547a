import { lt } from 'drizzle-orm'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const RETENTION_MS = 365 * DAY_MINUTES * MINUTE

/** Deletes notifications after a year; the orders stay in the history. */
export const sweepNotifications = async (ctx: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const { notifications } = schema
  await ctx.db.delete(notifications).where(lt(notifications.createdAt, new Date(ctx.now() - RETENTION_MS)))
}
