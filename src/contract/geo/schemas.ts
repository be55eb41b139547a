import * as v from 'valibot'
import type * as geo from './calls.ts'
import { latitude, line, longitude, numberish, term, type SchemasOf } from '#contract/fields.ts'

/** The limit of addresses per account: the address book sends one request. */
const MAX_POINTS = 50
const POINT = String.raw`-?\d{1,2}(\.\d{1,9})?,-?\d{1,3}(\.\d{1,9})?`
const points = v.pipe(v.string(), v.maxLength(1500), v.regex(new RegExp(String.raw`^${POINT}(\|${POINT}){0,${MAX_POINTS - 1}}$`)))

export const geoSchemas = {
  suggest: { query: v.object({ term, lat: v.optional(latitude), lng: v.optional(longitude) }) },
  search: { query: v.object({ term }) },
  reach: {
    query: v.object({
      points,
      suppliers: v.optional(line(400)),
      around: v.optional(v.pipe(numberish, v.minValue(0), v.maxValue(20)))
    })
  },
  reverse: { params: v.object({ lat: latitude, lng: longitude }) }
} satisfies SchemasOf<typeof geo>
