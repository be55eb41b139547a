import { join } from 'node:path'
import * as baskets from '#contract/baskets/calls.ts'
import * as reordering from '#contract/baskets/reorder-call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { SUPPLIER_TYPE } from '#domain/enums.ts'
import { createAdapters } from '#server/adapters/create.ts'
import { readConfig } from '#server/config.ts'
import { openPostgres } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import { jobContext } from '#server/jobs/context.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { createKernel } from '#server/process/create-kernel.ts'
import { createDatabase, withFolder, withPostgres } from '#tests/load/measured-shop.ts'
import { runRatings } from '#tests/load/ratings.ts'
import { buyAtShop, newPerson } from '#tests/support/shop-client.ts'
import { freePort, startShop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'
import { quantile, type Row } from './rows.ts'

const DEMO = join(ROOT, 'content/market')
const LINES = 40
const CALLS = 50
const MAX_MS = 300
const OPERATIONS = 100_000

/** An order of forty lines is put into the basket again, which is emptied for it each time. */
const reorders = (): Promise<Row> =>
  withFolder(async (folder) => {
    const env = { MARKET_DIR: DEMO, DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) }
    const shop = await startShop(env, 120_000)
    try {
      const person = await newPerson(() => shop.url, '+37491000001')
      const { items: suppliers } = await person.call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.all, openNow: true, take: 200 } })
      const supplier = suppliers.find(({ kind, open }) => kind === 'store' && open.changesAt === null) ?? suppliers[0]
      const { items } = await person.call(catalogue.products, { query: { supplierId: supplier?.id ?? 0, take: 100 } })
      const sold = items.filter(({ hasOptions, stock }) => !hasOptions && (stock === null || stock > LINES)).slice(0, LINES)
      for (const { id, minimumPurchase } of sold)
        await person.call(baskets.add, { body: { productId: id, quantity: Math.max(1, minimumPurchase) } })
      const { orderId } = await buyAtShop(person, null, 3)
      const times: number[] = []
      let lines = 0
      for (let index = 0; index < CALLS; index += 1) {
        const started = performance.now()
        const { linesInBasket } = await person.call(reordering.reorder, { params: { id: orderId }, query: {}, body: { startAnew: true } })
        times.push(performance.now() - started)
        lines = linesInBasket
      }
      const p95 = quantile(times, 0.95)
      return {
        what: `an order of ${LINES} lines in the basket again, in one call, PGlite`,
        goal: `p95 <= ${MAX_MS} ms`,
        figure: `p95 ${p95.toFixed(0)} ms, median ${quantile(times, 0.5).toFixed(0)} ms of ${CALLS}; ${lines} lines`,
        met: p95 <= MAX_MS && lines === LINES
      }
    } finally {
      await shop.end()
    }
  })

/** The job that adds up ratings, in two processes at once, against sums that were kept apart. */
const averages = async (): Promise<Row[]> =>
  (await withPostgres(async (postgres) =>
    withFolder(async (folder) => {
      const engine = await openPostgres(await createDatabase(postgres, 'ratings'))
      try {
        await importMarket(engine, DEMO)
        const config = readConfig({ DATA_DIR: folder, LOG: 'silent' })
        const adapters = await createAdapters(engine, config, Date.now)
        const kernel = createKernel({ config, engine, adapters, now: Date.now, log: () => undefined })
        const rows = await engine.db.select({ id: schema.suppliers.id }).from(schema.suppliers).limit(40)
        const supplierIds = rows.map(({ id }) => id)
        const { batches, wrong } = await runRatings(jobContext(kernel), { operations: OPERATIONS, seed: 27, supplierIds })
        return [
          {
            what: `averages after ${OPERATIONS} random ratings, changes and erasures, looked at ${batches} times`,
            goal: '0 differ from the raw rows',
            figure: `${wrong} differ`,
            met: wrong === 0
          }
        ]
      } finally {
        await engine.close()
      }
    })
  )) ?? []

/** What happens after an order: it is ordered again, and rated. About two minutes. */
export const measureAfterwards = async (): Promise<Row[]> => [await reorders(), ...(await averages())]
