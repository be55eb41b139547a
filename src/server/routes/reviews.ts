import type * as reviews from '#contract/reviews/calls.ts'
import type { reviewsSchemas } from '#contract/reviews/schemas.ts'
import { listReviews } from '#server/services/reviews/list-reviews.ts'
import type { Handlers } from './http/mount.ts'

export const reviewsHandlers: Handlers<typeof reviews, typeof reviewsSchemas> = {
  ofSupplier: (ctx, { params, query }) => listReviews(ctx, params.id, query)
}
