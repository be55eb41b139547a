import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
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
 * Writes a password, ends the sessions and notifies the person by mail. Call it inside a transaction. Returns false when the password was
 * changed meanwhile.
 */
export const setPassword = async (tx: Context, { userId, passwordHash, instead, currentSession }: NewPassword): Promise<boolean> => {
  const { users } = schema
  const [changed] = await tx.db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, userId), instead === undefined ? undefined : sql`${users.passwordHash} is not distinct from ${instead}::text`))
    .returning({ email: users.email })
  if (!changed) return false
  await endSessionsOf(tx, userId, 'password', currentSession)
  if (changed.email)
    await enqueueMessage(tx, { to: { type: 'email', contact: changed.email }, template: { kind: 'passwordChanged' }, userId })
  return true
}
