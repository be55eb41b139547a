import { sql } from 'drizzle-orm'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const RETENTION_MS = 30 * 24 * 60 * MINUTE
const MAX_AT_ONCE = 5_000

/** Deletes old events that every stream has read, oldest first. The newest change of the catalogue stays: it is the catalogue's version. */
export const sweepEvents = async (ctx: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const { events } = schema
  const until = new Date(ctx.now() - RETENTION_MS)
  await ctx.db.execute(sql`
    delete from ${events} where id in (
      select id from (select id, kind, created_at, handled_at from ${events} order by id limit ${MAX_AT_ONCE}) as oldest
      where created_at < ${until.toISOString()}::timestamptz and handled_at is not null
        and (kind <> 'catalogue.changed' or id < (select max(id) from ${events} where kind = 'catalogue.changed'))
    )`)
}
