import { ownPath } from '#domain/text/own-path.ts'
import { localePath } from '#domain/locale.ts'
import { SignInFailed } from '#server/adapters/sign-in/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Origin } from '#server/services/auth/device.ts'
import { requireProof } from '#server/services/auth/fresh-proof.ts'
import { keysOf } from '#server/services/core/keys.ts'
import { fail } from '#server/services/core/fail.ts'
import { findProvider } from './providers.ts'
import { csrfOf, hashKey, isCsrfOf, isKey, newKey, secretsOf } from './visit-secrets.ts'

/** Lifetime of a visit to a provider, in milliseconds. */
export const VISIT_MS = 600_000

interface SignInRequest {
  provider: string
  csrfToken: string
  redirect?: string | undefined
  enablePickup?: boolean | undefined
}

/** Returns the browser's key, existing or new, and its CSRF token. */
export const openBrowser = async (ctx: Context, existingKey: string | undefined): Promise<{ browserKey: string; csrfToken: string }> => {
  const browserKey = isKey(existingKey) ? existingKey : newKey()
  return { browserKey, csrfToken: csrfOf((await keysOf(ctx)).signIn, browserKey) }
}

/**
 * Begins a visit and returns the provider's address. For a signed-in person the provider is linked to their account, with a
 * fresh proof. PROOF_REQUIRED, BAD_REQUEST (csrfToken), NOT_FOUND, SOCIAL_DATA_UNAVAILABLE when the provider does not answer.
 */
export const beginSignIn = async (
  ctx: Context,
  request: SignInRequest,
  browserKey: string | undefined,
  from: Origin
): Promise<{ url: string }> => {
  const provider = findProvider(ctx, request.provider)
  const { signIn } = await keysOf(ctx)
  if (!isKey(browserKey) || !isCsrfOf(signIn, browserKey, request.csrfToken)) throw fail('BAD_REQUEST', { field: 'csrfToken' })
  if (ctx.actor.kind === 'user') await requireProof(ctx, from)
  const state = newKey()
  const url = await provider.authorize(secretsOf(signIn, state)).catch((cause: unknown) => {
    throw cause instanceof SignInFailed ? fail('SOCIAL_DATA_UNAVAILABLE') : cause
  })
  await ctx.db.insert(schema.signInAttempts).values({
    stateHash: hashKey(state),
    provider: provider.id,
    browserHash: hashKey(browserKey),
    userId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    locale: ctx.locale,
    redirect: ownPath(request.redirect) ?? localePath(ctx.locale, '/'),
    enablePickup: request.enablePickup ?? false,
    createdAt: new Date(ctx.now()),
    expiresAt: new Date(ctx.now() + VISIT_MS)
  })
  return { url }
}
