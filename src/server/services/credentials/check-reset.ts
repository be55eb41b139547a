import type { ResetLink } from '#contract/credentials/calls.ts'
import { maskContact } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { readLink } from './reset-link.ts'

/** Whose password a mail's link replaces, and for how long yet; the link is not used by asking. PIN_INCORRECT_OR_EXPIRED. */
export const checkReset = async (ctx: Context, token: string): Promise<ResetLink> => {
  const { email, expiresAt } = await readLink(ctx, token)
  return { contact: maskContact(email), expiresIn: Math.ceil((expiresAt.getTime() - ctx.now()) / 1000) }
}
