import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { endSession } from './end-session.ts'
import { hashToken, readRefreshToken } from './tokens/refresh-token.ts'

/** Ends the caller's session and that of the refresh token; either is enough. Never fails. */
export const signOut = async (ctx: Context, token: string | undefined): Promise<{ signedOut: true }> => {
  if (ctx.actor.kind === 'user') await endSession(ctx, ctx.actor.sessionId, 'sign-out')
  const refreshToken = readRefreshToken(token)
  if (refreshToken) {
    const { refreshTokens } = schema
    const [row] = await ctx.db
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.hash, hashToken(refreshToken)))
    if (row) await endSession(ctx, row.sessionId, 'sign-out')
  }
  return { signedOut: true }
}
