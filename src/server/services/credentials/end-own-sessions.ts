import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { endSession, endSessionsOf } from '#server/services/auth/end-session.ts'

/** Signs one of the caller's devices out. NOT_FOUND for sessions that have ended or belong to others. */
export const endOwnSession = async (ctx: Context, id: string): Promise<{ ended: number }> => {
  const { userId } = requireUser(ctx)
  const { sessions } = schema
  const own = and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt))
  const [found] = await ctx.db.select({ id: sessions.id }).from(sessions).where(own)
  if (!found) throw fail('NOT_FOUND')
  await endSession(ctx, id, 'elsewhere')
  return { ended: 1 }
}

/** Signs the caller out on all devices, or on all others. */
export const endOwnSessions = async (ctx: Context, keepCurrent: boolean): Promise<{ ended: number }> => {
  const { userId, sessionId } = requireUser(ctx)
  return { ended: await endSessionsOf(ctx, userId, 'elsewhere', keepCurrent ? sessionId : null) }
}
