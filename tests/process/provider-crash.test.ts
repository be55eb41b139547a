import { expect } from 'vitest'
import { IS_FULL } from '#tests/config/full.ts'
import { figuresOf, otherFaultsOf } from '#tests/load/crash.ts'
import { PROVIDER_NAMES, runProviderCrash } from '#tests/load/provider-crash.ts'
import { runReceiptCrash } from '#tests/load/receipt-crash.ts'
import { postgresTest } from '#tests/support/postgres-test.ts'
import { copyDatabase } from '#tests/support/prepared-data.ts'

/** A part of what `npm run speed -- providers` does. */
const PLAN = { checkouts: 10, atOnce: 5, kills: 2, providerKills: 1 }

// One that answers no questions and asks whether it may take the money; the two banks are in card-bank.test.ts.
postgresTest.each(IS_FULL ? PROVIDER_NAMES : (['idram'] as const))(
  'orders by %s, which is killed as the shop is: each is paid once, and the books agree',
  async (name) => {
    const run = await runProviderCrash(name, await copyDatabase(), PLAN)
    const { kills, checkouts, ...wrong } = figuresOf(run, PLAN)
    expect({ kills, ...wrong }).toEqual({ kills: PLAN.kills, inFlight: wrong.inFlight, doubled: 0, lost: 0, wrongTotals: 0 })
    expect(checkouts).toBeGreaterThanOrEqual(PLAN.checkouts)
    expect(otherFaultsOf(run)).toEqual([])
    expect(run.sums.bank).toBeGreaterThan(0)
    expect(run.agreed.some(({ cancelled }) => cancelled)).toBe(true)
  }
)

const RECEIPTS = { checkouts: 10, atOnce: 5, kills: 2, workers: 2, failsEvery: 5 }

postgresTest('fiscal receipts of two processes that are killed, from a service that fails: each is printed once', async ({ skip }) => {
  const run = await runReceiptCrash(await copyDatabase(), RECEIPTS)
  if (!run) return skip('there is no OpenSSL')
  const returned = run.agreed.filter(({ givenBack }) => givenBack).length
  expect(run.receipts).toEqual({ printed: run.agreed.length + returned, waiting: 0, differences: [] })
  expect([run.failed > 0, run.isGrowing]).toEqual([true, true])
  expect(otherFaultsOf(run)).toEqual([])
})
