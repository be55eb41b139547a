import * as v from 'valibot'
import { REVIEWS } from '#domain/constants.ts'
import type { reviews } from './reviews.ts'
import { id, skip, take, type SchemasOf } from './schema.ts'

export const reviewsSchemas = {
  ofSupplier: { params: v.object({ id }), query: v.object({ skip, take: take(REVIEWS.page, REVIEWS.most) }) }
} satisfies SchemasOf<typeof reviews>
