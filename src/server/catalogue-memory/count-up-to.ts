import { sql, type SQL } from 'drizzle-orm'
import { MAX_COUNTED } from '#domain/constants.ts'
import type { ReadDb } from '#server/db/reader.ts'
import { rowsOf } from '#server/db/rows.ts'

/** Counts the rows of a query, exactly up to MAX_COUNTED; `isMore` beyond, so that a million rows are never counted. */
export const countUpTo = async (db: ReadDb, rows: SQL): Promise<{ totalCount: number; isMore?: true }> => {
  const [row] = await rowsOf<{ n: number }>(db, sql`select count(*)::int as n from (${rows} limit ${MAX_COUNTED + 1}) found`)
  const found = row?.n ?? 0
  return found > MAX_COUNTED ? { totalCount: MAX_COUNTED, isMore: true } : { totalCount: found }
}
