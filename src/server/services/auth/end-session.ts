import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { forgetSession } from './known-tokens.ts'

/** Ends a session: its refresh tokens and its access tokens are refused from now on. Ending twice keeps the first reason. */
export const endSession = async (ctx: Context, sessionId: string, endReason: 'sign-out' | 'reuse'): Promise<void> => {
  const { sessions } = schema
  await ctx.db
    .update(sessions)
    .set({ endedAt: new Date(ctx.now()), endReason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  forgetSession(ctx.config, sessionId)
}
