import * as v from 'valibot'
import { PIN_TYPES } from '#domain/enums.ts'
import { contactText, newPassword, pin, typedPassword } from '#contract/auth/schemas.ts'
import type * as credentials from './calls.ts'
import { flag, id, type SchemasOf } from '#contract/fields.ts'

const token = v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{43}$/))

export const credentialsSchemas = {
  changePassword: {
    body: v.object({
      password: newPassword,
      oldPassword: v.optional(typedPassword),
      type: v.optional(v.picklist(PIN_TYPES)),
      pin: v.optional(pin)
    })
  },
  changeEmail: { body: v.object({ email: contactText, pin }) },
  changePhone: { body: v.object({ phone: contactText, pin }) },
  sendProofCode: { body: v.object({ type: v.picklist(PIN_TYPES) }) },
  prove: {
    body: v.pipe(
      v.object({ password: v.optional(typedPassword), type: v.optional(v.picklist(PIN_TYPES)), pin: v.optional(pin) }),
      v.forward(
        v.check((given) => given.password !== undefined || (given.type !== undefined && given.pin !== undefined)),
        ['password']
      )
    )
  },
  isEmailVerified: { query: v.object({ email: contactText }) },
  verify: { query: v.object({ type: v.optional(v.picklist(PIN_TYPES), 'email'), contact: contactText, pin }) },
  requestReset: { query: v.object({ email: contactText }) },
  checkReset: { body: v.object({ token }) },
  finishReset: {
    body: v.pipe(
      v.object({
        token: v.optional(token),
        email: v.optional(contactText),
        pin: v.optional(pin),
        password: newPassword,
        accountId: v.optional(id)
      }),
      v.forward(
        v.check((given) => given.token !== undefined || (given.email !== undefined && given.pin !== undefined)),
        ['token']
      )
    )
  },
  endSession: { params: v.object({ id: v.pipe(v.string(), v.uuid()) }) },
  endSessions: { query: v.object({ keepCurrent: v.optional(flag) }) }
} satisfies SchemasOf<typeof credentials>
