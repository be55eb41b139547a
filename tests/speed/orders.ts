import { join } from 'node:path'
import fc from 'fast-check'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { createAdapters } from '#server/adapters/create.ts'
import { readConfig } from '#server/config.ts'
import { openPostgres } from '#server/db/engine.ts'
import { jobContext } from '#server/jobs/context.ts'
import { createKernel } from '#server/process/create-kernel.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { minutesAgree, yearsAgree } from '#tests/domain/slots-oracle.ts'
import { createDatabase, withPostgres } from '#tests/load/measured-shop.ts'
import { buyAtShop, newPerson } from '#tests/support/shop-client.ts'
import { freePort, startShop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'
import { childrenOf } from '#tests/support/worker-lines.ts'
import { openEventStream } from './event-stream.ts'
import type { Row } from './rows.ts'
import { runLonger } from './run-longer.ts'

const PEOPLE = 50
const WORKERS = 2
const MAX_EVENT_MS = 300
const SUPPLIER = 1
/** Of each kind; each some ten steps. */
const LIVES = Number(process.env['LIVES'] ?? 2_000)
const SEED = 31
/** Families of one to three suppliers, fetched or delivered: over two years at one moment a day, and at every minute of two years. */
const FAMILIES = 300
const FAMILIES_BY_MINUTE = 2
const TWO_YEARS_DAYS = 730

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? NaN

/** What staff do to an order until the page of its customer, open on one of two processes, hears of it. */
const measureFollowing = async (): Promise<Row[]> => {
  const rows = await withPostgres(async (postgres) => {
    const env = {
      ...{ DATABASE_URL: await createDatabase(postgres, 'orders'), MARKET_DIR: join(ROOT, 'tests/support/market') },
      ...{ WEB_CONCURRENCY: String(WORKERS), PORT: String(await freePort()), PIN_PER_HOUR: '1000000', TRUST_PROXY: '1' },
      AUTOPILOT_SECONDS: '0'
    }
    const shop = await startShop(env, 300_000)
    const engine = await openPostgres(env.DATABASE_URL)
    try {
      const config = readConfig({ ...env, SITE_URL: shop.url })
      const adapters = await createAdapters(engine, config, Date.now)
      const staff = jobContext(createKernel({ config, engine, adapters, now: Date.now, log: () => undefined }))
      const workers = (): number[] => childrenOf(shop.child.pid ?? 0)
      const people = []
      for (let index = 0; index < PEOPLE; index += 1) {
        const person = await newPerson(() => shop.url, `+3749510${String(index).padStart(4, '0')}`)
        const { items } = await person.call(catalogue.products, { query: { supplierId: SUPPLIER } })
        const plain = items.find(({ code }) => code === 'PLAIN')
        const placed = await buyAtShop(person, plain?.id ?? 0, 3)
        people.push({ number: placed.orderNumber, stream: await openEventStream(shop.url, workers, person, orders.events.path, 'order') })
      }
      const on = new Set(people.map(({ stream }) => stream.line.pid))
      const delays: number[] = []
      for (const verb of ['accept', 'on-the-way', 'delivered'])
        for (const { number, stream } of people) {
          const heard = stream.heard()
          const began = performance.now()
          await operateOrders(staff, [verb, number])
          delays.push((await heard) - began)
        }
      for (const { stream } of people) stream.close()
      return [
        {
          what: `a step by staff to the open page of its customer, on ${on.size} processes, p95 of ${delays.length}`,
          goal: `<= ${MAX_EVENT_MS} ms`,
          figure: `${p95(delays).toFixed(0)} ms`,
          met: p95(delays) <= MAX_EVENT_MS && on.size === WORKERS
        }
      ]
    } finally {
      await engine.close()
      await shop.end()
    }
  })
  return rows ?? []
}

const measureLives = (file: string, lived: string): Row =>
  runLonger(file, {
    what: `random lives of ${LIVES} orders ${lived} after every step (seed ${SEED})`,
    ...{ goal: "an oracle's", as: 'equal', unless: 'NOT EQUAL' },
    env: { LIVES: String(LIVES), RANDOM_SEED: String(SEED) }
  })

/** Windows against a walk through all minutes. */
const measureSlots = (): Row => {
  const started = performance.now()
  const checked = [
    fc.check(yearsAgree, { numRuns: FAMILIES, seed: SEED }),
    fc.check(minutesAgree(TWO_YEARS_DAYS), { numRuns: FAMILIES_BY_MINUTE, seed: SEED })
  ]
  const differing = checked.filter(({ failed }) => failed).length
  return {
    what: `windows of delivery and pickup over two years of random schedules and holidays: ${FAMILIES} families of suppliers each day, ${FAMILIES_BY_MINUTE} each minute (seed ${SEED})`,
    goal: 'equal to a walk through all minutes',
    figure: `${differing === 0 ? 'equal' : `${differing} of 2 kinds differ`} in ${((performance.now() - started) / 1_000).toFixed(0)} s`,
    met: differing === 0
  }
}

export const measureOrders = async (): Promise<Row[]> => [
  ...(await measureFollowing()),
  measureSlots(),
  measureLives('order-lives', 'of two to four suppliers: statuses, lines, money and stock'),
  measureLives('tender-lives', 'paid by every mix of voucher, gift cards, points, card and cash, with labels: everybody’s money')
]
