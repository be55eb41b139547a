import * as v from 'valibot'
import type { account } from './account.ts'
import type { SchemasOf } from './schema.ts'

export const accountSchemas = {
  requestDeletion: {
    body: v.pipe(
      v.object({
        password: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
        pin: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/)))
      }),
      v.check(({ password, pin }) => (password === undefined) !== (pin === undefined))
    )
  }
} satisfies SchemasOf<typeof account>
