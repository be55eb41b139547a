import { inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { openPostgres } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { postgresTest } from '#tests/support/postgres-test.ts'
import { copyDatabase } from '#tests/support/prepared-data.ts'

/** Names of the statements one connection has prepared after asking the same three times. */
const namesAfter = async (url: string, prepare: boolean): Promise<string[]> => {
  const engine = await openPostgres(url, 1, { prepare })
  for (const n of [1, 2, 3]) expect(await rowsOf(engine.db, sql`select ${n}::int as n`)).toEqual([{ n }])
  const found = await rowsOf<{ name: string; statement: string }>(engine.db, sql`select name, statement from pg_prepared_statements`)
  await engine.close()
  return found.filter(({ statement }) => statement === 'select $1::int as n').map(({ name }) => name)
}

postgresTest('lists of any length are not prepared, or a connection would hold one for each length', async () => {
  const engine = await openPostgres(await copyDatabase(), 1)
  for (const ids of [
    [1, 2],
    [1, 2, 3]
  ])
    await engine.db.select().from(schema.suppliers).where(inArray(schema.suppliers.id, ids))
  const found = await rowsOf<{ statement: string }>(engine.db, sql`select statement from pg_prepared_statements`)
  await engine.close()
  expect(found.filter(({ statement }) => statement.includes(' in (')).length).toBe(0)
})

postgresTest('a statement with parameters is prepared once for a connection, unless DATABASE_PREPARE says no', async () => {
  const url = await copyDatabase()
  expect(await namesAfter(url, true)).toHaveLength(1)
  expect(await namesAfter(url, false)).toEqual([])
})
