import { join } from 'node:path'
import type { Call } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as products from '#contract/products/calls.ts'
import type { Filters, ListingQuery } from '#contract/products/calls.ts'
import { PARENT_CATEGORY, PRODUCT_SORTINGS, SUPPLIER_SORTINGS, SUPPLIER_TYPE } from '#domain/enums.ts'
import { makeMarket, sizeOf } from '#tests/load/make-market.ts'
import { besideTheShop, createDatabase, withFolder, withPostgres, withShop } from '#tests/load/measured-shop.ts'
import { createRandom, type Random } from '#tests/load/random.ts'
import { gatherCrowd } from '#tests/load/shoppers.ts'
import { residentMb } from '#tests/load/processor.ts'
import { quantile, type Row } from './rows.ts'

const PRODUCTS = 1_000_000
const GOAL_MS = 60
const ROUNDS = 400

const pick = <T>(all: readonly T[], random: Random): T | undefined => all[Math.floor(random() * all.length)]

/** Where people look: everywhere, in a kind, or in a category. */
interface Shelf {
  c: number
  filters: Filters
}
const shelvesOf = async (call: Call): Promise<Shelf[]> => {
  const tree = await call(products.suppliersTree)
  const ids = [
    PARENT_CATEGORY.root,
    ...Object.values(PARENT_CATEGORY).slice(1),
    ...tree.flatMap(({ categories }) => categories.map(({ id }) => id))
  ]
  const found: Shelf[] = []
  for (const c of ids) found.push({ c, filters: await call(products.filters, { params: { id: c }, query: {} }) })
  return found.filter(({ filters }) => filters.maxPrice.value > 0)
}

/** One to three values of different groups, a range of prices that nobody had before, any order, one of the first pages. */
const choiceOf = ({ c, filters }: Shelf, random: Random): ListingQuery => {
  const groups = filters.properties.toSorted(() => random() - 0.5).slice(0, Math.floor(random() * 4))
  const f = groups.flatMap(({ values }) => pick(values, random)?.id ?? []).join('|')
  const max = Math.ceil(filters.minPrice.value + (filters.maxPrice.value - filters.minPrice.value) * random() ** 2) + 1
  return {
    ...{ c, f: f || undefined, o: pick(Object.values(PRODUCT_SORTINGS), random), skip: Math.floor(random() * 4) * 24 },
    ...{ max: random() < 0.7 ? max : undefined, dc: random() < 0.2 || undefined }
  }
}

type Act = (call: Call, shelves: readonly Shelf[], random: Random) => Promise<unknown>
const ACTS: Record<string, Act> = {
  'products with filters and an order': (call, shelves, random) => {
    const shelf = pick(shelves, random)
    return shelf ? call(catalogue.listing, { query: choiceOf(shelf, random) }) : Promise.resolve()
  },
  'all products of the market with filters and an order': (call, shelves, random) =>
    shelves[0] ? call(catalogue.listing, { query: choiceOf(shelves[0], random) }) : Promise.resolve(),
  'suppliers in every order, near a point': (call, _, random) =>
    call(catalogue.suppliers, {
      query: {
        ...{ type: SUPPLIER_TYPE.all, take: 48, sorting: pick(Object.values(SUPPLIER_SORTINGS), random), city: 'yerevan' },
        ...{ lat: Number((40.1 + random() / 5).toFixed(5)), lng: Number((44.4 + random() / 5).toFixed(5)) }
      }
    })
}

const timesOf = async (act: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    await act()
    times.push(performance.now() - started)
  }
  return times
}

/**
 * The listing rows: a market of a million products on PostgreSQL with its defaults, one reader who never asks for the same twice. `products` makes
 * it smaller, for a look in between. About four minutes.
 */
export const measureListings = (products = PRODUCTS): Promise<Row[]> =>
  withFolder(async (folder) => {
    const market = join(folder, 'market')
    makeMarket(market, sizeOf(products))
    const found = await withPostgres(async (postgres) => {
      const env = { DATABASE_URL: await createDatabase(postgres, 'listings'), DATABASE_POOL: '4', MARKET_DIR: market }
      return withShop({ env, lanes: 1, postgres }, ({ shop, lanes }) =>
        besideTheShop(async () => {
          const { lanes: open, guests } = await gatherCrowd(shop.url, lanes, { people: 0, guests: 1 })
          const [lane, guest] = [open[0], guests[0]]
          if (!lane || !guest) throw new Error('nobody is there to look')
          const call = lane.callerOf(guest)
          const began = performance.now()
          await call(catalogue.listing, { query: { take: 24 } })
          const first = performance.now() - began
          const shelves = await shelvesOf(call)
          const random = createRandom(5)
          const rows: Row[] = []
          for (const [what, act] of Object.entries(ACTS)) {
            const times = await timesOf(() => act(call, shelves, random))
            const p95 = quantile(times, 0.95)
            rows.push({
              what: `${what}, ${products} products: p95`,
              goal: `< ${GOAL_MS} ms`,
              figure: `${p95.toFixed(1)} ms, median ${quantile(times, 0.5).toFixed(1)} ms`,
              met: p95 < GOAL_MS
            })
          }
          const mb = residentMb(shop.child.pid ?? 0)
          rows.push({
            what: 'the first list of products, while they are read into memory; memory of the shop afterwards',
            goal: 'reported',
            figure: `${(first / 1000).toFixed(1)} s; ${mb.toFixed(0)} MB`,
            met: null
          })
          return rows
        })
      )
    })
    return found ?? [{ what: 'listings on PostgreSQL', goal: 'measured', figure: 'no PostgreSQL programs on this machine', met: null }]
  })
