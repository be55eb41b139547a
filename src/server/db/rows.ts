import type { SQL } from 'drizzle-orm'
import type { Db } from './engine.ts'

/**
 * Returns the rows of a handwritten statement as the driver reads them: names are those of the columns, times are text.
 * The type of a row is not checked.
 */
export const rowsOf = async <Row>(db: Pick<Db, 'execute'>, statement: SQL): Promise<Row[]> => {
  const result: unknown = await db.execute(statement)
  return (result as { rows: Row[] }).rows
}
