import { sql, type SQL } from 'drizzle-orm'
import { MAX_COUNTED } from '#domain/constants.ts'
import type { ReadDb } from '#server/db/reader.ts'
import { rowsOf } from '#server/db/rows.ts'

/** How many rows a query finds, exactly up to MOST_COUNTED; beyond that it says so, and nobody waits for a million to be counted. */
export const countUpTo = async (db: ReadDb, rows: SQL): Promise<{ totalCount: number; isMore?: true }> => {
  const [row] = await rowsOf<{ n: number }>(db, sql`select count(*)::int as n from (${rows} limit ${MAX_COUNTED + 1}) found`)
  const found = row?.n ?? 0
  return found > MAX_COUNTED ? { totalCount: MAX_COUNTED, isMore: true } : { totalCount: found }
}
