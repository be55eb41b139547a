import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import * as catalogue from '#contract/catalogue/calls.ts'
import { takenAtBank } from './bank-books.ts'
import { openBuyers, type Agreed, type MoneyCalls } from './crash-shoppers.ts'
import { watchRequests, type TimedRequest } from './request-times.ts'
import { newPerson, type ShopClient } from './shop-client.ts'
import type { Shop } from './shop-process.ts'
import { childrenOf, lineToEach, type Line } from './worker-lines.ts'

/** The shop of the test market whose water is bought, and how much of it there is. */
const STORE = 902
const PRODUCT = 'WATER'
const STOCK = 5000
const PAGE = '/en/restaurants/always-open'
const HUNDREDTHS = 100

/** What happened while faults went on under load. */
export interface FaultReport {
  /** Orders that buyers were answered. */
  orders: number
  /** What the database has, or lacks, against what buyers were answered; empty: each order once, and as agreed. */
  wrong: string[]
  requests: TimedRequest[]
  /** Statuses of pages, with their counts. */
  pages: Record<string, number>
  /** Milliseconds from each return of the database until every process of the shop was ready. */
  readyMs: number[]
  /** Processes of the shop that ended. */
  deaths: number
}

export interface FaultControl {
  /** Called when the database is back: waits until every process is ready, and notes how long that took. */
  isBack: () => Promise<void>
  /** Resolves when so many more orders are answered. */
  moreOrders: (count: number) => Promise<void>
}

interface FaultOptions {
  shop: Shop
  workers: number
  buyers: number
  /** Where its simulated bank keeps its books. */
  dataDir: string
  /** Address of the database for the check at the end. */
  databaseUrl: () => string
  /** Causes the faults; buying goes on until it resolves. */
  faults: (control: FaultControl) => Promise<void>
}

/** Buys by cash and card at a shop while `faults` runs, and compares orders, payments and stock at the end. */
export const buyUnderFaults = async ({ shop, workers, buyers, dataDir, databaseUrl, faults }: FaultOptions): Promise<FaultReport> => {
  const main = shop.child.pid ?? 0
  const processes = (): number[] => (workers > 1 ? childrenOf(main) : [main])
  const lines = await allLines(shop.url, processes, workers)
  const before = processes()
  const money: MoneyCalls = { pending: 0, kills: 0, broken: [] }
  const shoppers = openBuyers(() => shop.url, money)
  const people: ShopClient[] = []
  for (let index = 0; index < buyers; index += 1) people.push(await newPerson(() => shop.url, `+3749100${String(2000 + index)}`))
  const productId = await findProduct(people[0])
  const stockBefore = await stockOf(databaseUrl(), productId)
  const agreed: Agreed[] = []
  const stopped = new AbortController()
  const watch = watchRequests()
  const pages: Record<string, number> = {}
  const readyMs: number[] = []

  const buying = people.map(async (person, index) => {
    for (let turn = index; !stopped.signal.aborted; turn += buyers) agreed.push(await shoppers.buy(person, productId, turn))
  })
  const browsing = lines.map(async (line) => {
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      // Every other page is one that nobody has asked for before.
      const status = await line.ask(turn % 2 ? `${PAGE}?search=tolma${turn}` : PAGE).then(
        (answer) => answer.status,
        () => 0
      )
      pages[status] = (pages[status] ?? 0) + 1
      await sleep(20)
    }
  })
  const everybodyReady = async (): Promise<boolean> => {
    const answers = await Promise.all(
      lines.map((line) =>
        line.ask('/api/ready').then(
          (answer) => answer.status,
          () => 0
        )
      )
    )
    return answers.every((status) => status === 200)
  }
  const control: FaultControl = {
    isBack: async () => {
      const begin = performance.now()
      while (!(await everybodyReady())) await sleep(10)
      readyMs.push(performance.now() - begin)
    },
    moreOrders: async (count) => {
      const enough = agreed.length + count
      while (agreed.length < enough) await sleep(5)
    }
  }
  await Promise.all([faults(control).finally(() => stopped.abort()), ...buying, ...browsing])
  watch.stop()
  for (const line of lines) line.close()
  const now = new Set(processes())
  return {
    orders: agreed.length,
    wrong: await differences({ url: databaseUrl(), dataDir }, agreed, productId, stockBefore),
    requests: watch.done,
    pages,
    readyMs,
    deaths: before.filter((pid) => !now.has(pid)).length
  }
}

const allLines = async (url: string, processes: () => number[], workers: number): Promise<Line[]> => {
  for (let tries = 0; processes().length < workers && tries < 600; tries += 1) await sleep(50)
  return lineToEach(url, processes, workers)
}

const findProduct = async (person: ShopClient | undefined): Promise<number> => {
  const menu = await person?.call(catalogue.products, { query: { supplierId: STORE } })
  const product = menu?.items.find(({ code }) => code === PRODUCT)
  if (!product) throw new Error(`no ${PRODUCT} in the test market`)
  return product.id
}

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const stockOf = (url: string, productId: number): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ stock: number }>('select stock::int as stock from products where id = $1', [productId])
    return rows[0]?.stock ?? STOCK
  })

interface OrderRow {
  number: string
  total: number
  quantity: number
  card: boolean
}
const nameOf = ({ number, total, quantity, card }: OrderRow): string => `${number} ${total} ${quantity} ${card ? 'card' : 'cash'}`
const ORDERS = `select number, total::int as total, payment_id = 8 as card,
  (select sum(quantity)::int from order_items where order_id = orders.id) as quantity from orders order by 1`

/** Compares the database with what the buyers agreed on: orders, money taken twice, baskets, stock, keys and events. */
const differences = (
  { url, dataDir }: { url: string; dataDir: string },
  agreed: readonly Agreed[],
  productId: number,
  stockBefore: number
): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<OrderRow>(ORDERS)
    const made = new Map(rows.map((row) => [nameOf(row), row]))
    const expected = agreed.map(({ orderNumber, price, quantity, card }) =>
      nameOf({ number: orderNumber, total: Math.round(price * HUNDREDTHS), quantity, card })
    )
    const wrong: string[] = []
    for (const name of expected) if (!made.delete(name)) wrong.push(`lost or told twice: ${name}`)
    for (const name of made.keys()) wrong.push(`not agreed: ${name}`)
    const paid = Map.groupBy(takenAtBank(dataDir), ({ description }) => description)
    for (const [number, payments] of paid) if (payments.length > 1) wrong.push(`paid twice: ${number}`)
    const sold = agreed.reduce((sum, { quantity }) => sum + quantity, 0)
    const left = await client.query<{ stock: number }>('select stock::int as stock from products where id = $1', [productId])
    if (left.rows[0]?.stock !== stockBefore - sold) wrong.push(`stock ${left.rows[0]?.stock} of ${stockBefore} after ${sold}`)
    const counts = await client.query<{ keys: number; events: number; items: number }>(
      `select (select count(distinct order_id)::int from idempotency_keys) as keys,
        (select count(*)::int from events where kind = 'order.placed') as events, (select count(*)::int from basket_items) as items`
    )
    const [{ keys, events, items } = { keys: -1, events: -1, items: -1 }] = counts.rows
    if (keys !== agreed.length || events !== agreed.length || items !== 0)
      wrong.push(`${agreed.length} orders, but ${keys} keys, ${events} events, ${items} lines in baskets`)
    return wrong
  })
