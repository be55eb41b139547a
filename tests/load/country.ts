import { createRandom, zipf } from './random.ts'

/** What one operation costs, in milliseconds of processor time, and what it writes. Measured by `npm run speed`. */
export interface Cost {
  serverMs: number
  databaseMs: number
  /** Bytes of write-ahead log. */
  walBytes: number
}
export const OPERATIONS = ['cachedPage', 'renderedPage', 'productList', 'addToBasket', 'readBasket', 'checkout', 'readOrder'] as const
export type Operation = (typeof OPERATIONS)[number]
export type Costs = Record<Operation, Cost>

export interface Country {
  cities: number
  /** In each city on average; cities differ as towns do (the n-th has 1/n of the first). */
  ordersPerHour: number
  suppliers: number
  /** Share of a core that may be busy at the peak. */
  busy: number
  seed: number
}

/** How people shop: assumptions, not measurements; each is a number to change. */
const HABITS = {
  visitsPerOrder: 6,
  listingsPerVisit: 2,
  suppliersPerVisit: 2,
  productsPerVisit: 1,
  searchesPerVisit: 0.5,
  addsPerOrder: 3,
  addsOfLeavers: 0.5,
  readsPerOrder: 4,
  orderReadsPerOrder: 5,
  languages: 3,
  thinkSeconds: 12
} as const
/** The answers' own headers: a CDN keeps a page for 30 s, then serves it once more while it asks. */
const CDN_SECONDS = 30
/** The origin renders a page again after a minute (front/page-cache.ts). */
const FRESH_SECONDS = 60
/** What is looked at: the busiest quarter of the hour, in which demand is above its mean. */
const SECONDS = 900
const RUSH = 1.4
/** Until the caches are warm nothing is counted as a peak. */
const WARM_UP = 120
/** Products a supplier shows, and more than any city has of anything: keys of pages stay apart. */
const PRODUCTS = 120
const MAX_ITEMS = 1_000_000

export interface Rush {
  orders: number
  /** Operations of the busiest second that reach the processes, by kind. */
  peak: Record<Operation, number>
  /** Pages people asked for, and the share of them a CDN answered. */
  pages: number
  cdnShare: number
  serverCores: number
  databaseCores: number
  walBytesPerSecond: number
  /** Orders of the busiest supplier in its busiest second: how often one stock row can be fought for. */
  hottestSupplier: number
  /** Orders of the busiest city in its busiest second: what one shard must bear when cities are split. */
  hottestCity: number
}

/**
 * The rush of a whole country, order by order and page by page: who asks for what in which second, what a CDN and the page cache absorb,
 * and how many cores and how much log the rest takes. Deterministic for a seed.
 */
export const simulateCountry = (costs: Costs, country: Country): Rush => {
  const { asked, count, ...demand } = dealOut(country)
  const { pages, answered } = passCaches(asked, count)
  const load = (of: (cost: Cost) => number): number =>
    busiest((second) => OPERATIONS.reduce((sum, kind) => sum + (count[kind][second] ?? 0) * of(costs[kind]), 0))
  return {
    ...demand,
    peak: Object.fromEntries(OPERATIONS.map((kind) => [kind, busiest((second) => count[kind][second] ?? 0)])) as Rush['peak'],
    pages,
    cdnShare: answered / pages,
    serverCores: load(({ serverMs }) => serverMs) / 1_000 / country.busy,
    databaseCores: load(({ databaseMs }) => databaseMs) / 1_000 / country.busy,
    walBytesPerSecond: load(({ walBytes }) => walBytes)
  }
}

type Counts = Record<Operation, Float64Array>
interface Demand extends Pick<Rush, 'orders' | 'hottestSupplier' | 'hottestCity'> {
  /** Keys of the pages asked for, by second. */
  asked: number[][]
  count: Counts
}

/** Every visit of the quarter, one after the other, with what it asks for and when. */
const dealOut = ({ cities, ordersPerHour, suppliers, seed }: Country): Demand => {
  const random = createRandom(seed)
  const perCity = Math.max(1, Math.round(suppliers / cities))
  const cityOf = zipf(cities, random)
  const supplierOf = zipf(perCity, random)
  const productOf = zipf(PRODUCTS, random)
  const asked: number[][] = Array.from({ length: SECONDS }, () => [])
  const count = emptyCounts()
  const ordersOfCity = new Map<number, number>()
  const ordersOfSupplier = new Map<number, number>()
  let orders = 0
  const visits = Math.round((cities * ordersPerHour * HABITS.visitsPerOrder * RUSH * SECONDS) / 3_600)
  for (let visit = 0; visit < visits; visit += 1) {
    const city = cityOf()
    const language = Math.floor(random() * HABITS.languages)
    let at = Math.floor(random() * SECONDS)
    let supplier = 0
    // Whoever goes on after the quarter stands for somebody who began before it.
    const think = (): void => void (at = (at + Math.round(-Math.log(1 - random()) * HABITS.thinkSeconds)) % SECONDS)
    const open = (kind: number, item: number): void =>
      void asked[at]?.push(((city * 4 + kind) * MAX_ITEMS + item) * HABITS.languages + language)
    const some = (mean: number, work: () => void): void => {
      for (let left = Math.floor(mean) + (random() < mean % 1 ? 1 : 0); left > 0; left -= 1) {
        think()
        work()
      }
    }
    const ask = (kind: Operation) => (): void => void (count[kind][at] = (count[kind][at] ?? 0) + 1)
    open(0, 0)
    some(HABITS.listingsPerVisit, () => open(1, Math.floor(random() * 6)))
    some(HABITS.suppliersPerVisit, () => open(2, (supplier = supplierOf())))
    some(HABITS.productsPerVisit, () => open(3, supplier * PRODUCTS + productOf()))
    some(HABITS.searchesPerVisit, ask('productList'))
    const buys = random() < 1 / HABITS.visitsPerOrder
    some(buys ? HABITS.addsPerOrder : HABITS.addsOfLeavers, ask('addToBasket'))
    if (!buys) continue
    some(HABITS.readsPerOrder, ask('readBasket'))
    some(1, ask('checkout'))
    orders += 1
    bump(ordersOfCity, city * SECONDS + at)
    bump(ordersOfSupplier, (city * perCity + supplier) * SECONDS + at)
    some(HABITS.orderReadsPerOrder, ask('readOrder'))
  }
  return { asked, count, orders, hottestCity: most(ordersOfCity), hottestSupplier: most(ordersOfSupplier) }
}

/** What of the pages reaches the processes: first a CDN, then the page cache, in the order of time. */
const passCaches = (asked: readonly number[][], count: Counts): { pages: number; answered: number } => {
  const fetchedAt = new Map<number, number>()
  const renderedAt = new Map<number, number>()
  let pages = 0
  let answered = 0
  asked.forEach((keys, second) => {
    pages += keys.length
    for (const key of keys) {
      if (second - (fetchedAt.get(key) ?? -Infinity) < CDN_SECONDS) {
        answered += 1
        continue
      }
      fetchedAt.set(key, second)
      const fresh = second - (renderedAt.get(key) ?? -Infinity) < FRESH_SECONDS
      if (!fresh) renderedAt.set(key, second)
      const { [fresh ? 'cachedPage' : 'renderedPage']: reached } = count
      reached[second] = (reached[second] ?? 0) + 1
    }
  })
  return { pages, answered }
}

const bump = (counts: Map<number, number>, key: number): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
const most = (counts: Map<number, number>): number => {
  let top = 0
  for (const value of counts.values()) top = Math.max(top, value)
  return top
}

const emptyCounts = (): Counts => Object.fromEntries(OPERATIONS.map((kind) => [kind, new Float64Array(SECONDS)])) as Counts

const busiest = (of: (second: number) => number): number => {
  let top = 0
  for (let second = WARM_UP; second < SECONDS; second += 1) top = Math.max(top, of(second))
  return top
}
