import { and, asc, count, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

type Db = Pick<Context, 'db'>
const { events, orders } = schema

/** An event whose notification failed: given up, or to be tried again at `retryAt`. */
export interface TroubledEvent {
  id: number
  kind: string
  orderNumber: string | null
  attempts: number
  reason: string
  createdAt: Date
  retryAt: Date | null
  failedAt: Date | null
}

/** Returns the oldest first. */
export const listTroubledEvents = (ctx: Db, limit = 200): Promise<TroubledEvent[]> => {
  const { id, kind, attempts, reason, createdAt, retryAt, failedAt } = events
  return ctx.db
    .select({ id, kind, orderNumber: orders.number, attempts, reason, createdAt, retryAt, failedAt })
    .from(events)
    .leftJoin(orders, eq(orders.id, events.orderId))
    .where(or(isNotNull(failedAt), and(isNull(events.handledAt), gt(attempts, 0))))
    .orderBy(asc(id))
    .limit(limit)
}

/** Relays events again that were given up, one or all, and returns how many. What a person has been told already is not repeated. */
export const retryEvents = async (ctx: Db, selection: number | 'all'): Promise<number> => {
  const again = await ctx.db
    .update(events)
    .set({ handledAt: null, failedAt: null, retryAt: null, attempts: 0 })
    .where(and(isNotNull(events.failedAt), selection === 'all' ? undefined : eq(events.id, selection)))
    .returning({ id: events.id })
  return again.length
}

export const countDeadEvents = async (ctx: Db): Promise<number> => {
  const [row] = await ctx.db.select({ dead: count() }).from(events).where(isNotNull(events.failedAt))
  return row?.dead ?? 0
}
