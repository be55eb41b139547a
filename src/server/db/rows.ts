import type { SQL } from 'drizzle-orm'
import type { Db } from './engine.ts'

/**
 * Rows of a statement written by hand, as the driver reads them: names are the columns', times are text. Both drivers answer with `rows`.
 * The caller vouches for the type of a row.
 */
export const rowsOf = async <Row>(db: Pick<Db, 'execute'>, statement: SQL): Promise<Row[]> => {
  const result: unknown = await db.execute(statement)
  return (result as { rows: Row[] }).rows
}
