import { eq } from 'drizzle-orm'
import type { OrderReplacement } from '#contract/orders/replacements.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { lockOrder } from '../order-row.ts'
import { refundOrder } from '../settle-order.ts'
import { replacementsOf } from './replacements-of.ts'
import { lockOffer, settleOffer } from './settle.ts'

const { orderItems, orderReplacements, orders } = schema

/**
 * Takes what is offered instead of a line, or not. The same answer twice is one answer. ORDER_NOT_FOUND, also for orders of other people;
 * CONFLICT: answered otherwise, or too late.
 */
export const answerReplacement = async (ctx: Context, id: number, { accept }: { accept: boolean }): Promise<OrderReplacement> => {
  const { userId } = requireUser(ctx)
  const [found] = await ctx.db
    .select({ orderId: orderReplacements.orderId, ownerId: orders.userId, payerId: orderItems.userId })
    .from(orderReplacements)
    .innerJoin(orders, eq(orders.id, orderReplacements.orderId))
    .innerJoin(orderItems, eq(orderItems.id, orderReplacements.itemId))
    .where(eq(orderReplacements.id, id))
  // In a group order whoever chose the line may answer, and its initiator.
  if (!found || (found.ownerId !== userId && found.payerId !== userId)) throw fail('ORDER_NOT_FOUND', { field: 'id' })
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, eq(orders.id, found.orderId))
    const offer = order && (await lockOffer(tx, order, id))
    if (offer && offer.replacement.answerBefore.getTime() > tx.now()) await settleOffer(tx, offer, accept)
  })
  await refundOrder(ctx, found.orderId)
  const answered = (await replacementsOf(ctx, found.orderId, userId)).find((replacement) => replacement.id === id)
  if (!answered || answered.state !== (accept ? 'accepted' : 'declined'))
    throw fail('CONFLICT', { field: 'id', vars: { context: 'replacement' } })
  return answered
}
