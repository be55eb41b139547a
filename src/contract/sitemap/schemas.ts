import * as v from 'valibot'
import { id, type SchemasOf } from '#contract/fields.ts'
import type * as sitemap from './calls.ts'

export const sitemapSchemas = {
  products: { params: v.object({ piece: v.pipe(id, v.maxValue(100_000)) }) }
} satisfies SchemasOf<typeof sitemap>
