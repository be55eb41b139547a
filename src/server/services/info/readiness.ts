import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { FullDisk } from '#server/db/full-disk.ts'
import { rowsOf } from '#server/db/rows.ts'
import { countDeadEvents } from '#server/services/events/dead-events.ts'
import { countDeadLetters } from '#server/services/messages/dead-letters.ts'

/** Longest wait for the database: a load balancer asks every few seconds and needs an answer. */
const MAX_WAIT_MS = 2_000

/** Returns why this process cannot serve; null when it can. A database that answers too late, or is a standby, counts as unavailable. */
export const whyNotReady = async (ctx: Context, disk: FullDisk): Promise<'database' | 'disk' | 'directory' | null> => {
  const [server] = (await inTime(rowsOf<{ standby: boolean }>(ctx.db, sql`select pg_is_in_recovery() as standby`))) ?? []
  if (!server || server.standby) return 'database'
  if (disk.isFull()) return 'disk'
  return (await inTime(ctx.directory.read())) === null ? 'directory' : null
}

export interface Undelivered {
  messages: number
  events: number
}

/** Counts what was given up and waits for people; null when the database answers too late. */
export const countUndelivered = async (ctx: Pick<Context, 'db' | 'now'>): Promise<Undelivered | null> => {
  const counts = await inTime(Promise.all([countDeadLetters(ctx), countDeadEvents(ctx)]))
  return counts && { messages: counts[0], events: counts[1] }
}

/** Resolves to null when the work fails or takes too long. */
const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(null), MAX_WAIT_MS)
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timeout))
  })
