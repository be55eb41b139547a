import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'

/** Longest wait for the database: a balancer asks every few seconds and must get an answer. */
const PATIENCE_MS = 2_000

/** What keeps this process from serving; null when nothing does. A database that answers too late counts as away. */
export const whyNotReady = async (ctx: Context): Promise<'database' | 'directory' | null> => {
  if (!(await inTime(ctx.db.execute(sql`select 1`)))) return 'database'
  return (await inTime(ctx.directory.read())) ? null : 'directory'
}

const inTime = (work: Promise<unknown>): Promise<boolean> =>
  new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), PATIENCE_MS)
    work
      .then(
        () => resolve(true),
        () => resolve(false)
      )
      .finally(() => clearTimeout(late))
  })
