import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { AccountDeletion } from '#contract/account/calls.ts'
import { localeOfLanguageId } from '#domain/locale.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import { deletionState, proofsOf } from './deletion-state.ts'

/**
 * Whoever signs in, or says so, stays: a waiting deletion is forgotten. USER_DEACTIVATED when the account has just been erased, so that no
 * session is left of it. Belongs in the transaction of the sign-in.
 */
export const keepAccount = async (ctx: Context, userId: number): Promise<void> => {
  const { accountDeletions } = schema
  const kept = await ctx.db
    .delete(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.erasedAt)))
    .returning({ userId: accountDeletions.userId })
  if (kept.length === 0) {
    const [erased] = await ctx.db
      .select({ userId: accountDeletions.userId })
      .from(accountDeletions)
      .where(and(eq(accountDeletions.userId, userId), isNotNull(accountDeletions.erasedAt)))
    if (erased) throw fail('USER_DEACTIVATED')
    return
  }
  const { contact, languageId } = await proofsOf(ctx, userId)
  if (contact)
    await enqueueMessage(ctx, { to: contact, letter: { kind: 'deletionCancelled' }, locale: localeOfLanguageId(languageId), userId })
}

/** The caller keeps the account. */
export const cancelDeletion = async (ctx: Context): Promise<AccountDeletion> => {
  const { userId } = requireUser(ctx)
  await withTransaction(ctx, (tx) => keepAccount(tx, userId))
  return deletionState(ctx)
}
