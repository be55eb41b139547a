import type * as auth from '#contract/auth/calls.ts'
import type { authSchemas } from '#contract/auth/schemas.ts'
import { changePerson } from '#server/services/auth/change-person.ts'
import { login } from '#server/services/auth/login.ts'
import { me } from '#server/services/auth/me.ts'
import { refresh } from '#server/services/auth/tokens/refresh.ts'
import { readRefreshToken } from '#server/services/auth/tokens/refresh-token.ts'
import { register } from '#server/services/auth/register.ts'
import { sendCode } from '#server/services/auth/codes/send-code.ts'
import { signOut } from '#server/services/auth/sign-out.ts'
import { verifyCode } from '#server/services/auth/codes/verify-code.ts'
import { ServiceError } from '#server/services/core/fail.ts'
import type { Http } from './http/http.ts'
import type { Handlers } from './http/mount.ts'
import { clearSession, endVisit, enter, refreshCookie, writeTokens } from './http/session-cookies.ts'

/** Reads the token from the cookie, then from the body (spec section 4); the literal text `undefined` counts as missing. */
const refreshTokenOf = (http: Http, bodyToken: string | undefined): string | undefined =>
  readRefreshToken(refreshCookie(http)) ?? readRefreshToken(bodyToken) ?? undefined

export const authHandlers: Handlers<typeof auth, typeof authSchemas> = {
  sendCode: (ctx, { body }, http) => sendCode(ctx, body, http),
  verifyCode: (ctx, { body }) => verifyCode(ctx, body),
  login: async (ctx, { body }, http) => enter(http, await login(ctx, body, http)),
  register: async (ctx, { body }, http) => enter(http, await register(ctx, body, http)),
  refresh: async (ctx, { body }, http) => {
    try {
      const { reply, refreshToken } = await refresh(ctx, refreshTokenOf(http, body.refreshToken))
      writeTokens(http, reply.accessToken, refreshToken)
      return reply
    } catch (cause) {
      if (cause instanceof ServiceError) clearSession(http)
      throw cause
    }
  },
  me: (ctx) => me(ctx),
  change: (ctx, { body }) => changePerson(ctx, body),
  signOut: async (ctx, _input, http) => {
    const reply = await signOut(ctx, refreshCookie(http))
    endVisit(http)
    return reply
  }
}
