import { and, asc, eq } from 'drizzle-orm'
import { groupStateOf, type GroupOrderState } from '#domain/orders/group-order.ts'
import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'

const { baskets, groupMembers, groupOrders } = schema

export type GroupRow = typeof groupOrders.$inferSelect

/** Somebody in a group order. `version`: of their basket; 0 when the group order has ended. */
export interface Member {
  id: number
  userId: number
  name: string
  ready: boolean
  version: number
}

/** A group order with everybody in it, the initiator first, the others in the order of joining. */
export interface Group extends GroupRow {
  state: GroupOrderState
  members: Member[]
}

export const readGroup = async (db: Db, id: number): Promise<Group | null> => {
  const [row] = await db.select().from(groupOrders).where(eq(groupOrders.id, id))
  return row ? groupOf(db, row) : null
}

export const groupOf = async (db: Db, row: GroupRow): Promise<Group> => {
  const { id, userId, name, ready } = groupMembers
  const members = await db
    .select({ id, userId, name, ready, version: baskets.version })
    .from(groupMembers)
    .leftJoin(baskets, and(eq(baskets.userId, groupMembers.userId), eq(baskets.groupOrderId, row.id)))
    .where(eq(groupMembers.groupOrderId, row.id))
    .orderBy(asc(groupMembers.id))
  return { ...row, state: groupStateOf(row), members: members.map((member) => ({ ...member, version: member.version ?? 0 })) }
}

/** What the initiator's basket shows as its version: it grows with each change of anybody's. */
export const groupVersion = ({ members }: Group): number => members.reduce((sum, { version }) => sum + version, 0)
