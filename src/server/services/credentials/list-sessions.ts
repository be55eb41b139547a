import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { DeviceSession } from '#contract/credentials/calls.ts'
import { deviceOf } from '#domain/text/device.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { REFRESH_SECONDS } from '#server/services/auth/tokens/refresh-token.ts'

/** Limit of the list. People with more sessions see the newest and can end all. */
const MAX_SHOWN = 50

/** Returns the caller's sessions with a valid refresh token, most recently used first. */
export const listSessions = async (ctx: Context): Promise<{ items: DeviceSession[]; totalCount: number }> => {
  const { userId, sessionId } = requireUser(ctx)
  const { sessions } = schema
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.lastUsedAt, new Date(ctx.now() - REFRESH_SECONDS * 1000)))
    )
    .orderBy(desc(sessions.lastUsedAt), sessions.id)
  const items = rows.slice(0, MAX_SHOWN).map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    ...deviceOf(userAgent),
    isCurrent: id === sessionId,
    signedInAt: toIso(createdAt.getTime()),
    lastUsedAt: toIso(lastUsedAt.getTime())
  }))
  return { items, totalCount: rows.length }
}
