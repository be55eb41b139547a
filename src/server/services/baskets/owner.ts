import { eq, type SQL } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'

/** What a basket is, without its lines. */
export type BasketRow = Pick<
  typeof schema.baskets.$inferSelect,
  'id' | 'userId' | 'type' | 'version' | 'orderMode' | 'branchId' | 'supplierId' | 'walletType'
>

/** Who a basket belongs to: a person, or the anonymous id of a guest. Never both. */
export type Owner = { userId: number } | { anonymousId: string }

/** The caller as an owner; BAD_REQUEST for callers that name no session. */
export const ownerOf = (ctx: Context): Owner => {
  if (ctx.actor.kind === 'user') return { userId: ctx.actor.userId }
  if (ctx.actor.kind === 'guest') return { anonymousId: ctx.actor.anonymousId }
  throw fail('BAD_REQUEST', { field: 'Session-Id' })
}

export const isOwnedBy = (owner: Owner): SQL =>
  'userId' in owner ? eq(schema.baskets.userId, owner.userId) : eq(schema.baskets.anonymousId, owner.anonymousId)

const personalSession = (userId: number): string => `user-${userId}`

/** The session id the caller's basket is shown with; a person without an anonymous id gets one made of the account. */
export const sessionIdOf = (ctx: Context): string =>
  ctx.actor.anonymousId || (ctx.actor.kind === 'user' ? personalSession(ctx.actor.userId) : '')

/** ONLY_YOUR_ORDER when a path names somebody else's session. */
export const requireOwnSession = (ctx: Context, sessionId: string): void => {
  const { actor } = ctx
  const own = sessionId === actor.anonymousId || (actor.kind === 'user' && sessionId === personalSession(actor.userId))
  if (!own) throw fail('ONLY_YOUR_ORDER', { field: 'sessionId' })
}
