import { sql, type SQL } from 'drizzle-orm'
import type { Context } from '#server/context.ts'

/** NOTIFY channel that wakes the streams of group orders; the tables are authoritative. */
export const GROUPS_CHANNEL = 'group_orders'

/** Wakes the streams of all processes when a statement with it is committed. */
export const notifyGroups = (): SQL => sql`pg_notify(${GROUPS_CHANNEL}::text, '')::text`

/** Wakes the streams of all processes, in a transaction once it is committed. */
export const announceGroupChange = (ctx: Pick<Context, 'db'>): Promise<unknown> => ctx.db.execute(sql`select ${notifyGroups()}`)
