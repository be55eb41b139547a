import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { HEADER, makeMarket } from '#tests/load/make-market.ts'
import { readTemplates } from '#tests/load/market-template.ts'
import { splitCells } from '#server/market-import/split-cells.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { ROOT } from '#tests/support/sources.ts'

const SIZE = { suppliers: 20, products: 2_000, cities: 6, seed: 3 }
const make = (size = SIZE): string => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-made-'))
  makeMarket(folder, size)
  return folder
}
const bytesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name} ${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`)
    .sort()

test('a made market is taken in without a fault, as large as was asked, a few suppliers large and many small', async () => {
  const engine = await openEmptyDatabase()
  const result = await importMarket(engine, make())
  expect(result).toMatchObject({ suppliers: 20, products: 2_000, added: 2_000 })
  const sizes = await rowsOf<{ n: number }>(engine.db, sql`select count(*)::int as n from products group by supplier_id order by 1 desc`)
  expect(sizes).toHaveLength(20)
  expect(sizes[0]?.n).toBeGreaterThan(2 * (sizes.at(-1)?.n ?? 0))
  const [turns] = await rowsOf<{ least: number; most: number }>(
    engine.db,
    sql`select min(turn) as least, count(*) filter (where turn = 1)::int as most from products`
  )
  expect(turns).toEqual({ least: 1, most: 20 })
  await engine.close()
})

test('all suppliers of the demo market that are models have the columns of a made one', () => {
  const models = readTemplates(join(ROOT, 'content/market'))
  const counts = models.flatMap(({ products }) =>
    products.map(({ before, names, after }) => {
      const split = splitCells(`M-1,${before},${names.join(',')}${after}`)
      return 'cells' in split ? split.cells.length : 0
    })
  )
  expect(counts.length).toBeGreaterThan(1_000)
  expect([...new Set(counts)]).toEqual([HEADER.split(',').length])
})

test('the same seed makes the same bytes, another seed others', () => {
  const once = bytesOf(make())
  expect(bytesOf(make())).toEqual(once)
  expect(bytesOf(make({ ...SIZE, seed: 4 }))).not.toEqual(once)
})
