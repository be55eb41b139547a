import { eq } from 'drizzle-orm'
import type { PinType } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { findByContact, readContact } from './contact.ts'
import { guessPin, usePin } from './pin.ts'
import { entryOf, openSession, type Entry } from './session.ts'

/**
 * Signs in with a code and uses it up. An unknown contact with a right code: NEED_TO_REGISTER, and the code stays usable.
 * PIN_INCORRECT_OR_EXPIRED, USER_DEACTIVATED.
 */
export const login = async (ctx: Context, input: { type: PinType; contact: string; pin: string }, userAgent: string): Promise<Entry> => {
  const contact = readContact(input.type, input.contact)
  const right = await guessPin(ctx, contact.contact, input.pin)
  const user = await findByContact(ctx, contact)
  if (!user) throw fail('NEED_TO_REGISTER')
  if (user.deactivatedAt) throw fail('USER_DEACTIVATED')
  const session = await withTransaction(ctx, async (tx) => {
    await usePin(tx, right)
    const proven = contact.type === 'phone' ? { phoneVerified: true } : { emailVerified: true }
    await tx.db.update(schema.users).set(proven).where(eq(schema.users.id, user.id))
    return openSession(tx, user.id, contact.contact, userAgent)
  })
  return entryOf(ctx, session)
}
