import { sql } from 'drizzle-orm'
import type { OrderEvent } from '#contract/orders/calls.ts'
import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderEventPayload } from './record-order-event.ts'

export interface StoredEvent {
  id: number
  userId: number
  event: OrderEvent
}
/** How far the events of a person have been read. */
export interface Cursor {
  userId: number
  id: number
}

const MAX_AT_ONCE = 500

/** Returns the next order events of several people, each after their own cursor, in order of id: one query over an index. */
export const readSince = async (db: Db, cursors: readonly Cursor[]): Promise<StoredEvent[]> => {
  if (cursors.length === 0) return []
  const { events } = schema
  const payload = JSON.stringify(cursors.map(({ userId, id }) => ({ u: userId, i: id })))
  const rows = await db
    .select({ id: events.id, userId: events.userId, payload: events.payload })
    .from(sql`json_to_recordset(${payload}::json) as cursors(u int, i bigint)`)
    .innerJoin(events, sql`${events.userId} = cursors.u and ${events.id} > cursors.i and ${events.kind} like 'order.%'`)
    .orderBy(events.id)
    .limit(MAX_AT_ONCE)
  return rows.map(({ id, userId, payload }) => ({
    id,
    userId: userId ?? 0,
    event: { id: String(id), ...(payload as unknown as OrderEventPayload) }
  }))
}

/** Returns the id of the newest event of a person; 0 when there is none. */
export const newestEvent = async (db: Db, userId: number): Promise<number> => {
  const { events } = schema
  const [row] = await db
    .select({ id: sql<number>`coalesce(max(${events.id}), 0)`.mapWith(Number) })
    .from(events)
    .where(sql`${events.userId} = ${userId}`)
  return row?.id ?? 0
}
