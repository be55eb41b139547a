import * as v from 'valibot'
import type * as account from './calls.ts'
import { pin, typedPassword } from '#contract/auth/schemas.ts'
import type { SchemasOf } from '#contract/fields.ts'

export const accountSchemas = {
  requestDeletion: {
    body: v.pipe(
      v.object({
        password: v.optional(typedPassword),
        pin: v.optional(pin)
      }),
      v.forward(
        v.check((given) => (given.password === undefined) !== (given.pin === undefined)),
        ['pin']
      )
    )
  }
} satisfies SchemasOf<typeof account>
