import { asc, eq } from 'drizzle-orm'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
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

/** A person and their companies: more of one contact nobody needs. */
export const MOST_ACCOUNTS = 5

/** BAD_REQUEST for what is no contact; CHECK_REGISTERED_PHONE for numbers of countries no codes are sent to. `field` is how the caller names it. */
export const readContact = (ctx: Pick<Context, 'config'>, type: PinType, typed: string, field = 'contact'): Contact => {
  const contact = type === 'phone' ? readPhone(ctx, typed, field) : readEmail(typed)
  if (contact === null) throw fail('BAD_REQUEST', { field })
  return { type, contact }
}

const readEmail = (typed: string): string | null => {
  const email = normalizeEmail(typed)
  return isEmail(email) ? email : null
}

/** Armenian numbers by our own rule, new operators included; codes to the rest of the world are what SMS pumping lives on, so each country is a choice. */
const readPhone = ({ config }: Pick<Context, 'config'>, typed: string, field: string): string | null => {
  const armenian = normalizePhone(typed)
  if (armenian) return armenian
  const number = parsePhoneNumberFromString(typed.normalize('NFKC'), 'AM')
  if (!number?.isValid() || number.country === 'AM') return null
  if (!number.country || !config.PHONE_COUNTRIES.includes(number.country)) throw fail('CHECK_REGISTERED_PHONE', { field })
  return number.number
}

const ofContact = ({ type, contact }: Contact) => eq(type === 'phone' ? schema.users.phone : schema.users.email, contact)

/** What signing in has to know of an account. */
export type Account = Awaited<ReturnType<typeof accountsOfContact>>[number]

/** The person of a contact first, then the companies; deactivated ones too. */
export const accountsOfContact = ({ db }: Pick<Context, 'db'>, contact: Contact) => {
  const { users } = schema
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      companyName: users.companyName,
      tin: users.tin,
      passwordHash: users.passwordHash,
      emailVerified: users.emailVerified,
      deactivatedAt: users.deactivatedAt
    })
    .from(users)
    .where(ofContact(contact))
    .orderBy(asc(users.id))
}
