import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { isBeforeEnd } from '#server/services/auth/codes/code.ts'
import { hashToken } from '#server/services/auth/tokens/refresh-token.ts'

const { passwordResets } = schema

/** Condition for the row of an unused link that has not expired. */
export const liveLink = ({ now }: Pick<Context, 'now'>, token: string) =>
  and(eq(passwordResets.hash, hashToken(token)), isNull(passwordResets.usedAt), isBeforeEnd(passwordResets.expiresAt, { now }))

export const deadLink = () => fail('PIN_INCORRECT_OR_EXPIRED', { field: 'token' })

/** Returns the link of a token without consuming it. PIN_INCORRECT_OR_EXPIRED when it is wrong, expired or used. */
export const readLink = async (ctx: Context, token: string): Promise<{ email: string; expiresAt: Date }> => {
  const [link] = await ctx.db
    .select({ email: passwordResets.email, expiresAt: passwordResets.expiresAt })
    .from(passwordResets)
    .where(liveLink(ctx, token))
  if (!link) throw deadLink()
  return link
}
