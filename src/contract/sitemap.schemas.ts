import * as v from 'valibot'
import { id, type SchemasOf } from './schema.ts'
import type { sitemap } from './sitemap.ts'

export const sitemapSchemas = {
  products: { params: v.object({ piece: v.pipe(id, v.maxValue(100_000)) }) }
} satisfies SchemasOf<typeof sitemap>
