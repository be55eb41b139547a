import * as errors from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { sql } from 'drizzle-orm'
import type { Instant } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { findToken, cacheToken, type Person } from './cached-tokens.ts'
import { keysOf } from '#server/services/core/keys.ts'

/** Lifetime of an access token, in seconds. */
export const ACCESS_SECONDS = 600
const ISSUER = 'shuka'
const AUDIENCE = 'shuka-api'
const TYPE = 'at+jwt'
/** Tolerated clock difference between machines. */
const SKEW_MS = 60_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Creates a signed token of ten minutes that names the person and the session. */
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

/** How long a valid session is cached: at most this long after another process ended it, it is refused. */
const CACHED_MS = 5_000

/**
 * Returns the person of a bearer token; null when it is forged or expired, its session has ended, or the person is deactivated. Signature
 * and session are cached briefly; `fresh` reads the database, as calls on accounts and money require.
 */
export const personOfToken = async (ctx: Context, bearer: string, fresh = false): Promise<Person | null> => {
  const now = ctx.now()
  const cached = findToken(ctx.cache, bearer)
  if (cached && now >= cached.expiresAt) return null
  if (cached && !fresh && Math.abs(now - cached.checkedAt) < CACHED_MS) return cached.person
  const claims = cached ? { ...cached.person, expiresAt: cached.expiresAt } : await readClaims(ctx, bearer)
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
