import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { hashToken } from '#server/services/auth/tokens/refresh-token.ts'

const { passwordResets } = schema

/** The row of a mail's link that was not used and is not old. */
export const liveLink = ({ now }: Pick<Context, 'now'>, token: string) =>
  and(eq(passwordResets.hash, hashToken(token)), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, new Date(now())))

export const deadLink = () => fail('PIN_INCORRECT_OR_EXPIRED', { field: 'token' })

/** The link that a token opens, not used by this. PIN_INCORRECT_OR_EXPIRED: wrong, old or used. */
export const readLink = async (ctx: Context, token: string): Promise<{ email: string; expiresAt: Date }> => {
  const [link] = await ctx.db
    .select({ email: passwordResets.email, expiresAt: passwordResets.expiresAt })
    .from(passwordResets)
    .where(liveLink(ctx, token))
  if (!link) throw deadLink()
  return link
}
