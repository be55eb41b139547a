import { and, eq, isNull } from 'drizzle-orm'
import type { AccountDeletion } from '#contract/account/calls.ts'
import { maskContact } from '#domain/phone.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { proofsOf } from '#server/services/auth/proofs.ts'
import { requireUser } from '#server/services/core/access.ts'

const { accountDeletions } = schema

/** Returns whether the caller's account is scheduled for deletion, and which proofs a request accepts. */
export const deletionState = async (ctx: Context): Promise<AccountDeletion> => {
  const { userId } = requireUser(ctx)
  const { passwordHash, contact } = await proofsOf(ctx, userId)
  const [waiting] = await ctx.db
    .select()
    .from(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.erasedAt)))
  return {
    requestedAt: waiting ? toIso(waiting.requestedAt.getTime()) : null,
    dueAt: waiting ? toIso(waiting.dueAt.getTime()) : null,
    days: ctx.config.ACCOUNT_DELETION_DAYS,
    proof: { password: passwordHash !== null, contact: contact && maskContact(contact.contact) }
  }
}
