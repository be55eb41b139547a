import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { groupStateOf, type GroupOrderState } from '#domain/orders/group-order.ts'
import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'

const { groupOrders } = schema

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

const MEMBERS = sql<Member[]>`(select coalesce(json_agg(json_build_object('id', m.id, 'userId', m.user_id, 'name', m.name, 'ready', m.ready,
    'version', coalesce(b.version, 0)) order by m.id), '[]')
  from group_members m left join baskets b on b.user_id = m.user_id and b.group_order_id = m.group_order_id
  where m.group_order_id = group_orders.id)`

/** In one query, as every change of a basket in a group order begins with it. `where` is a condition on the table `group_orders`. */
export const readGroup = async (db: Db, where: SQL): Promise<Group | null> => {
  const [row] = await db
    .select({ ...getTableColumns(groupOrders), members: MEMBERS })
    .from(groupOrders)
    .where(where)
  return row ? { ...row, state: groupStateOf(row) } : null
}

/** Adds everybody to a row that was read, and maybe locked, before. */
export const groupOf = async (db: Db, row: GroupRow): Promise<Group> => {
  const [found] = await db.select({ members: MEMBERS }).from(groupOrders).where(eq(groupOrders.id, row.id))
  return { ...row, state: groupStateOf(row), members: found?.members ?? [] }
}

/** What the initiator's basket shows as its version: it grows with each change of anybody's. */
export const groupVersion = ({ members }: Group): number => members.reduce((sum, { version }) => sum + version, 0)
