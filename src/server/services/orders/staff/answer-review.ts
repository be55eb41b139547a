import { and, asc, eq, ne } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { RefusedToStaff } from './refused.ts'

/** The supplier answers a review; a second answer takes the first one's place. UNKNOWN_REVIEW. */
export const answerReview = async (ctx: Context, reviewId: number, answer: string): Promise<void> => {
  const { orderReviews } = schema
  const found = await ctx.db.update(orderReviews).set({ answer }).where(eq(orderReviews.id, reviewId)).returning({ id: orderReviews.id })
  if (found.length === 0)
    throw new RefusedToStaff('UNKNOWN_REVIEW', `there is no review ${reviewId}; "reviews" lists those without an answer`)
}

const MAX_LISTED = 200

/** Written reviews without an answer, oldest first, a line each: number, supplier, stars, words. */
export const listUnanswered = async (ctx: Context, alias: string | null): Promise<string[]> => {
  const { orderReviews, suppliers } = schema
  const rows = await ctx.db
    .select({ id: orderReviews.id, alias: suppliers.alias, stars: orderReviews.stars, comment: orderReviews.comment })
    .from(orderReviews)
    .innerJoin(suppliers, eq(suppliers.id, orderReviews.supplierId))
    .where(and(eq(orderReviews.answer, ''), ne(orderReviews.comment, ''), alias === null ? undefined : eq(suppliers.alias, alias)))
    .orderBy(asc(orderReviews.id))
    .limit(MAX_LISTED)
  return rows.length === 0
    ? ['every written review has its answer']
    : rows.map(({ id, alias: supplier, stars, comment }) => `${id}  ${supplier}  ${stars}/5  ${JSON.stringify(comment)}`)
}
