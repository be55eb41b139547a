import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { ACCESS_SECONDS, issueAccessToken } from './access-token.ts'
import { endSession } from '#server/services/auth/end-session.ts'
import { hashToken, readRefreshToken, REFRESH_SECONDS, successorOf } from './refresh-token.ts'
import { keysOf } from '#server/services/core/keys.ts'

/** How long, in milliseconds, a used token still gets its successor (two tabs, a lost answer). After that it counts as reuse. */
const GRACE = 30_000
const { refreshTokens, sessions, users } = schema

export interface Renewal {
  reply: { accessToken: string; expiresIn: number }
  refreshToken: string
}

/**
 * Replaces a refresh token by its successor, which is derived from the key. UNAUTHORIZED for a missing, unknown, expired or ended token. A
 * token used more than 30 seconds ago counts as stolen, so its whole family ends.
 */
export const refresh = async (ctx: Context, token: string | undefined): Promise<Renewal> => {
  const old = readRefreshToken(token)
  if (!old) throw fail('UNAUTHORIZED')
  const hash = hashToken(old)
  const state = (await find(ctx, hash)) ?? refused()
  if (state.usedAt === null && !(await rotate(ctx, hash, state.sessionId, await next(ctx, old)))) return refresh(ctx, old)
  if (state.usedAt !== null && ctx.now() - state.usedAt.getTime() > GRACE) {
    await endSession(ctx, state.sessionId, 'reuse')
    throw fail('UNAUTHORIZED')
  }
  const accessToken = await issueAccessToken(ctx, state.userId, state.sessionId)
  return { reply: { accessToken, expiresIn: ACCESS_SECONDS }, refreshToken: await next(ctx, old) }
}

const refused = (): never => {
  throw fail('UNAUTHORIZED')
}

const next = async (ctx: Context, token: string): Promise<string> => successorOf((await keysOf(ctx)).refresh, token)

/** Returns a valid token with its session and person. */
const find = async (ctx: Context, hash: string) => {
  const [row] = await ctx.db
    .select({ sessionId: sessions.id, userId: users.id, usedAt: refreshTokens.usedAt })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(refreshTokens.hash, hash),
        gt(refreshTokens.expiresAt, new Date(ctx.now())),
        isNull(sessions.endedAt),
        isNull(users.deactivatedAt)
      )
    )
  return row ?? null
}

/** Marks the token as used. Only one of parallel calls succeeds; the others get false and find it recently used. */
const rotate = (ctx: Context, hash: string, sessionId: string, successor: string): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const now = new Date(tx.now())
    const used = await tx.db
      .update(refreshTokens)
      .set({ usedAt: now })
      .where(and(eq(refreshTokens.hash, hash), isNull(refreshTokens.usedAt)))
      .returning({ hash: refreshTokens.hash })
    if (used.length === 0) return false
    const expiresAt = new Date(tx.now() + REFRESH_SECONDS * 1000)
    await tx.db.insert(refreshTokens).values({ hash: hashToken(successor), sessionId, createdAt: now, expiresAt })
    await tx.db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, sessionId))
    return true
  })
