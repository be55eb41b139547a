import { and, eq } from 'drizzle-orm'
import type { ContactType } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { readContact } from '#server/services/auth/contact.ts'
import { confirmCode, checkCode, isCodeConfirmed, useCode } from '#server/services/auth/codes/code.ts'

const { users } = schema
const column = (type: ContactType) => (type === 'phone' ? users.phone : users.email)

/** Returns whether a contact is verified: the person's own, or one to which this caller was sent a code. FORBIDDEN for contacts of others. */
export const isContactVerified = async (ctx: Context, type: ContactType, typed: string): Promise<boolean> => {
  const { contact } = await readContact(ctx, type, typed, type)
  const own = await ownContact(ctx, type, contact)
  const confirmed = own ?? (await isCodeConfirmed(ctx, contact))
  if (confirmed === null) throw fail('FORBIDDEN')
  return confirmed
}

/** Verifies a contact by its code: an own one permanently, another one until it is registered. PIN_INCORRECT_OR_EXPIRED. */
export const verifyContact = async (ctx: Context, input: { type: ContactType; contact: string; pin: string }): Promise<void> => {
  const { type, contact } = await readContact(ctx, input.type, input.contact)
  const right = await checkCode(ctx, contact, input.pin)
  const { actor } = ctx
  if (actor.kind !== 'user' || (await ownContact(ctx, type, contact)) === null) return confirmCode(ctx, right)
  await withTransaction(ctx, async (tx) => {
    await useCode(tx, right)
    await tx.db
      .update(users)
      .set(type === 'phone' ? { phoneVerified: true } : { emailVerified: true })
      .where(and(eq(users.id, actor.userId), eq(column(type), contact)))
  })
}

/** Returns whether the caller's own contact is verified; null when it is not the caller's. */
const ownContact = async ({ db, actor }: Context, type: ContactType, contact: string): Promise<boolean | null> => {
  if (actor.kind !== 'user') return null
  const [row] = await db
    .select({ verified: type === 'phone' ? users.phoneVerified : users.emailVerified })
    .from(users)
    .where(and(eq(users.id, actor.userId), eq(column(type), contact)))
  return row ? row.verified : null
}
