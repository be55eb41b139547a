import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { localeOfLanguageId } from '#domain/locale.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import { proofsOf } from './proofs.ts'

/**
 * Cancels a pending deletion when the person signs in or asks for it. USER_DEACTIVATED when the account has just been erased, so that no
 * session remains. Call it inside the transaction of the sign-in.
 */
export const cancelDeletionOf = async (ctx: Context, userId: number): Promise<void> => {
  const { accountDeletions } = schema
  const cancelled = await ctx.db
    .delete(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.erasedAt)))
    .returning({ userId: accountDeletions.userId })
  if (cancelled.length === 0) {
    const [erased] = await ctx.db
      .select({ userId: accountDeletions.userId })
      .from(accountDeletions)
      .where(and(eq(accountDeletions.userId, userId), isNotNull(accountDeletions.erasedAt)))
    if (erased) throw fail('USER_DEACTIVATED')
    return
  }
  const { contact, languageId } = await proofsOf(ctx, userId)
  if (contact)
    await enqueueMessage(ctx, { to: contact, template: { kind: 'deletionCancelled' }, locale: localeOfLanguageId(languageId), userId })
}
