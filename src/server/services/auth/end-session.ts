import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { closeSession } from './session-watch.ts'
import { evictPerson, evictSession } from './tokens/cached-tokens.ts'

const { sessions } = schema
export type EndReason = 'sign-out' | 'reuse' | 'password' | 'elsewhere' | 'deletion' | 'claimed'

/** Ends a session: its tokens are refused from now on, and its open streams end. A second call keeps the first reason. */
export const endSession = async (ctx: Context, sessionId: string, endReason: EndReason): Promise<void> => {
  await ctx.db
    .update(sessions)
    .set({ endedAt: new Date(ctx.now()), endReason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  evictSession(ctx.cache, sessionId)
  closeSession(ctx.cache, sessionId)
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
  ctx.afterCommit(() => {
    evictPerson(ctx.cache, userId)
    for (const { id } of ended) closeSession(ctx.cache, id)
  })
  return ended.length
}
