import { asc, eq } from 'drizzle-orm'
import type { ContactType } from '#domain/enums.ts'
import { foreignPhone, isEmail, normalizeEmail, normalizePhone } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'

/** A phone number or e-mail address in its stored form. */
export interface Contact {
  type: ContactType
  contact: string
}

/** Limit of accounts per contact: a person and their companies. */
export const MAX_ACCOUNTS = 5

type ContactContext = Pick<Context, 'config' | 'locale' | 'actor'>

/**
 * Parses a contact. BAD_REQUEST when it is invalid; CHECK_REGISTERED_PHONE, naming the allowed countries, for other foreign numbers.
 * `field` is its name in the request.
 */
export const readContact = async (ctx: ContactContext, type: ContactType, typed: string, field = 'contact'): Promise<Contact> => {
  const contact = type === 'phone' ? await readPhone(ctx, typed, field) : readEmail(typed)
  if (contact === null) throw fail('BAD_REQUEST', { field, allowed: { kind: type } })
  return { type, contact }
}

const readEmail = (typed: string): string | null => {
  const email = normalizeEmail(typed)
  return isEmail(email) ? email : null
}

/**
 * Armenian numbers follow our own rule, which allows new operators. Codes to foreign numbers invite SMS pumping, so each country must be
 * enabled.
 */
const readPhone = async ({ config, locale, actor }: ContactContext, typed: string, field: string): Promise<string | null> => {
  const armenian = normalizePhone(typed)
  if (armenian) return armenian
  // The international numbering plans are loaded with the first foreign number.
  const { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js')
  const number = parsePhoneNumberFromString(typed.normalize('NFKC'), 'AM')
  const country = number?.isValid() ? number.country : undefined
  if (number && country && country !== 'AM' && config.PHONE_COUNTRIES.includes(country)) return number.number
  const isForeign = number?.isValid() ? country !== 'AM' : foreignPhone(typed) !== null
  if (!isForeign) return null
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const countries = config.PHONE_COUNTRIES.filter((code) => isSupportedCountry(code)).map(
    (code) => `${names.of(code)} (+${getCountryCallingCode(code)})`
  )
  // People signing in may use an e-mail address instead; people changing their number may not.
  throw fail('CHECK_REGISTERED_PHONE', {
    field,
    vars: { countries: countries.join(', '), ...(actor.kind === 'user' ? {} : { context: 'guest' }) }
  })
}

const ofContact = ({ type, contact }: Contact) => eq(type === 'phone' ? schema.users.phone : schema.users.email, contact)

/** Fields of an account that signing in needs. */
export type Account = Awaited<ReturnType<typeof accountsOfContact>>[number]

/** Returns the accounts of a contact: the person first, then the companies, deactivated ones included. */
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
      phoneVerified: users.phoneVerified,
      deactivatedAt: users.deactivatedAt
    })
    .from(users)
    .where(ofContact(contact))
    .orderBy(asc(users.id))
}
