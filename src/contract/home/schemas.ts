import * as v from 'valibot'
import { TAKE_CAP } from '#domain/constants.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { GIFT_PRICES } from '#domain/home.ts'
import type * as home from './calls.ts'
import { line, skip, take, type SchemasOf } from '#contract/fields.ts'

export const homeSchemas = {
  blocks: { params: v.object({ alias: line(40) }), query: v.object({ city: v.optional(line(40)) }) },
  quickView: {
    params: v.object({ id: line(40) }),
    query: v.object({
      skip,
      take: take(PAGE.quick, TAKE_CAP),
      occasion: v.optional(line(60)),
      price: v.optional(v.picklist(GIFT_PRICES)),
      city: v.optional(line(40))
    })
  }
} satisfies SchemasOf<typeof home>
