import { eq } from 'drizzle-orm'
import type { PinType } from '#domain/enums.ts'
import { isEmail, normalizeEmail, normalizePhone } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'

/** A phone number or an e-mail address in the one form it is stored in. */
export interface Contact {
  type: PinType
  contact: string
}

/** Only Armenian numbers for now: codes to the rest of the world are what SMS pumping lives on. BAD_REQUEST otherwise. */
export const readContact = (type: PinType, typed: string): Contact => {
  const email = normalizeEmail(typed)
  const contact = type === 'phone' ? normalizePhone(typed) : isEmail(email) ? email : null
  if (contact === null) throw fail('BAD_REQUEST', { field: 'contact' })
  return { type, contact }
}

/** The person of a contact, deactivated ones too. */
export const findByContact = async (ctx: Context, { type, contact }: Contact) => {
  const { users } = schema
  const [user] = await ctx.db
    .select({ id: users.id, deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(eq(type === 'phone' ? users.phone : users.email, contact))
  return user ?? null
}
