import { join } from 'node:path'
import { openPglite, openPostgres } from '#server/db/engine.ts'
import { figuresOf, otherFaultsOf, runCrash, type CrashDatabase } from '#tests/load/crash.ts'
import { createDatabase, withFolder, withPostgres } from '#tests/load/measured-shop.ts'
import type { Row } from './rows.ts'

const PLAN = { checkouts: 200, atOnce: 16, kills: 20 }
/** So many kills must break off calls that move money; the others hit other calls or an idle moment. */
const KILLS_IN_FLIGHT = 15

const crashRow = async (name: string, database: CrashDatabase): Promise<Row> => {
  const run = await runCrash(database, PLAN)
  const { kills, inFlight, checkouts, doubled, lost, wrongTotals } = figuresOf(run, PLAN)
  const faults = otherFaultsOf(run)
  return {
    what: `${PLAN.checkouts} checkouts by cash and card, ${PLAN.atOnce} at a time, the server killed ${PLAN.kills} times, ${name}`,
    goal: 'no order or payment doubled, lost or of a wrong total',
    figure: `${checkouts} checkouts, ${kills} kills, ${inFlight} with calls in flight that move money: ${doubled} doubled, ${lost} lost, ${wrongTotals} wrong totals${faults.map((fault) => `; ${fault}`).join('')}`,
    met: inFlight >= KILLS_IN_FLIGHT && checkouts >= PLAN.checkouts && doubled + lost + wrongTotals + faults.length === 0
  }
}

/** The whole of tests/process/crash.test.ts, on both databases. */
export const measureCrashes = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const data = join(folder, 'data')
    const embedded = await crashRow('PGlite', { env: { DATA_DIR: data }, open: () => openPglite(data) })
    const served = await withPostgres(async (postgres) => {
      const url = await createDatabase(postgres, 'crash')
      return crashRow('PostgreSQL', { env: { DATABASE_URL: url }, open: () => openPostgres(url) })
    })
    return served ? [embedded, served] : [embedded]
  })
