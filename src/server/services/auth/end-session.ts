import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { evictPerson, evictSession } from './tokens/cached-tokens.ts'

const { sessions } = schema
export type EndReason = 'sign-out' | 'reuse' | 'password' | 'elsewhere' | 'deletion' | 'claimed'

/** Ends a session: its refresh and access tokens are refused from now on. A second call keeps the first reason. */
export const endSession = async (ctx: Context, sessionId: string, endReason: EndReason): Promise<void> => {
  await ctx.db
    .update(sessions)
    .set({ endedAt: new Date(ctx.now()), endReason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  evictSession(ctx.cache, sessionId)
}

/** Ends all sessions of a person, except an optional one. Returns how many ended. */
export const endSessionsOf = async (
  ctx: Context,
  userId: number,
  endReason: EndReason,
  exceptSessionId: string | null = null
): Promise<number> => {
  const ended = await ctx.db
    .update(sessions)
    .set({ endedAt: new Date(ctx.now()), endReason })
    .where(
      and(eq(sessions.userId, userId), isNull(sessions.endedAt), exceptSessionId === null ? undefined : ne(sessions.id, exceptSessionId))
    )
    .returning({ id: sessions.id })
  ctx.afterCommit(() => evictPerson(ctx.cache, userId))
  return ended.length
}
