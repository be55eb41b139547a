import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Contact } from './contact.ts'

const { users } = schema

/** Contacts and password by which a person can prove ownership of the account, and their language. */
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
  const verified: Contact[] = [
    ...(phone && phoneVerified ? [{ type: 'phone' as const, contact: phone }] : []),
    ...(email && emailVerified ? [{ type: 'email' as const, contact: email }] : [])
  ]
  return { passwordHash, contact: verified[0] ?? null, verified, languageId }
}
