import { eq, type SQL } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'

/** A basket without its lines. */
export type BasketRow = Pick<
  typeof schema.baskets.$inferSelect,
  'id' | 'userId' | 'groupOrderId' | 'type' | 'version' | 'orderMode' | 'branchId' | 'supplierId' | 'walletType'
>

/** Owner of a basket: a person, or the anonymous id of a guest. Never both. */
export type Owner = { userId: number } | { anonymousId: string }

/** Returns the caller as an owner. BAD_REQUEST for callers without a session. */
export const ownerOf = (ctx: Context): Owner => {
  if (ctx.actor.kind === 'user') return { userId: ctx.actor.userId }
  if (ctx.actor.kind === 'guest') return { anonymousId: ctx.actor.anonymousId }
  throw fail('BAD_REQUEST', { field: 'Session-Id' })
}

export const isOwnedBy = (owner: Owner): SQL =>
  'userId' in owner ? eq(schema.baskets.userId, owner.userId) : eq(schema.baskets.anonymousId, owner.anonymousId)

/** Whether the person's basket is in a group order. */
export const isInGroup = async ({ db }: Pick<Context, 'db'>, userId: number): Promise<boolean> => {
  const { baskets } = schema
  const [row] = await db.select({ groupOrderId: baskets.groupOrderId }).from(baskets).where(eq(baskets.userId, userId))
  return row !== undefined && row.groupOrderId !== null
}

const personalSession = (userId: number): string => `user-${userId}`

/** Returns the session id of the caller's basket. A person without an anonymous id gets one derived from the account. */
export const sessionIdOf = (ctx: Context): string =>
  ctx.actor.anonymousId || (ctx.actor.kind === 'user' ? personalSession(ctx.actor.userId) : '')

/** Throws ONLY_YOUR_ORDER when a path names a session of somebody else, and BASKET_NOT_FOUND for an anonymous id without a basket. */
export const requireOwnSession = async (ctx: Context, sessionId: string): Promise<void> => {
  const { actor } = ctx
  if (sessionId === actor.anonymousId || (actor.kind === 'user' && sessionId === personalSession(actor.userId))) return
  // Ids made of accounts can be guessed: whether they have a basket is not told.
  const [basket] = sessionId.startsWith(personalSession(0).slice(0, -1))
    ? [true]
    : await ctx.db.select({ id: schema.baskets.id }).from(schema.baskets).where(eq(schema.baskets.anonymousId, sessionId)).limit(1)
  throw fail(basket ? 'ONLY_YOUR_ORDER' : 'BASKET_NOT_FOUND', { field: 'sessionId' })
}
