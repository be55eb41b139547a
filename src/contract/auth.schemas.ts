import * as v from 'valibot'
import { PIN_TYPES } from '#domain/enums.ts'
import type { auth } from './auth.ts'
import { line, type SchemasOf } from './schema.ts'

const contact = { type: v.picklist(PIN_TYPES), contact: v.pipe(line(254), v.nonEmpty()) }
const pin = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/))

export const authSchemas = {
  sendPin: { body: v.object(contact) },
  verifyPin: { body: v.object({ ...contact, pin }) },
  login: { body: v.object({ ...contact, pin }) },
  register: {
    body: v.object({
      ...contact,
      pin,
      firstName: v.pipe(line(60), v.nonEmpty()),
      lastName: v.optional(line(60)),
      languageId: v.optional(v.picklist([1, 3, 4]))
    })
  },
  change: {
    body: v.pipe(
      v.object({
        firstName: v.optional(v.pipe(line(60), v.nonEmpty())),
        lastName: v.optional(line(60)),
        languageId: v.optional(v.picklist([1, 3, 4])),
        isAdult: v.optional(v.boolean())
      }),
      v.check((change) => Object.values(change).some((value) => value !== undefined))
    )
  },
  refresh: { body: v.object({ refreshToken: v.optional(line(200)) }) }
} satisfies SchemasOf<typeof auth>
