import * as v from 'valibot'
import type * as info from './calls.ts'
import { line, type SchemasOf } from '#contract/fields.ts'

export const infoSchemas = {
  campaign: { params: v.object({ slug: line(80) }) }
} satisfies SchemasOf<typeof info>
