import { and, desc, eq, inArray } from 'drizzle-orm'
import type { PushSubscriptionInput } from '#contract/notifications/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'

const { pushSubscriptions } = schema
/** Limit of subscriptions per person; the oldest are deleted. */
const MAX_BROWSERS = 20

/**
 * Stores the caller's push subscription; a browser that another person used before becomes the caller's. BAD_REQUEST for an unknown push
 * service.
 */
export const subscribe = async (ctx: Context, { endpoint, keys }: PushSubscriptionInput): Promise<{ subscribed: true }> => {
  const { userId, sessionId } = requireUser(ctx)
  if (!ctx.adapters.push.accepts(endpoint)) throw fail('BAD_REQUEST', { field: 'endpoint' })
  const subscription = { userId, sessionId, p256dh: keys.p256dh, auth: keys.auth, createdAt: new Date(ctx.now()) }
  await withTransaction(ctx, async (tx) => {
    await tx.db
      .insert(pushSubscriptions)
      .values({ endpoint, ...subscription })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: subscription })
    const old = tx.db
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .offset(MAX_BROWSERS)
    await tx.db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, old))
  })
  return { subscribed: true }
}

/** Deletes a subscription. PUSH_SUBSCRIPTION_NOT_FOUND when it is not the caller's. */
export const unsubscribe = async (ctx: Context, endpoint: string): Promise<{ unsubscribed: true }> => {
  const { userId } = requireUser(ctx)
  const deleted = await ctx.db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)))
    .returning({ id: pushSubscriptions.id })
  if (deleted.length === 0) throw fail('PUSH_SUBSCRIPTION_NOT_FOUND')
  return { unsubscribed: true }
}
