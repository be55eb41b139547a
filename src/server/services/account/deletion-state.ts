import { and, eq, isNull } from 'drizzle-orm'
import type { AccountDeletion } from '#contract/account/calls.ts'
import { maskContact } from '#domain/phone.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Contact } from '#server/services/auth/contact.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'

const { users, accountDeletions } = schema

/** How somebody can prove that the account is theirs, and in which language they read. */
export const proofsOf = async (ctx: Context, userId: number) => {
  const [person] = await ctx.db
    .select({
      email: users.email,
      phone: users.phone,
      emailVerified: users.emailVerified,
      phoneVerified: users.phoneVerified,
      passwordHash: users.passwordHash,
      languageId: users.languageId
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!person) throw fail('NO_SUCH_USER')
  const { email, phone, emailVerified, phoneVerified, passwordHash, languageId } = person
  const contact: Contact | null =
    phone && phoneVerified ? { type: 'phone', contact: phone } : email && emailVerified ? { type: 'email', contact: email } : null
  return { passwordHash, contact, languageId }
}

/** Whether the caller's account waits to be deleted, and which proofs a request takes. */
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
