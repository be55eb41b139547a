import * as v from 'valibot'
import { REVIEWS } from '#domain/constants.ts'
import type * as reviews from './calls.ts'
import { bodyId, id, paragraph, skip, take, type SchemasOf } from '#contract/fields.ts'

const stars = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))

export const reviewsSchemas = {
  ofSupplier: { params: v.object({ id }), query: v.object({ skip, take: take(REVIEWS.page, REVIEWS.most) }) },
  write: {
    body: v.object({
      orderId: bodyId,
      supplierId: bodyId,
      answers: v.object({
        collected: stars,
        goods: stars,
        accuracy: stars,
        again: stars,
        deliveryTime: v.optional(stars),
        courier: v.optional(stars)
      }),
      comment: v.optional(paragraph(1000))
    })
  },
  decline: { body: v.object({ orderId: bodyId, isReviewableOrder: v.boolean() }) },
  ofOrder: { params: v.object({ id }) }
} satisfies SchemasOf<typeof reviews>
