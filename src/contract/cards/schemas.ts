import * as v from 'valibot'
import { id, type SchemasOf } from '#contract/fields.ts'
import type * as cards from './calls.ts'

export const cardsSchemas = { remove: { params: v.object({ id }) } } satisfies SchemasOf<typeof cards>
