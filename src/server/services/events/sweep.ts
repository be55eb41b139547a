import { sql } from 'drizzle-orm'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const RETENTION_MS = 30 * 24 * 60 * MINUTE
/** Kept longer, to investigate failures. */
const FAILED_RETENTION_MS = 90 * 24 * 60 * MINUTE
const MAX_AT_ONCE = 5_000

/** Deletes old events that every stream has read, oldest first. The newest change of the catalogue stays: it is the catalogue's version. */
export const sweepEvents = async (ctx: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const { events } = schema
  const before = (ms: number): string => new Date(ctx.now() - ms).toISOString()
  await ctx.db.execute(sql`
    delete from ${events} where id in (
      select id from (select id, kind, created_at, handled_at, failed_at from ${events} order by id limit ${MAX_AT_ONCE}) as oldest
      where created_at < ${before(RETENTION_MS)}::timestamptz and handled_at is not null
        and (failed_at is null or created_at < ${before(FAILED_RETENTION_MS)}::timestamptz)
        and (kind <> 'catalogue.changed' or id < (select max(id) from ${events} where kind = 'catalogue.changed'))
    )`)
}
