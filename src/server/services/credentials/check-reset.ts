import type { ResetLink } from '#contract/credentials/calls.ts'
import { maskContact } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { readLink } from './reset-link.ts'

/** Returns whose password a mailed link replaces and how long it stays valid, without consuming it. PIN_INCORRECT_OR_EXPIRED. */
export const checkReset = async (ctx: Context, token: string): Promise<ResetLink> => {
  const { email, expiresAt } = await readLink(ctx, token)
  return { contact: maskContact(email), expiresIn: Math.ceil((expiresAt.getTime() - ctx.now()) / 1000) }
}
