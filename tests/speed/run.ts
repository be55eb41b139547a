import { join } from 'node:path'
import type { Costs } from '#tests/load/country.ts'
import { withFolder } from '#tests/load/measured-shop.ts'
import { ROOT } from '#tests/support/sources.ts'
import { freePort, startShop } from '#tests/support/shop-process.ts'
import { measureAfterwards } from './afterwards.ts'
import { measureApi } from './api.ts'
import { measureBookings } from './bookings.ts'
import { bytesOf } from './bytes.ts'
import { countryRows } from './country.ts'
import { measureCrashes } from './crash.ts'
import { measureFailover } from './failover.ts'
import { measureFaults } from './faults.ts'
import { measureGrowth } from './growth.ts'
import { isWholeHour, measureHour } from './hour.ts'
import { measureGroups } from './groups.ts'
import { measureListings } from './listings.ts'
import { measureLedger } from './ledger.ts'
import { measurePoints } from './points.ts'
import { lighthouseRows } from './lighthouse.ts'
import { measureOrders } from './orders.ts'
import { measurePages } from './pages.ts'
import { measurePromises } from './promises.ts'
import { measureProviders } from './providers.ts'
import { publish } from './publish.ts'
import { measurePurchases } from './purchases.ts'
import { printTable, type Row } from './rows.ts'
import { measureRobots } from './robots.ts'
import { measureSearch } from './search.ts'
import { measureStarts } from './starts.ts'
import { measureStops } from './stops.ts'
import { pickupRows } from './pickup-taps.ts'
import { tapRows } from './taps.ts'
import { measureNotices } from './notices.ts'
import { measureWaiting } from './waiting.ts'

// `npm run speed` measures everything; `npm run speed -- api pages` only these parts. A part's rows replace its old ones in
// .readme/speed.json, from which the picture and the table in README are made.

const costs: Partial<Costs> = {}

/** A shop with the demo market, for what is measured in a browser. */
const inShop = (work: (url: string) => Promise<Row[]>) => (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const env = { MARKET_DIR: join(ROOT, 'content/market'), DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) }
    const shop = await startShop(env, 120_000)
    try {
      return await work(shop.url)
    } finally {
      await shop.end()
    }
  })

const PARTS: Record<string, () => Promise<Row[]>> = {
  starts: measureStarts,
  bytes: inShop(bytesOf),
  lighthouse: inShop(lighthouseRows),
  taps: inShop(tapRows),
  pickup: inShop(pickupRows),
  pages: async () => {
    const measured = await measurePages()
    Object.assign(costs, measured.costs)
    return measured.rows
  },
  api: async () => {
    const measured = await measureApi()
    Object.assign(costs, measured.costs)
    return measured.rows
  },
  purchases: measurePurchases,
  growth: measureGrowth,
  search: () => measureSearch(),
  listings: () => measureListings(),
  waiting: measureWaiting,
  notices: measureNotices,
  groups: measureGroups,
  promises: measurePromises,
  providers: measureProviders,
  faults: measureFaults,
  stops: measureStops,
  failover: measureFailover,
  country: async () => countryRows(costs),
  ledger: measureLedger,
  points: measurePoints,
  afterwards: measureAfterwards,
  bookings: measureBookings,
  orders: measureOrders,
  robots: measureRobots,
  crash: measureCrashes,
  hour: measureHour
}
/** Runs only when it is named. */
const ONLY_NAMED = ['hour']

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  process.stderr.write(`There is no part "${unknown[0]}". There are: ${Object.keys(PARTS).join(', ')}.\n`)
  process.exit(2)
}
const rows: Row[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 ? !wanted.includes(name) : ONLY_NAMED.includes(name)) continue
  process.stdout.write(`\n=== ${name}\n`)
  const found = await measure()
  printTable(found)
  if (name !== 'hour' || isWholeHour) publish(name, found, Object.keys(PARTS))
  rows.push(...found)
}
process.stdout.write('\n')
printTable(rows)
const missed = rows.filter(({ met }) => met === false).length
process.stdout.write(`${rows.length} figures, ${missed} missed\n`)
process.exit(missed > 0 ? 1 : 0)
