import { randomUUID } from 'node:crypto'
import type { SignedIn } from '#contract/auth/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { cancelDeletionOf } from '#server/services/auth/cancel-deletion.ts'
import { mergeGuestBasket } from '#server/services/baskets/merge.ts'
import { ACCESS_SECONDS, issueAccessToken } from './tokens/access-token.ts'
import { waitKeys } from './codes/code-limits.ts'
import type { Device } from './device.ts'
import { issueProof } from './fresh-proof.ts'
import { rememberAccount } from './known-browser.ts'
import { resetLimits } from '#server/services/core/rate-limit.ts'
import { hashToken, newRefreshToken, REFRESH_SECONDS } from './tokens/refresh-token.ts'
import { userById } from './user.ts'

interface Session {
  userId: number
  sessionId: string
  refreshToken: string
  device: Device
}
/** What a route needs to sign a browser in: the reply, and the texts that are sent only as cookies. */
export interface Entry {
  reply: SignedIn
  refreshToken: string
  knownBrowser: string
  freshProof: string
}

/**
 * Opens a session with a new token family and merges the guest's basket into the person's. Call it inside the transaction that consumes the
 * code.
 */
export const openSession = async (ctx: Context, userId: number, contact: string, device: Device): Promise<Session> => {
  await cancelDeletionOf(ctx, userId)
  const now = new Date(ctx.now())
  const session: Session = { userId, sessionId: randomUUID(), refreshToken: newRefreshToken(), device }
  await ctx.db
    .insert(schema.sessions)
    .values({ id: session.sessionId, userId, userAgent: device.userAgent, createdAt: now, lastUsedAt: now })
  await ctx.db.insert(schema.refreshTokens).values({
    hash: hashToken(session.refreshToken),
    sessionId: session.sessionId,
    createdAt: now,
    expiresAt: new Date(ctx.now() + REFRESH_SECONDS * 1000)
  })
  await resetLimits(ctx, await waitKeys(ctx, contact, device))
  if (ctx.actor.anonymousId) await mergeGuestBasket(ctx, userId, ctx.actor.anonymousId)
  return session
}

/** Builds the reply to a sign-in. Call it after the commit: signing waits for more than the database. */
export const entryOf = async (ctx: Context, { userId, sessionId, refreshToken, device }: Session): Promise<Entry> => {
  const accessToken = await issueAccessToken(ctx, userId, sessionId)
  return {
    reply: { accessToken, expiresIn: ACCESS_SECONDS, user: await userById(ctx, userId) },
    refreshToken,
    knownBrowser: await rememberAccount(ctx, device.knownBrowser, userId),
    freshProof: await issueProof(ctx, sessionId)
  }
}
