import * as v from 'valibot'
import { GENDERS, PIN_TYPES } from '#domain/enums.ts'
import { passwordLacks } from '#domain/password.ts'
import { isNameOrNone, isPersonName } from '#domain/text/person-name.ts'
import { TIN_LENGTH } from '#domain/tin.ts'
import type * as auth from './calls.ts'
import { date, id, line, type SchemasOf, isNotEmpty } from '#contract/fields.ts'

export const contactText = v.pipe(line(254), v.nonEmpty())
const contact = { type: v.picklist(PIN_TYPES), contact: contactText }
/** A named function, like isPlainLine. */
export const PIN_FORM = /^\d{6}$/
export const isGoodPassword = (text: string): boolean => passwordLacks(text).length === 0
export const pin = v.pipe(v.string(), v.trim(), v.regex(PIN_FORM))
/** A new password. */
export const newPassword = v.pipe(v.string(), v.maxLength(256), v.check(isGoodPassword))
/** A password entered to sign in; never trimmed. */
export const typedPassword = v.pipe(v.string(), v.nonEmpty(), v.maxLength(256))
const firstName = v.pipe(line(60), v.nonEmpty(), v.check(isPersonName))
/** Empty clears the name. */
const lastName = v.optional(v.pipe(line(60), v.check(isNameOrNone)))
const languageId = v.optional(v.picklist([1, 3, 4]))
/** The service checks length and characters, because it has a code for them (TIN_TOO_SHORT). */
const tin = line(TIN_LENGTH.most * 2)
const companyName = v.pipe(line(120), v.check(isPersonName))
const BIRTHS_FROM = '1900-01-01'

export const authSchemas = {
  sendCode: { body: v.object(contact) },
  verifyCode: { body: v.object({ ...contact, pin }) },
  login: {
    body: v.pipe(
      v.object({ ...contact, pin: v.optional(pin), password: v.optional(typedPassword), accountId: v.optional(id) }),
      v.forward(
        v.check((given) => (given.pin === undefined) !== (given.password === undefined)),
        ['pin']
      )
    )
  },
  register: {
    body: v.object({
      ...contact,
      pin,
      firstName,
      lastName,
      languageId,
      password: v.optional(newPassword),
      companyName: v.optional(companyName),
      tin: v.optional(tin)
    })
  },
  change: {
    body: v.pipe(
      v.object({
        firstName: v.optional(firstName),
        lastName,
        languageId,
        isAdult: v.optional(v.boolean()),
        birthDate: v.optional(
          v.nullable(
            v.pipe(
              date,
              v.check((day) => day >= BIRTHS_FROM)
            )
          )
        ),
        gender: v.optional(v.nullable(v.picklist(GENDERS))),
        companyName: v.optional(v.nullable(companyName)),
        tin: v.optional(v.nullable(tin))
      }),
      isNotEmpty
    )
  },
  refresh: { body: v.object({ refreshToken: v.optional(line(200)) }) }
} satisfies SchemasOf<typeof auth>
