import * as v from 'valibot'
import { flag, id, line, type SchemasOf } from '#contract/fields.ts'
import type * as giftCards from './calls.ts'

export const giftCardsSchemas = {
  balance: { query: v.object({ fromAlloed: v.optional(flag) }) },
  activate: { body: v.object({ cardCode: v.pipe(line(40), v.minLength(1)), giftCardOnly: v.optional(v.boolean()) }) },
  details: { params: v.object({ id }) }
} satisfies SchemasOf<typeof giftCards>
