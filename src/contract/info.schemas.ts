import * as v from 'valibot'
import type { info } from './info.ts'
import { line, type SchemasOf } from './schema.ts'

export const infoSchemas = {
  campaign: { params: v.object({ slug: line(80) }) }
} satisfies SchemasOf<typeof info>
