import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose/jwt/decode'
import type { SignInSession } from '#contract/sign-in/calls.ts'
import { localeOfLanguageId } from '#domain/locale.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { personOfToken } from '#server/services/auth/tokens/access-token.ts'
import { userById } from '#server/services/auth/user.ts'

/** An account and its first session are written together. */
const MINUTE = 60_000

/** Returns the session of an access token in the form of sign-in libraries; null when the token is invalid. */
export const currentSession = async (ctx: Context, accessToken: string): Promise<SignInSession | null> => {
  const person = accessToken ? await personOfToken(ctx, accessToken, true) : null
  if (!person) return null
  const { exp = 0 } = decodeJwt(accessToken)
  const { sessions, users } = schema
  const [row] = await ctx.db
    .select({ since: sessions.createdAt, registered: users.createdAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, person.sessionId))
  if (!row) return null
  const user = await userById(ctx, person.userId)
  const since = row.since.getTime()
  return {
    user,
    accessToken,
    expires: toIso(exp * 1000),
    since: toIso(since),
    lang: localeOfLanguageId(user.languageId),
    currency: 'AMD',
    firstLogin: since - row.registered.getTime() < MINUTE
  }
}
