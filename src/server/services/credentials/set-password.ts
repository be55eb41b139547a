import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { contactsOf, notifyOwner } from '#server/services/auth/notify-owner.ts'
import { endSessionsOf } from '#server/services/auth/end-session.ts'

interface NewPassword {
  userId: number
  passwordHash: string
  /** The hash it replaces; left out: any. */
  instead?: string | null
  /** This session stays; all others end. */
  currentSession: string | null
}

/**
 * Writes a password, ends the sessions and notifies the person by mail and SMS. Call it inside a transaction. Returns false when the password was
 * changed meanwhile.
 */
export const setPassword = async (tx: Context, { userId, passwordHash, instead, currentSession }: NewPassword): Promise<boolean> => {
  const { users } = schema
  const [changed] = await tx.db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, userId), instead === undefined ? undefined : sql`${users.passwordHash} is not distinct from ${instead}::text`))
    .returning({ id: users.id })
  if (!changed) return false
  await endSessionsOf(tx, userId, 'password', currentSession)
  await notifyOwner(tx, await contactsOf(tx, userId), { kind: 'passwordChanged' })
  return true
}
