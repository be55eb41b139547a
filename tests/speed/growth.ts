import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Call } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { SUPPLIER_TYPE } from '#domain/enums.ts'
import { makeMarket, sizeOf } from '#tests/load/make-market.ts'
import { createDatabase, withFolder, withPostgres, withShop } from '#tests/load/measured-shop.ts'
import { busyMs, peakMb, processorMs, residentMb } from '#tests/load/processor.ts'
import { addSomething, gatherCrowd, type Crowd } from '#tests/load/shoppers.ts'
import type { LocalPostgres } from '#tests/support/local-postgres.ts'
import { ROOT } from '#tests/support/sources.ts'
import { quantile, type Row } from './rows.ts'

const SIZES = [10_000, 100_000, 1_000_000] as const
const LINES_PER_SECOND = 10_000
const IMPORT_MB = 300
const MAX_TIMES = 2

interface Import {
  linesPerSecond: number
  /** The most the importing process held. */
  mb: number
  /** Milliseconds of processor: of the import and of the database. */
  importer: number
  database: number
  /** Share of the machine that went to others. */
  others: number
}

const machineMs = (): number => Array.from({ length: availableParallelism() }, (_, core) => busyMs(core)).reduce((sum, ms) => sum + ms, 0)

/** Takes a market in as a person would, by the command, in a process of its own. */
const importBy = (folder: string, url: string, products: number, postgres: LocalPostgres): Promise<Import> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const before = processorMs(postgres.pid)
    const busyBefore = machineMs()
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32', '--max-old-space-size=192', 'src/server/cli/import.ts', folder],
      { cwd: ROOT, env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'ignore', 'pipe'] }
    )
    let mb = 0
    let importer = 0
    const watch = setInterval(() => {
      mb = Math.max(mb, peakMb(child.pid ?? 0))
      importer = Math.max(importer, processorMs(child.pid ?? 0))
    }, 100)
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.once('exit', (code) => {
      clearInterval(watch)
      if (code !== 0) return reject(new Error(`the import ended with ${code}: ${said}`))
      const seconds = (performance.now() - started) / 1000
      const database = processorMs(postgres.pid) - before
      const others = Math.max(0, machineMs() - busyBefore - importer - database) / (seconds * 1000 * availableParallelism())
      resolve({ linesPerSecond: Math.round(products / seconds), mb, importer, database, others })
    })
  })

/** What people do to a market, whatever its size. */
const ACTS: Record<string, (call: Call, crowd: Crowd, index: number) => Promise<unknown>> = {
  'listing of a city': (call, { random }) =>
    call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.restaurant, city: 'yerevan', take: 24, skip: random() < 0.2 ? 24 : 0 } }),
  'deals of all suppliers': (call, { random }) => call(catalogue.listing, { query: { dc: true, take: 24, skip: random() < 0.2 ? 24 : 0 } }),
  'product list of a supplier': (call, crowd) => call(catalogue.products, { query: { supplierId: crowd.supplier() } }),
  'basket add': (call, crowd, index) => addSomething(call, crowd.goodsFor(index), crowd.random)
}
const WARM = 300
const ROUNDS = 600

/** The same act on all markets in turn, so that whatever else the machine does falls on all of them. Milliseconds, by market. */
const timesOf = async (act: (typeof ACTS)[string], crowds: readonly Crowd[]): Promise<number[][]> => {
  const times: number[][] = crowds.map(() => [])
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    for (const [market, crowd] of crowds.entries()) {
      const lane = crowd.lanes[0]
      const who = crowd.guests[round % crowd.guests.length]
      if (!lane || !who) continue
      const call = lane.callerOf(who)
      const started = performance.now()
      await act(call, crowd, round)
      if (round >= WARM) times[market]?.push(performance.now() - started)
    }
  }
  return times
}

/** Rows for shops that run on markets of these sizes, the smallest first. */
export const growthRows = async (crowds: readonly Crowd[]): Promise<Row[]> => {
  const rows: Row[] = []
  for (const [what, act] of Object.entries(ACTS)) {
    const p95 = (await timesOf(act, crowds)).map((times) => quantile(times, 0.95))
    const times = (p95.at(-1) ?? 0) / (p95[0] ?? 1)
    rows.push({
      what: `${what}, caches warm: p95 as the market grows`,
      goal: `a million <= ${MAX_TIMES} times ten thousand`,
      figure: `${p95.map((ms) => ms.toFixed(1)).join(' / ')} ms, ${times.toFixed(2)} times`,
      met: times <= MAX_TIMES
    })
  }
  return rows
}

const importRows = ({ linesPerSecond, mb, importer, database, others }: Import): Row[] => [
  {
    what: 'import of a million lines, PostgreSQL, all indexes',
    goal: `>= ${LINES_PER_SECOND} lines/s`,
    figure: `${linesPerSecond} lines/s; ${(importer / 1000).toFixed(0)} s of processor, ${(database / 1000).toFixed(0)} s of the database's, ${Math.round(others * 100)} % of the machine taken by others`,
    met: linesPerSecond >= LINES_PER_SECOND
  },
  {
    what: 'memory of that import',
    goal: `< ${IMPORT_MB} MB`,
    figure: `${mb.toFixed(0)} MB`,
    met: mb < IMPORT_MB
  }
]

/** Opens a shop on each database, one inside the other, and works with all of them. */
const withShops = async <T>(
  urls: readonly string[],
  postgres: LocalPostgres,
  work: (crowds: Crowd[], pids: number[]) => Promise<T>
): Promise<T> => {
  const crowds: Crowd[] = []
  const pids: number[] = []
  const open = async (index: number): Promise<T> => {
    const url = urls[index]
    if (!url) return work(crowds, pids)
    return withShop({ env: { DATABASE_URL: url, DATABASE_POOL: '4' }, lanes: 1, postgres }, async ({ shop, lanes }) => {
      crowds.push(await gatherCrowd(shop.url, lanes, { people: 0, guests: 50 }))
      pids.push(shop.child.pid ?? 0)
      return open(index + 1)
    })
  }
  return open(0)
}

/**
 * The growth and import rows: markets of 10 thousand, 100 thousand and a million products on one PostgreSQL with its defaults, three shops at
 * once, asked in turn. About four minutes.
 */
export const measureGrowth = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const found = await withPostgres(async (postgres) => {
      const rows: Row[] = []
      const urls: string[] = []
      for (const products of SIZES) {
        const market = join(folder, `market-${products}`)
        makeMarket(market, sizeOf(products))
        const url = await createDatabase(postgres, `products_${products}`)
        urls.push(url)
        const million = products === SIZES.at(-1)
        const imported = await importBy(market, url, products, postgres)
        if (million) rows.push(...importRows(imported))
      }
      rows.push(
        ...(await withShops(urls, postgres, async (crowds, pids) => {
          const grown = await growthRows(crowds)
          const mb = residentMb(pids.at(-1) ?? 0)
          grown.push({ what: 'memory of the shop with a million products', goal: 'reported', figure: `${mb.toFixed(0)} MB`, met: null })
          return grown
        }))
      )
      return rows
    })
    return (
      found ?? [{ what: 'growth and import on PostgreSQL', goal: 'measured', figure: 'no PostgreSQL programs on this machine', met: null }]
    )
  })
