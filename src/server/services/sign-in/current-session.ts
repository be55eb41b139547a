import { decodeJwt } from 'jose/jwt/decode'
import type { SignInSession } from '#contract/sign-in/calls.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { personOfToken } from '#server/services/auth/tokens/access-token.ts'
import { userById } from '#server/services/auth/user.ts'

/** Returns the session of an access token in the form of sign-in libraries; null when the token is invalid. */
export const currentSession = async (ctx: Context, accessToken: string): Promise<SignInSession | null> => {
  const person = accessToken ? await personOfToken(ctx, accessToken, true) : null
  if (!person) return null
  const { exp = 0 } = decodeJwt(accessToken)
  return { user: await userById(ctx, person.userId), accessToken, expires: toIso(exp * 1000) }
}
