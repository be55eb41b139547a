import * as v from 'valibot'
import type { geo } from './geo.ts'
import { latitude, line, longitude, type SchemasOf } from './schema.ts'

export const geoSchemas = {
  suggest: { query: v.object({ term: line(200), lat: v.optional(latitude), lng: v.optional(longitude) }) },
  search: { query: v.object({ term: line(200) }) },
  reverse: { params: v.object({ lat: latitude, lng: longitude }) }
} satisfies SchemasOf<typeof geo>
