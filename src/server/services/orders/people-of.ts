import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderRow } from './order-row.ts'

/** Who chose the lines of a group order: names by person. Empty for any other order, and for people who were erased. */
export const peopleOf = async (ctx: Context, { groupOrderId }: OrderRow): Promise<ReadonlyMap<number, string>> => {
  if (groupOrderId === null) return new Map()
  const { groupMembers } = schema
  const rows = await ctx.db
    .select({ userId: groupMembers.userId, name: groupMembers.name })
    .from(groupMembers)
    .where(eq(groupMembers.groupOrderId, groupOrderId))
  return new Map(rows.flatMap(({ userId, name }) => (name === '' ? [] : [[userId, name] as const])))
}
