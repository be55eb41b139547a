import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { startLocalPostgres, type LocalPostgres } from '#tests/support/local-postgres.ts'
import { freePort } from '#tests/support/shop-process.ts'

let postgres: LocalPostgres | null = null
beforeAll(async () => {
  postgres = startLocalPostgres(await freePort())
})
afterAll(() => postgres?.stop())

/** Names of the statements one connection has prepared after asking the same three times. */
const namesAfter = async (url: string, prepare: boolean): Promise<string[]> => {
  const engine = await openPostgres(url, 1, { prepare })
  for (const n of [1, 2, 3]) expect(await rowsOf(engine.db, sql`select ${n}::int as n`)).toEqual([{ n }])
  const found = await rowsOf<{ name: string; statement: string }>(engine.db, sql`select name, statement from pg_prepared_statements`)
  await engine.close()
  return found.filter(({ statement }) => statement === 'select $1::int as n').map(({ name }) => name)
}

test('lists of any length are not prepared, or a connection would hold one for each length', async () => {
  if (!postgres) return
  const engine = await openPostgres(postgres.url('postgres'), 1)
  for (const ids of [
    [1, 2],
    [1, 2, 3]
  ])
    await engine.db.select().from(schema.suppliers).where(inArray(schema.suppliers.id, ids))
  const found = await rowsOf<{ statement: string }>(engine.db, sql`select statement from pg_prepared_statements`)
  await engine.close()
  expect(found.filter(({ statement }) => statement.includes(' in (')).length).toBe(0)
})

test('a statement with parameters is prepared once for a connection, unless DATABASE_PREPARE says no', async () => {
  if (!postgres) {
    // Said aloud in the list of steps, as for the other tests that need a server.
    expect(process.env.CI, 'CI has PostgreSQL').toBeUndefined()
    return
  }
  const url = postgres.url('postgres')
  expect(await namesAfter(url, true)).toHaveLength(1)
  expect(await namesAfter(url, false)).toEqual([])
})
