import { toAmd } from '#domain/money.ts'
import { figuresOf, otherFaultsOf } from '#tests/load/crash.ts'
import { createDatabase, withPostgres } from '#tests/load/measured-shop.ts'
import { PROVIDER_NAMES, runProviderCrash } from '#tests/load/provider-crash.ts'
import type { Row } from './rows.ts'

const PLAN = { checkouts: 100, atOnce: 8, kills: 10, providerKills: 3 }
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
    return measured
  })
  return rows ?? []
}
