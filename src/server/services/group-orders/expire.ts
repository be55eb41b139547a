import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { GROUP_ORDER_STATUS, IDLE_MS } from '#domain/orders/group-order.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { endGroup, lockGroup } from '#server/services/baskets/group/lock-group.ts'

const MAX_AT_ONCE = 100
const { groupOrders } = schema

/** Condition: open, and neither it nor a basket in it has changed for two hours, nor since its deadline. */
const isIdle = (ctx: Context) => {
  const since = new Date(ctx.now() - IDLE_MS)
  return and(
    eq(groupOrders.status, GROUP_ORDER_STATUS.OPEN),
    // While everybody pays, the order has a time limit of its own.
    isNull(groupOrders.collectingSince),
    lt(groupOrders.updatedAt, since),
    or(isNull(groupOrders.deadline), lt(groupOrders.deadline, since)),
    sql`not exists (select 1 from baskets b where b.group_order_id = ${groupOrders.id} and b.updated_at >= ${since.toISOString()}::timestamptz)`
  )
}

/** Ends group orders that nobody goes on with, each in its own transaction. Returns how many. */
export const expireGroupOrders = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const idle = await ctx.db.select({ id: groupOrders.id }).from(groupOrders).where(isIdle(ctx)).limit(MAX_AT_ONCE)
  let ended = 0
  for (const { id } of idle) {
    if (!goesOn()) break
    await withTransaction(ctx, async (tx) => {
      await lockGroup(tx, id)
      const [still] = await tx.db
        .select({ id: groupOrders.id })
        .from(groupOrders)
        .where(and(eq(groupOrders.id, id), isIdle(tx)))
      if (!still) return
      await endGroup(tx, id, { expired: true })
      ended += 1
    })
  }
  return ended
}
