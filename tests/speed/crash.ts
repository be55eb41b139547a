import { join } from 'node:path'
import { toAmd } from '#domain/money.ts'
import { openPglite, openPostgres } from '#server/db/engine.ts'
import { figuresOf, otherFaultsOf, runCrash } from '#tests/load/crash.ts'
import type { CrashDatabase } from '#tests/load/crash-books.ts'
import { createDatabase, withFolder, withPostgres } from '#tests/load/measured-shop.ts'
import { createPostgresServer } from '#tests/support/postgres-server.ts'
import { freePort } from '#tests/support/shop-process.ts'
import type { Row } from './rows.ts'

const PLAN = { checkouts: 200, atOnce: 16, kills: 20 }
const MANY_KILLS = { checkouts: 150, atOnce: 16, kills: 50 }
/** So many of the kills must break off calls that move money; the others hit other calls or an idle moment. */
const IN_FLIGHT = 0.75

const crashRow = async (name: string, database: CrashDatabase, plan = PLAN): Promise<Row> => {
  const run = await runCrash(database, plan)
  const { kills, inFlight, checkouts, doubled, lost, wrongTotals } = figuresOf(run, plan)
  const faults = otherFaultsOf(run)
  return {
    what: `${plan.checkouts} checkouts by cash and card, ${plan.atOnce} at a time, the server killed ${plan.kills} times, ${name}`,
    goal: 'no order or payment doubled, lost or of a wrong total',
    figure: `${checkouts} checkouts, ${kills} kills, ${inFlight} with calls in flight that move money: ${doubled} doubled, ${lost} lost, ${wrongTotals} wrong totals${faults.map((fault) => `; ${fault}`).join('')}`,
    met: inFlight >= IN_FLIGHT * kills && checkouts >= plan.checkouts && doubled + lost + wrongTotals + faults.length === 0
  }
}

const CARD_PLAN = { checkouts: 200, atOnce: 16, kills: 20, databaseStops: 5, buyers: 'card, and cancel' } as const
const amd = (amount: number): string => `${toAmd(amount)} AMD`

/** Orders by card only, a part of them cancelled after they were paid, while the shop and its PostgreSQL are killed. */
const cardRow = async (): Promise<Row> => {
  const server = await createPostgresServer({ port: await freePort(), settings: [] })
  try {
    const url = server.url('postgres')
    const crash = async (): Promise<void> => {
      await server.crash()
      await server.start()
    }
    const run = await runCrash({ env: { DATABASE_URL: url }, open: () => openPostgres(url), crash }, CARD_PLAN)
    const { kills, inFlight, checkouts, doubled, lost, wrongTotals } = figuresOf(run, CARD_PLAN)
    const faults = otherFaultsOf(run)
    const { bank, ledger, orders, refunds } = run.sums
    const stops = run.stopped.filter((calls) => calls > 0).length
    return {
      what: `${CARD_PLAN.checkouts} orders by card, ${CARD_PLAN.atOnce} at a time, the shop killed ${CARD_PLAN.kills} times and PostgreSQL stopped at once ${CARD_PLAN.databaseStops} times`,
      goal: "the bank's own books = ledger = orders paid - refunds",
      figure: `${checkouts} orders, ${run.agreed.filter(({ cancelled }) => cancelled).length} of them cancelled; ${kills} kills, ${inFlight} with calls in flight that move money, ${run.stopped.length} stops, ${stops} with such calls; bank ${amd(bank)}, ledger ${amd(ledger)}, orders ${amd(orders)} - refunds ${amd(refunds)}; ${doubled} doubled, ${lost} lost, ${wrongTotals} wrong totals${faults.map((fault) => `; ${fault}`).join('')}`,
      met:
        inFlight >= IN_FLIGHT * CARD_PLAN.kills &&
        checkouts >= CARD_PLAN.checkouts &&
        run.stopped.length === CARD_PLAN.databaseStops &&
        doubled + lost + wrongTotals + faults.length === 0
    }
  } finally {
    await server.remove()
  }
}

/** The whole of tests/process/crash.test.ts on both databases, then cards alone on a PostgreSQL that is killed too. */
export const measureCrashes = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const onPglite = (name: string, plan?: typeof PLAN): Promise<Row> => {
      const data = join(folder, name)
      return crashRow('PGlite', { env: { DATA_DIR: data }, open: () => openPglite(data) }, plan)
    }
    const embedded = [await onPglite('data'), await onPglite('more', MANY_KILLS)]
    const served = await withPostgres(async (postgres) => {
      const url = await createDatabase(postgres, 'crash')
      return crashRow('PostgreSQL', { env: { DATABASE_URL: url }, open: () => openPostgres(url) })
    })
    return served ? [...embedded, served, await cardRow()] : embedded
  })
