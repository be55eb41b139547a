import type { PinType } from '#domain/enums.ts'
import { LANGUAGE_IDS } from '#domain/locale.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { findByContact, readContact } from './contact.ts'
import { guessPin, usePin } from './pin.ts'
import { entryOf, openSession, type Entry } from './session.ts'

interface NewPerson {
  type: PinType
  contact: string
  pin: string
  firstName: string
  lastName?: string | undefined
  languageId?: number | undefined
}

/**
 * Makes a person of a contact whose code is right, uses the code up, and signs in. However many try with one code, one person comes of it.
 * PIN_INCORRECT_OR_EXPIRED; EMAIL_ALREADY_USED or PHONE_ALREADY_USED (the code stays usable for signing in).
 */
export const register = async (ctx: Context, input: NewPerson, userAgent: string): Promise<Entry> => {
  const contact = readContact(input.type, input.contact)
  const taken = () => fail(contact.type === 'phone' ? 'PHONE_ALREADY_USED' : 'EMAIL_ALREADY_USED', { field: 'contact' })
  const right = await guessPin(ctx, contact.contact, input.pin)
  if (await findByContact(ctx, contact)) throw taken()
  const session = await withTransaction(ctx, async (tx) => {
    await usePin(tx, right)
    const [made] = await tx.db
      .insert(schema.users)
      .values({
        firstName: input.firstName,
        lastName: input.lastName ?? '',
        languageId: input.languageId ?? LANGUAGE_IDS[ctx.locale],
        ...(contact.type === 'phone' ? { phone: contact.contact, phoneVerified: true } : { email: contact.contact, emailVerified: true }),
        createdAt: new Date(ctx.now())
      })
      .onConflictDoNothing()
      .returning({ id: schema.users.id })
    if (!made) throw taken()
    return openSession(tx, made.id, contact.contact, userAgent)
  })
  return entryOf(ctx, session)
}
