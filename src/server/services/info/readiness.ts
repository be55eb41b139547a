import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'

/** Longest wait for the database: a load balancer asks every few seconds and needs an answer. */
const MAX_WAIT_MS = 2_000

/** Returns why this process cannot serve; null when it can. A database that answers too late counts as unavailable. */
export const whyNotReady = async (ctx: Context): Promise<'database' | 'directory' | null> => {
  if (!(await inTime(ctx.db.execute(sql`select 1`)))) return 'database'
  return (await inTime(ctx.directory.read())) ? null : 'directory'
}

const inTime = (work: Promise<unknown>): Promise<boolean> =>
  new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(false), MAX_WAIT_MS)
    work
      .then(
        () => resolve(true),
        () => resolve(false)
      )
      .finally(() => clearTimeout(timeout))
  })
