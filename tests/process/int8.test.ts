import { sql } from 'drizzle-orm'
import { bigint, pgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { openPglite, openPostgres, type Engine } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { postgresTest } from '#tests/support/postgres-test.ts'
import { copyDatabase, copyDataFolder } from '#tests/support/prepared-data.ts'

const engines: [string, typeof postgresTest, () => Promise<Engine>][] = [
  ['PGlite', test, () => openPglite(copyDataFolder())],
  ['PostgreSQL', postgresTest, async () => openPostgres(await copyDatabase(), 2)]
]
const sums = pgTable('sums', { amount: bigint({ mode: 'number' }).notNull() })

describe.each(engines)('%s', (_name, it, open) => {
  it('reads an int8 as a number by hand and by table, and refuses one that a number cannot hold', async () => {
    const engine = await open()
    const { db } = engine
    const amount = 5_000_000_000
    await db.execute(sql`create table sums (amount bigint not null)`)
    await db.insert(sums).values({ amount })
    expect(await db.select().from(sums)).toEqual([{ amount }])
    const largest = Number.MAX_SAFE_INTEGER
    expect(
      await rowsOf(db, sql`select amount, count(*) as n, ${largest}::bigint as largest, null::bigint as nothing from sums group by amount`)
    ).toEqual([{ amount, n: 1, largest, nothing: null }])
    await expect(rowsOf(db, sql`select 9007199254740993::bigint as odd`)).rejects.toThrow()
    await engine.close()
  })
})
