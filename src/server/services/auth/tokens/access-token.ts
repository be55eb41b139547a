import * as errors from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { sql } from 'drizzle-orm'
import type { Instant } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { findToken, cacheToken, type Person } from './cached-tokens.ts'
import { keysOf } from '#server/services/core/keys.ts'

/** Seconds an access token lives. */
export const ACCESS_SECONDS = 600
const ISSUER = 'shuka'
const AUDIENCE = 'shuka-api'
const TYPE = 'at+jwt'
/** So far apart the clocks of two machines may be. */
const SKEW_MS = 60_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A signed token of ten minutes that names the person and the session. */
export const issueAccessToken = async (ctx: Context, userId: number, sessionId: string): Promise<string> => {
  const { token } = await keysOf(ctx)
  const now = Math.floor(ctx.now() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(String(userId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + ACCESS_SECONDS)
    .sign(token)
}

/** So long a session that held is believed to hold: one that another process ended is refused by then. */
const BELIEVED_MS = 5_000

/**
 * Who a bearer token stands for; null when it is forged or expired, its session ended, or the person deactivated. Signature and session are
 * remembered for a moment; `fresh` asks the database, as calls do that touch an account or money: baskets may believe.
 */
export const personOfToken = async (ctx: Context, bearer: string, fresh = false): Promise<Person | null> => {
  const now = ctx.now()
  const known = findToken(ctx.cache, bearer)
  if (known && now >= known.expiresAt) return null
  if (known && !fresh && Math.abs(now - known.checkedAt) < BELIEVED_MS) return known.person
  const claims = known ? { ...known.person, expiresAt: known.expiresAt } : await readClaims(ctx, bearer)
  if (!claims) return null
  const { userId, sessionId, expiresAt } = claims
  const [row] = await rowsOf<{ is_adult: boolean | null }>(
    ctx.db,
    sql`select u.is_adult from sessions s join users u on u.id = s.user_id
      where s.id = ${sessionId}::uuid and u.id = ${userId}::int and s.ended_at is null and u.deactivated_at is null`
  )
  if (!row) return null
  const person = { userId, sessionId, isAdult: row.is_adult }
  cacheToken(ctx.cache, bearer, { person, expiresAt, checkedAt: now })
  return person
}

const readClaims = async (ctx: Context, bearer: string): Promise<{ userId: number; sessionId: string; expiresAt: Instant } | null> => {
  const { token } = await keysOf(ctx)
  const rules = { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE, typ: TYPE, currentDate: new Date(ctx.now()) }
  try {
    const { payload } = await jwtVerify(bearer, token, rules)
    const userId = Number(payload.sub)
    const sessionId = payload.sid
    if ((payload.iat ?? Infinity) * 1000 > ctx.now() + SKEW_MS) return null
    if (!Number.isSafeInteger(userId) || typeof sessionId !== 'string' || !UUID.test(sessionId)) return null
    return { userId, sessionId, expiresAt: (payload.exp ?? 0) * 1000 }
  } catch (cause) {
    if (cause instanceof errors.JOSEError) return null
    throw cause
  }
}
