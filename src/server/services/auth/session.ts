import { randomUUID } from 'node:crypto'
import type { SignedIn } from '#contract/auth/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { cancelDeletionOf } from '#server/services/auth/cancel-deletion.ts'
import { mergeGuestBasket } from '#server/services/baskets/merge.ts'
import { ACCESS_SECONDS, issueAccessToken } from './tokens/access-token.ts'
import { waitKey } from './codes/code-limits.ts'
import { resetLimits } from './rate-limit.ts'
import { hashToken, newRefreshToken, REFRESH_SECONDS } from './tokens/refresh-token.ts'
import { userById } from './user.ts'

interface Session {
  userId: number
  sessionId: string
  refreshToken: string
}
/** What a route needs to sign a browser in: the reply, and the token that is sent only as a cookie. */
export interface Entry {
  reply: SignedIn
  refreshToken: string
}

/**
 * Opens a session with a new token family and merges the guest's basket into the person's. Call it inside the transaction that consumes the
 * code.
 */
export const openSession = async (ctx: Context, userId: number, contact: string, userAgent: string): Promise<Session> => {
  await cancelDeletionOf(ctx, userId)
  const now = new Date(ctx.now())
  const session: Session = { userId, sessionId: randomUUID(), refreshToken: newRefreshToken() }
  await ctx.db.insert(schema.sessions).values({ id: session.sessionId, userId, userAgent, createdAt: now, lastUsedAt: now })
  await ctx.db.insert(schema.refreshTokens).values({
    hash: hashToken(session.refreshToken),
    sessionId: session.sessionId,
    createdAt: now,
    expiresAt: new Date(ctx.now() + REFRESH_SECONDS * 1000)
  })
  await resetLimits(ctx, waitKey(contact))
  if (ctx.actor.anonymousId) await mergeGuestBasket(ctx, userId, ctx.actor.anonymousId)
  return session
}

/** Builds the reply to a sign-in. Call it after the commit: signing waits for more than the database. */
export const entryOf = async (ctx: Context, { userId, sessionId, refreshToken }: Session): Promise<Entry> => {
  const accessToken = await issueAccessToken(ctx, userId, sessionId)
  return { reply: { accessToken, expiresIn: ACCESS_SECONDS, user: await userById(ctx, userId) }, refreshToken }
}
