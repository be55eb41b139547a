import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { openPglite, openPostgres, type Engine } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { startLocalPostgres, type LocalPostgres } from '#tests/support/local-postgres.ts'
import { freePort } from '#tests/support/shop-process.ts'

let postgres: LocalPostgres | null = null
afterAll(() => postgres?.stop())

const engines: [string, () => Promise<Engine | null>][] = [
  ['PGlite', () => openPglite(null)],
  [
    'PostgreSQL',
    async () => {
      postgres = startLocalPostgres(await freePort())
      return postgres && openPostgres(postgres.url('postgres'), 2)
    }
  ]
]
const { simulatedBank } = schema

describe.each(engines)('%s', (_name, open) => {
  test('reads an int8 as a number by hand and by table, and refuses one that a number cannot hold', async () => {
    const engine = await open()
    if (!engine) {
      // Said aloud in the list of steps; PGlite is judged all the same.
      expect(process.env.CI, 'CI has PostgreSQL').toBeUndefined()
      return
    }
    const { db } = engine
    const amount = 5_000_000_000
    await db.insert(simulatedBank).values({ ref: 'a', number: '1-1', amount, returnUrl: '', description: '' })
    expect(await db.select({ amount: simulatedBank.amount }).from(simulatedBank).where(eq(simulatedBank.ref, 'a'))).toEqual([{ amount }])
    const largest = Number.MAX_SAFE_INTEGER
    expect(
      await rowsOf(
        db,
        sql`select amount, count(*) as n, ${largest}::bigint as largest, null::bigint as nothing from simulated_bank group by amount`
      )
    ).toEqual([{ amount, n: 1, largest, nothing: null }])
    await expect(rowsOf(db, sql`select 9007199254740993::bigint as odd`)).rejects.toThrow()
    await engine.close()
  })
})
