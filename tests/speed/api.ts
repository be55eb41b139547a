import { join } from 'node:path'
import { PHASES, runPhase, type Phase } from '#tests/load/api-phases.ts'
import type { Costs } from '#tests/load/country.ts'
import { makeMarket } from '#tests/load/make-market.ts'
import type { Measured } from '#tests/load/measure.ts'
import { besideTheShop, createDatabase, withFolder, withPostgres, withShop } from '#tests/load/measured-shop.ts'
import { residentMb } from '#tests/load/processor.ts'
import { gatherCrowd } from '#tests/load/shoppers.ts'
import type { LocalPostgres } from '#tests/support/local-postgres.ts'
import type { Row } from './rows.ts'

/** Calls a second on one core for shop and database together. */
const GOALS: Partial<Record<Phase, number>> = {
  'product list': 1_000,
  'add to basket': 300,
  'read a basket': 800,
  checkout: 100,
  'whole purchase': 40
}
const WHAT: Record<Phase, string> = {
  'product list': 'product list of a supplier',
  'add to basket': 'add to basket',
  'read a basket': 'read a basket, for an address',
  checkout: 'checkout, cash',
  'whole purchase': 'whole purchase: 6 calls, 2 lines, signed in',
  'read an order': 'read an order'
}
const LOADED_MB = 400
const LANES = 8
/** Seconds. Not longer: a person may order thirty times a minute (contract), and there are 96 of them. */
const LENGTH = { warm: 1, counted: 4 }
/** More than this of the core went to others: then processor time decides, for the clock would judge them too. */
const QUIET = 0.1

const figureOf = ({ perSecond, p99, perCore, processor, others }: Measured): string => {
  const spent = Object.entries(processor).map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
  const beside = others > QUIET ? `, ${Math.round(others * 100)} % of the core taken by others` : ''
  return `${Math.round(perSecond)}/s, p99 ${p99.toFixed(0)} ms; ${spent.join(' + ')} ms of processor = ${Math.round(perCore)}/s a core${beside}`
}

const met = ({ perSecond, perCore, others }: Measured, goal: number): boolean => perSecond >= goal || (others > QUIET && perCore >= goal)

export interface ApiSpeed {
  rows: Row[]
  /** What the simulation of a country reckons with; only what was measured on PostgreSQL. */
  costs: Partial<Costs>
}

const COSTS: Partial<Record<Phase, keyof Costs>> = {
  'product list': 'productList',
  'add to basket': 'addToBasket',
  'read a basket': 'readBasket',
  checkout: 'checkout',
  'read an order': 'readOrder'
}

/** All phases on one engine, one after the other, then what the shop holds in memory. */
const measureEngine = async (market: string, folder: string, postgres: LocalPostgres | null): Promise<ApiSpeed> => {
  const engine = postgres ? 'PostgreSQL' : 'PGlite'
  const env: Record<string, string> = postgres
    ? { DATABASE_URL: await createDatabase(postgres, 'api') }
    : { DATA_DIR: join(folder, 'data') }
  return withShop({ env: { ...env, MARKET_DIR: market }, lanes: LANES, postgres }, async ({ shop, lanes, probe }) => {
    const pid = shop.child.pid ?? 0
    const rows: Row[] = []
    const costs: Partial<Costs> = {}
    const crowd = await gatherCrowd(shop.url, lanes, { people: 96, guests: 96 })
    for (const phase of PHASES) {
      const measured = await runPhase(phase, crowd, probe, LENGTH)
      const goal = postgres ? GOALS[phase] : undefined
      rows.push({
        what: `${WHAT[phase]}, ${engine}`,
        goal: goal ? `>= ${goal}/s on one core` : 'reported',
        figure: figureOf(measured),
        met: goal ? met(measured, goal) : null
      })
      const cost = COSTS[phase]
      const { server = 0, database = 0 } = measured.processor
      if (cost) costs[cost] = { serverMs: server, databaseMs: database, walBytes: measured.walBytes }
    }
    const mb = residentMb(pid)
    rows.push({
      what: `memory after this load, ${engine}`,
      goal: postgres ? `<= ${LOADED_MB} MB` : 'reported',
      figure: `${mb.toFixed(0)} MB`,
      met: postgres ? mb <= LOADED_MB : null
    })
    return { rows, costs }
  })
}

/**
 * The API rows: 200 suppliers with 25,000 products, skewed demand, eight connections, shop and database on one core, whoever asks on another.
 * PostgreSQL runs with its defaults, commits on the disk.
 */
export const measureApi = (): Promise<ApiSpeed> =>
  withFolder((folder) =>
    besideTheShop(async () => {
      const market = join(folder, 'market')
      makeMarket(market, { suppliers: 200, products: 25_000, cities: 4, seed: 7 })
      const served = await withPostgres((postgres) => measureEngine(market, folder, postgres))
      const embedded = await measureEngine(market, folder, null)
      const missing: Row = { what: 'API on PostgreSQL', goal: 'measured', figure: 'no PostgreSQL programs on this machine', met: null }
      return { rows: [...(served?.rows ?? [missing]), ...embedded.rows], costs: served?.costs ?? {} }
    })
  )
