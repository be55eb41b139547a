import * as v from 'valibot'
import type { account } from './account.ts'
import { pin, typedPassword } from './auth.schemas.ts'
import type { SchemasOf } from './schema.ts'

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
