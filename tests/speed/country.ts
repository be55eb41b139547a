import { OPERATIONS, simulateCountry, type Costs, type Country, type Operation } from '#tests/load/country.ts'
import type { Row } from './rows.ts'

/** The country of the plan in README: 100 cities with 10,000 orders an hour each. */
const COUNTRY: Country = { cities: 100, ordersPerHour: 10_000, suppliers: 8_000, busy: 0.6, seed: 1 }

const WORDS: Record<Operation, string> = {
  cachedPage: 'pages from the cache',
  renderedPage: 'pages rendered',
  productList: 'product lists',
  addToBasket: 'baskets added to',
  readBasket: 'baskets read',
  checkout: 'checkouts',
  readOrder: 'orders read'
}

/** What that country takes by the costs just measured: reported, not judged. Nothing when a cost was not measured. */
export const countryRows = (measured: Partial<Costs>): Row[] => {
  const missing = OPERATIONS.filter((kind) => !measured[kind])
  const what = `${COUNTRY.cities} cities x ${COUNTRY.ordersPerHour} orders an hour`
  if (missing.length > 0) return [{ what, goal: 'reported', figure: `not measured: ${missing.join(', ')}`, met: null }]
  const rush = simulateCountry(measured as Costs, COUNTRY)
  const row = (part: string, figure: string): Row => ({ what: `${what}: ${part}`, goal: 'reported', figure, met: null })
  return [
    row('a second of the rush', OPERATIONS.map((kind) => `${Math.round(rush.peak[kind])} ${WORDS[kind]}`).join(', ')),
    row('pages a CDN answers', `${(rush.cdnShare * 100).toFixed(0)} %`),
    row(
      `cores at ${COUNTRY.busy * 100} % busy`,
      `${Math.ceil(rush.serverCores)} for the shop, ${Math.ceil(rush.databaseCores)} for the database`
    ),
    row('written to the log', `${(rush.walBytesPerSecond / 1e6).toFixed(1)} MB/s`),
    row('orders in one second, busiest supplier and city', `${rush.hottestSupplier}, ${rush.hottestCity}`)
  ]
}
