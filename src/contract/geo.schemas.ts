import * as v from 'valibot'
import type { geo } from './geo.ts'
import { latitude, longitude, term, type SchemasOf } from './schema.ts'

export const geoSchemas = {
  suggest: { query: v.object({ term, lat: v.optional(latitude), lng: v.optional(longitude) }) },
  search: { query: v.object({ term }) },
  reverse: { params: v.object({ lat: latitude, lng: longitude }) }
} satisfies SchemasOf<typeof geo>
