import { toAmd } from '#domain/money.ts'
import { figuresOf, otherFaultsOf } from '#tests/load/crash.ts'
import { createDatabase, withPostgres } from '#tests/load/measured-shop.ts'
import { PROVIDER_NAMES, runProviderCrash } from '#tests/load/provider-crash.ts'
import { runReceiptCrash } from '#tests/load/receipt-crash.ts'
import type { Row } from './rows.ts'

const PLAN = { checkouts: 100, atOnce: 16, kills: 10, providerKills: 3 }
/** So many kills must break off calls that move money. */
const KILLS_IN_FLIGHT = 7
const amd = (amount: number): string => `${toAmd(amount)} AMD`

/** A hundred orders by each payment provider, which is killed as the shop is, and what the books of all say of them. */
export const measureProviders = async (): Promise<Row[]> => {
  const rows = await withPostgres(async (postgres) => {
    const measured: Row[] = []
    for (const name of PROVIDER_NAMES) {
      const run = await runProviderCrash(name, await createDatabase(postgres, `provider_${name.replace('-', '_')}`), PLAN)
      const { kills, inFlight, checkouts, doubled, lost, wrongTotals } = figuresOf(run, PLAN)
      const faults = otherFaultsOf(run)
      const { bank, ledger, orders, refunds } = run.sums
      const cancelled = run.agreed.filter((one) => one.cancelled).length
      measured.push({
        what: `${PLAN.checkouts} orders by ${name}, ${PLAN.atOnce} at a time, the shop killed ${PLAN.kills} times and the provider ${PLAN.providerKills} times`,
        goal: "the provider's books = ledger = orders paid - refunds",
        figure: `${checkouts} orders, ${cancelled} of them cancelled, ${run.payouts} paid out by hand; ${kills} kills, ${inFlight} with calls in flight that move money; provider ${amd(bank)}, ledger ${amd(ledger)}, orders ${amd(orders)} - refunds ${amd(refunds)}; ${doubled} doubled, ${lost} lost, ${wrongTotals} wrong totals${faults.map((fault) => `; ${fault}`).join('')}`,
        met: inFlight >= KILLS_IN_FLIGHT && checkouts >= PLAN.checkouts && doubled + lost + wrongTotals + faults.length === 0
      })
    }
    return [...measured, ...(await receiptRows(await createDatabase(postgres, 'receipts')))]
  })
  return rows ?? []
}

const RECEIPTS = { checkouts: 500, atOnce: 16, kills: 10, workers: 2, failsEvery: 5 }

/** Fiscal receipts of a shop that is killed, from a service that fails; no row without OpenSSL. */
const receiptRows = async (databaseUrl: string): Promise<Row[]> => {
  const run = await runReceiptCrash(databaseUrl, RECEIPTS)
  if (!run?.receipts) return []
  const { agreed, calls, failed, isGrowing, receipts } = run
  const { kills, inFlight, checkouts } = figuresOf(run, RECEIPTS)
  const { printed, waiting } = receipts
  const returned = agreed.filter((one) => one.givenBack).length
  const faults = otherFaultsOf(run)
  const count = `${printed} receipts of ${checkouts} orders and ${returned} refunds, ${waiting} waiting`
  return [
    {
      what: `fiscal receipts of ${RECEIPTS.checkouts} orders, ${RECEIPTS.workers} processes killed ${RECEIPTS.kills} times, a fiscal service that fails every fifth call`,
      goal: 'each exactly once, the numbers strictly increasing',
      figure: `${count}; ${failed} of ${calls} calls failed; ${kills} kills, ${inFlight} with calls in flight that move money; numbers ${isGrowing ? '' : 'not '}strictly increasing${faults.map((fault) => `; ${fault}`).join('')}`,
      met: checkouts >= RECEIPTS.checkouts && printed === checkouts + returned && waiting === 0 && isGrowing && faults.length === 0
    }
  ]
}
