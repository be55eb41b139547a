import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const { orderItems, orderReplacements } = schema
export type ReplacementRow = typeof orderReplacements.$inferSelect

/** What the customer of an order is still asked about, of one of its parts where it is named. */
export const openReplacements = async (ctx: Pick<Context, 'db'>, orderId: number, partId?: number): Promise<ReplacementRow[]> => {
  const rows = await ctx.db
    .select({ row: orderReplacements })
    .from(orderReplacements)
    .innerJoin(orderItems, eq(orderItems.id, orderReplacements.itemId))
    .where(
      and(
        eq(orderReplacements.orderId, orderId),
        sql`${orderReplacements.state} = 'open'`,
        partId === undefined ? undefined : eq(orderItems.partId, partId)
      )
    )
    .orderBy(asc(orderReplacements.id))
  return rows.map(({ row }) => row)
}
