import { errors, jwtVerify, SignJWT } from 'jose'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { keysOf } from './secret.ts'

/** Seconds an access token lives. */
export const ACCESS_SECONDS = 600
const ISSUER = 'shuka'
const AUDIENCE = 'shuka-api'
const TYPE = 'at+jwt'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface Person {
  userId: number
  sessionId: string
  isAdult: boolean | null
}

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

/** Who a bearer token stands for; null when it is forged or expired, its session ended, or the person deactivated. */
export const personOfToken = async (ctx: Context, bearer: string): Promise<Person | null> => {
  const claims = await readClaims(ctx, bearer)
  if (!claims) return null
  const { sessions, users } = schema
  const [row] = await ctx.db
    .select({ isAdult: users.isAdult })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, claims.sessionId), eq(users.id, claims.userId), isNull(sessions.endedAt), isNull(users.deactivatedAt)))
  return row ? { ...claims, isAdult: row.isAdult } : null
}

const readClaims = async (ctx: Context, bearer: string): Promise<{ userId: number; sessionId: string } | null> => {
  const { token } = await keysOf(ctx)
  const rules = { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE, typ: TYPE, currentDate: new Date(ctx.now()) }
  try {
    const { payload } = await jwtVerify(bearer, token, rules)
    const userId = Number(payload.sub)
    const sessionId = payload.sid
    return Number.isSafeInteger(userId) && typeof sessionId === 'string' && UUID.test(sessionId) ? { userId, sessionId } : null
  } catch (cause) {
    if (cause instanceof errors.JOSEError) return null
    throw cause
  }
}
