import { describe, expect, test } from 'vitest'
import { openPglite, openPostgres } from '#server/db/engine.ts'
import { depositsOf, figuresOf, ordersOf, otherFaultsOf, runCrash, STOCK } from '#tests/load/crash.ts'
import type { CrashDatabase } from '#tests/load/crash-books.ts'
import { postgresTest } from '#tests/support/postgres-test.ts'
import { IS_FULL } from '#tests/config/full.ts'
import { copyDatabase, copyDataFolder } from '#tests/support/prepared-data.ts'

/** A part of what `npm run speed -- crash` does: the same buyers, and its kills until six broke off calls that move money. */
const PART = { checkouts: 40, atOnce: 16, kills: 20, inFlight: 6 }
const WHOLE = { checkouts: 200, atOnce: 16, kills: 40, inFlight: 20 }
const PLAN = IS_FULL ? WHOLE : PART

const databases: [string, typeof postgresTest, () => Promise<CrashDatabase>][] = [
  [
    'PGlite',
    test,
    () => {
      const folder = copyDataFolder()
      return Promise.resolve({ env: { DATA_DIR: folder }, open: () => openPglite(folder) })
    }
  ],
  [
    'PostgreSQL',
    postgresTest,
    async () => {
      const url = await copyDatabase()
      return { env: { DATABASE_URL: url }, open: () => openPostgres(url) }
    }
  ]
]

describe.each(databases)('%s', (name, it, prepare) => {
  it(`${PLAN.checkouts} checkouts by cash and card, ${PLAN.atOnce} at a time, the server killed until ${PLAN.inFlight} kills met money: none doubled, none lost`, async () => {
    const run = await runCrash(await prepare(), PLAN)
    const { broken, agreed } = run
    const inFlight = broken.filter((calls) => calls > 0).length
    expect(inFlight, `${name}: calls that each kill broke off: ${broken.join(' ')}`).toBe(PLAN.inFlight)
    expect(agreed.length).toBeGreaterThanOrEqual(PLAN.checkouts)
    expect(run.pressedAgain).toEqual(agreed.flatMap(({ card }) => (card ? [null] : [])))
    expect(run.exitCode).toBe(0)

    // Each order once, for the price and the pieces that were agreed, paid if by card; the bank's own books say the same.
    expect(run.orders).toEqual(ordersOf(agreed))
    expect(run.deposits).toEqual(depositsOf(agreed))
    expect(run.openPayments).toEqual([])
    expect(run.basketItems).toEqual([])
    expect(run.stock).toBe(STOCK - agreed.reduce((sum, { quantity }) => sum + quantity, 0))
    const count = agreed.length
    expect(run.keys).toEqual({ keys: count, orders: count })
    expect(run.events).toEqual({ orders: count, events: count })
    // Of each card order its capture and its funding, and the bank's own books agree.
    expect(run.ledger.differences).toEqual([])
    expect(run.ledger.entries).toBeGreaterThanOrEqual(5 * agreed.filter(({ card }) => card).length)
    expect(otherFaultsOf(run)).toEqual([])
    expect(figuresOf(run, PLAN)).toEqual({ kills: PLAN.kills, inFlight, checkouts: count, doubled: 0, lost: 0, wrongTotals: 0 })
  })
})
