import * as v from 'valibot'
import { REVIEWS } from '#domain/constants.ts'
import type * as reviews from './calls.ts'
import { id, skip, take, type SchemasOf } from '#contract/fields.ts'

export const reviewsSchemas = {
  ofSupplier: { params: v.object({ id }), query: v.object({ skip, take: take(REVIEWS.page, REVIEWS.most) }) }
} satisfies SchemasOf<typeof reviews>
