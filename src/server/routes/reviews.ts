import type * as reviews from '#contract/reviews/calls.ts'
import type { reviewsSchemas } from '#contract/reviews/schemas.ts'
import { listReviews } from '#server/services/reviews/list-reviews.ts'
import { declineReview, reviewableOrder, reviewOfOrder } from '#server/services/reviews/reviewable-order.ts'
import { writeReview } from '#server/services/reviews/write-review.ts'
import type { Handlers } from './http/mount.ts'

export const reviewsHandlers: Handlers<typeof reviews, typeof reviewsSchemas> = {
  write: (ctx, { body }) => writeReview(ctx, body),
  reviewable: (ctx) => reviewableOrder(ctx),
  decline: (ctx, { body }) => declineReview(ctx, body.orderId, body.isReviewableOrder),
  ofOrder: (ctx, { params }) => reviewOfOrder(ctx, params.id),
  ofSupplier: (ctx, { params, query }) => listReviews(ctx, params.id, query)
}
