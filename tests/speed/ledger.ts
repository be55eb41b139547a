import { join } from 'node:path'
import { openPglite, openPostgres, type Engine } from '#server/db/engine.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { checkLedger } from '#server/services/ledger/check.ts'
import { makeLedger } from '#tests/load/make-ledger.ts'
import { createDatabase, withFolder, withPostgres } from '#tests/load/measured-shop.ts'
import { runOperations } from '#tests/support/ledger-books.ts'
import { ROOT } from '#tests/support/sources.ts'
import type { Row } from './rows.ts'

const DEMO = join(ROOT, 'content/market')
const OPERATIONS = 1_000_000
const ENTRIES = 1_000_000
const MAX_CHECK_SECONDS = 15

const operationsRow = (): Row => {
  const { sum, belowZero, doubled, unbalanced, transfers, repeated, refused } = runOperations(OPERATIONS, 1)
  return {
    what: `${OPERATIONS} random operations on the ledger's pure core`,
    goal: 'sum 0, nothing below zero, each cause once',
    figure: `sum ${sum}, ${belowZero.length} below zero, ${doubled} causes doubled, ${unbalanced} not zero; ${transfers} posted, ${repeated} repeated, ${refused} refused`,
    met: sum === 0n && belowZero.length + doubled + unbalanced === 0
  }
}

const checkRow = async (where: string, open: () => Promise<Engine>): Promise<Row> => {
  const engine = await open()
  try {
    await importMarket(engine, DEMO)
    await makeLedger(engine, ENTRIES)
    const started = performance.now()
    const { entries, differences } = await checkLedger({ db: engine.db, now: Date.now, providers: [] }, 'command')
    const seconds = (performance.now() - started) / 1_000
    return {
      what: `check of a ledger of ${ENTRIES} entries, ${where}`,
      goal: `<= ${MAX_CHECK_SECONDS} s`,
      figure: `${seconds.toFixed(1)} s for ${entries} entries, ${differences.length} differences`,
      met: seconds <= MAX_CHECK_SECONDS && entries >= ENTRIES && differences.length === 0
    }
  } finally {
    await engine.close()
  }
}

/** The ledger: its rules by random operations, and how long its check takes. About three minutes. */
export const measureLedger = async (): Promise<Row[]> => {
  const operations = operationsRow()
  const embedded = await withFolder((folder) => checkRow('PGlite', () => openPglite(join(folder, 'data'))))
  const served = await withPostgres(async (postgres) => {
    const url = await createDatabase(postgres, 'ledger')
    return checkRow('PostgreSQL', () => openPostgres(url))
  })
  return [operations, embedded, ...(served ? [served] : [])]
}
