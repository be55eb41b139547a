import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { FullDisk } from '#server/db/full-disk.ts'
import { rowsOf } from '#server/db/rows.ts'

/** Longest wait for the database: a load balancer asks every few seconds and needs an answer. */
const MAX_WAIT_MS = 2_000

/** Returns why this process cannot serve; null when it can. A database that answers too late, or is a standby, counts as unavailable. */
export const whyNotReady = async (ctx: Context, disk: FullDisk): Promise<'database' | 'disk' | 'directory' | null> => {
  const [server] = (await inTime(rowsOf<{ standby: boolean }>(ctx.db, sql`select pg_is_in_recovery() as standby`))) ?? []
  if (!server || server.standby) return 'database'
  if (disk.isFull()) return 'disk'
  return (await inTime(ctx.directory.read())) === null ? 'directory' : null
}

/** Resolves to null when the work fails or takes too long. */
const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(null), MAX_WAIT_MS)
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timeout))
  })
