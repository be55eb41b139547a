import * as v from 'valibot'
import { bodyId, line, type SchemasOf } from '#contract/fields.ts'
import type * as signIn from './calls.ts'

const params = v.object({ provider: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,20}$/)) })
/** Limits of a provider's parameters; longer ones are forged. */
const providerText = (max: number) => v.optional(v.pipe(v.string(), v.maxLength(max)))

export const signInSchemas = {
  begin: {
    params,
    body: v.object({
      csrfToken: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
      redirect: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
      enablePickup: v.optional(v.boolean())
    })
  },
  callback: { params, query: v.object({ code: providerText(4_000), state: providerText(200), error: providerText(200) }) },
  link: {
    body: v.object({
      pin: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/))),
      accountId: v.optional(bodyId)
    })
  },
  unlink: { params },
  log: { body: v.object({ code: v.pipe(line(60), v.nonEmpty()), message: v.optional(line(500)) }) }
} satisfies SchemasOf<typeof signIn>
