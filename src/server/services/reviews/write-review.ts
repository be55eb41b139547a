import { eq } from 'drizzle-orm'
import type { NewReview, OrderToReview } from '#contract/reviews/calls.ts'
import type { ReviewAnswers } from '#domain/reviews/answers.ts'
import { isBrought } from '#domain/enums.ts'
import { hasContacts } from '#domain/reviews/contacts-in.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { presentReviewable, readReviewable } from './reviewable-order.ts'

/** The mean of the answers, rounded to whole stars. */
const starsOf = (answers: ReviewAnswers): number => {
  const given = Object.values(answers).filter((answer) => answer !== undefined)
  return Math.round(given.reduce((sum, answer) => sum + answer, 0) / given.length)
}

/** Rates one supplier's part of an order (POST /orders/review). Codes: see the contract. */
export const writeReview = (ctx: Context, { orderId, supplierId, answers, comment = '' }: NewReview): Promise<OrderToReview> => {
  const { userId } = requireUser(ctx)
  if (hasContacts(comment)) throw fail('TEXT_WITH_CONTACTS', { field: 'comment' })
  return withTransaction(ctx, async (tx) => {
    const order = await readReviewable(tx, userId, orderId)
    if (!order.delivered) throw fail('RATING_TOO_EARLY', { field: 'orderId' })
    if (!order.isOpen) throw fail('RATING_IMPOSSIBLE_DUE_TO_DATE', { field: 'orderId' })
    if (!order.parts.some(({ supplier }) => supplier.id === supplierId)) throw fail('SUPPLIER_NOT_FOUND', { field: 'supplierId' })
    const { orderReviews, users } = schema
    const [author] = await tx.db.select({ firstName: users.firstName }).from(users).where(eq(users.id, userId))
    // Nobody brought what was fetched, or tickets.
    const { deliveryTime: _, courier: __, ...inside } = answers
    const counted = isBrought(order) ? answers : inside
    const written = await tx.db
      .insert(orderReviews)
      .values({
        ...{ orderId, supplierId, userId, answers: counted, stars: starsOf(counted), comment: comment.trim() },
        ...{ locale: tx.locale, author: author?.firstName ?? '', createdAt: new Date(tx.now()) }
      })
      .onConflictDoNothing()
      .returning({ id: orderReviews.id })
    if (written.length === 0) throw fail('ALREADY_RATED', { field: 'supplierId' })
    return presentReviewable(tx, await readReviewable(tx, userId, orderId))
  })
}
