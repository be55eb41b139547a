import { asc, eq } from 'drizzle-orm'
import type { ContactType } from '#domain/enums.ts'
import { foreignPhone, isEmail, normalizeEmail, normalizePhone } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'

/** A phone number or an e-mail address in the one form it is stored in. */
export interface Contact {
  type: ContactType
  contact: string
}

/** A person and their companies: more of one contact nobody needs. */
export const MAX_ACCOUNTS = 5

type Asked = Pick<Context, 'config' | 'locale' | 'actor'>

/** BAD_REQUEST for what is no contact; CHECK_REGISTERED_PHONE for numbers of other countries than those taken, which it names. `field` is how the caller names it. */
export const readContact = async (ctx: Asked, type: ContactType, typed: string, field = 'contact'): Promise<Contact> => {
  const contact = type === 'phone' ? await readPhone(ctx, typed, field) : readEmail(typed)
  if (contact === null) throw fail('BAD_REQUEST', { field, allowed: { kind: type } })
  return { type, contact }
}

const readEmail = (typed: string): string | null => {
  const email = normalizeEmail(typed)
  return isEmail(email) ? email : null
}

/** Armenian numbers by our own rule, new operators included; codes to the rest of the world are what SMS pumping lives on, so each country is a choice. */
const readPhone = async ({ config, locale, actor }: Asked, typed: string, field: string): Promise<string | null> => {
  const armenian = normalizePhone(typed)
  if (armenian) return armenian
  // The numbering plans of the world are read when the first foreign number comes.
  const { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js')
  const number = parsePhoneNumberFromString(typed.normalize('NFKC'), 'AM')
  const country = number?.isValid() ? number.country : undefined
  if (number && country && country !== 'AM' && config.PHONE_COUNTRIES.includes(country)) return number.number
  const isForeign = number?.isValid() ? country !== 'AM' : foreignPhone(typed) !== null
  if (!isForeign) return null
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const countries = config.PHONE_COUNTRIES.filter((taken) => isSupportedCountry(taken)).map(
    (taken) => `${names.of(taken)} (+${getCountryCallingCode(taken)})`
  )
  // Whoever signs in may use an address instead; whoever changes a number may not.
  throw fail('CHECK_REGISTERED_PHONE', {
    field,
    vars: { countries: countries.join(', '), ...(actor.kind === 'user' ? {} : { context: 'guest' }) }
  })
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
      phoneVerified: users.phoneVerified,
      deactivatedAt: users.deactivatedAt
    })
    .from(users)
    .where(ofContact(contact))
    .orderBy(asc(users.id))
}
