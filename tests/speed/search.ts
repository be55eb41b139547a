import { join } from 'node:path'
import type { Call } from '#client/call.ts'
import * as search from '#contract/search/calls.ts'
import { openPostgres } from '#server/db/engine.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { makeMarket, sizeOf } from '#tests/load/make-market.ts'
import { createDatabase, withFolder, withPostgres, withShop, type MeasuredShop } from '#tests/load/measured-shop.ts'
import { residentMb } from '#tests/load/processor.ts'
import { guestOf } from '#tests/load/shoppers.ts'
import { readQueries } from '#tests/search/quality.ts'
import type { LocalPostgres } from '#tests/support/local-postgres.ts'
import { quantile, type Row } from './rows.ts'

/** Sizes on PostgreSQL and what p95 may be there, in milliseconds; on PGlite it is the demo market. */
const SIZES: readonly (readonly [products: number, most: number])[] = [
  [200_000, 50],
  [1_000_000, 100]
]
const MAX_ON_PGLITE = 40
const ASKED = 378
/** Terms that may be asked again from the shop's memory are not asked twice by the same person. */
const GUESTS = 20

/** Every query once, half of them damaged; suggestions for each of them as it is typed to its half. */
const timesOf = async (callOf: (index: number) => Call): Promise<{ searched: number[]; suggested: number[] }> => {
  const searched: number[] = []
  const suggested: number[] = []
  const timed = async (into: number[], ask: () => Promise<unknown>): Promise<void> => {
    const started = performance.now()
    await ask()
    into.push(performance.now() - started)
  }
  for (const [index, { query: term }] of readQueries('tune').slice(0, ASKED).entries()) {
    const call = callOf(index)
    await timed(searched, () => call(search.search, { query: { term, take: 24 } }))
    await timed(suggested, () => call(search.suggest, { query: { term: term.slice(0, Math.max(2, Math.ceil(term.length / 2))) } }))
  }
  return { searched, suggested }
}

const rowsOf = async (where: string, most: number, { lanes: [lane], shop }: Pick<MeasuredShop, 'lanes' | 'shop'>): Promise<Row[]> => {
  if (!lane) throw new Error('searching needs a lane')
  const guests = Array.from({ length: GUESTS }, () => lane.callerOf(guestOf()))
  const started = performance.now()
  await guests[0]?.(search.search, { query: { term: 'пицца', take: 24 } })
  const first = performance.now() - started
  const { searched, suggested } = await timesOf((index) => guests[index % GUESTS] as Call)
  const row = (what: string, times: readonly number[]): Row => {
    const p95 = quantile(times, 0.95)
    return {
      what: `${what}, ${where}: p95`,
      goal: `< ${most} ms`,
      figure: `${p95.toFixed(1)} ms (median ${quantile(times, 0.5).toFixed(1)})`,
      met: p95 < most
    }
  }
  const memory = `${first.toFixed(0)} ms, then ${residentMb(shop.child.pid ?? 0).toFixed(0)} MB`
  return [
    row('search', searched),
    row('suggestions', suggested),
    { what: `first search after a start, ${where}`, goal: 'reported', figure: memory, met: null }
  ]
}

const onPostgres = (postgres: LocalPostgres, products: number, most: number, folder: string): Promise<Row[]> =>
  (async () => {
    const market = join(folder, `market-${products}`)
    makeMarket(market, sizeOf(products))
    const url = await createDatabase(postgres, `search_${products}`)
    const engine = await openPostgres(url, 4)
    await importMarket(engine, market)
    await engine.close()
    return withShop({ env: { DATABASE_URL: url, DATABASE_POOL: '4' }, lanes: 1, postgres }, (measured) =>
      rowsOf(`${products.toLocaleString('en')} products`, most, measured)
    )
  })()

/** The rows of the search: on PGlite with the demo market, and on PostgreSQL at these sizes. About four minutes with a million. */
export const measureSearch = (sizes = SIZES): Promise<Row[]> =>
  withFolder(async (folder) => {
    const rows = await withShop({ env: { DATA_DIR: join(folder, 'data') }, lanes: 1, postgres: null }, (measured) =>
      rowsOf('demo market on PGlite', MAX_ON_PGLITE, measured)
    )
    const found = await withPostgres(async (postgres) => {
      const own: Row[] = []
      for (const [products, most] of sizes) own.push(...(await onPostgres(postgres, products, most, folder)))
      return own
    })
    const none: Row = { what: 'search on PostgreSQL', goal: 'measured', figure: 'no PostgreSQL programs on this machine', met: null }
    return [...rows, ...(found ?? [none])]
  })
