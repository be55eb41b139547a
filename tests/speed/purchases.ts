import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { steady } from '#tests/load/api-phases.ts'
import { makeMarket } from '#tests/load/make-market.ts'
import type { Measured } from '#tests/load/measure.ts'
import { besideTheShop, createDatabase, withFolder, withPostgres, withShop, type MeasuredShop } from '#tests/load/measured-shop.ts'
import { giveOwnMoney, ledgerFaultsOf } from '#tests/load/own-money.ts'
import { gatherCrowd, purchase, purchaseByCard, type Crowd } from '#tests/load/shoppers.ts'
import type { LocalPostgres } from '#tests/support/local-postgres.ts'
import { startProvider } from '#tests/support/provider-process.ts'
import { ROOT } from '#tests/support/sources.ts'
import { median, type Row } from './rows.ts'

const LANES = 8
const CROWD = { people: 96, guests: 0 }
const LENGTH = { warm: 1, counted: 4 }
const CARDS_A_SECOND = 60
/** More than this of the core went to others: then processor time decides, for the clock would judge them too. */
const QUIET = 0.1
const ROUNDS = 7
const BEFORE = process.env.PURCHASES_BEFORE
const LOWEST_RATIO = 0.85
const LOWEST_SHARE = 0.7

/** A simulated bank as a process of its own, on the core of whoever asks. */
const withBank = async <T>(folder: string, work: (env: Record<string, string>) => Promise<T>): Promise<T> => {
  const bank = await startProvider('arca', join(folder, 'bank'))
  try {
    return await work(bank.env)
  } finally {
    await bank.end()
  }
}

const byCash = (crowd: Crowd, { probe }: MeasuredShop, length = LENGTH): Promise<Measured> =>
  steady(crowd, probe, length, crowd.people, (call, { addressId }, index) => purchase(call, addressId, crowd.goodsFor(index)))

const byCard = (crowd: Crowd, { probe }: MeasuredShop, isMixed = false): Promise<Measured> =>
  steady(crowd, probe, LENGTH, crowd.people, (_, shopper, index) => {
    const lane = crowd.lanes[index % crowd.lanes.length]
    if (!lane) throw new Error('a crowd has lanes')
    return purchaseByCard(lane, shopper, crowd.goodsFor(index), isMixed)
  })

const figureOf = ({ perSecond, p99, perCore, processor, others }: Measured): string => {
  const spent = Object.entries(processor).map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
  const beside = others > QUIET ? `, ${Math.round(others * 100)} % of the core taken by others` : ''
  return `${Math.round(perSecond)}/s, p99 ${p99.toFixed(0)} ms; ${spent.join(' + ')} ms of processor = ${Math.round(perCore)}/s a core${beside}`
}

const rowsOfShop = async (shop: MeasuredShop, databaseUrl: string): Promise<Row[]> => {
  const crowd = await gatherCrowd(shop.shop.url, shop.lanes, CROWD)
  // What both have in common is warm before either counts.
  await byCash(crowd, shop)
  await byCard(crowd, shop)
  const cash = await byCash(crowd, shop)
  const card = await byCard(crowd, shop)
  // Enough people that nobody buys twice: what they have is spent by then.
  const many = await gatherCrowd(shop.shop.url, shop.lanes, { people: 600, guests: 0 }, 12)
  await giveOwnMoney(databaseUrl)
  const mixed = await byCard(many, shop, true)
  const share = mixed.perCore / card.perCore
  const faults = await ledgerFaultsOf(databaseUrl)
  return [
    {
      what: 'purchase by gift card, points and card together; the same',
      goal: `>= ${LOWEST_SHARE * 100} % of card alone, no difference in the ledger`,
      figure: `${Math.round(share * 100)} % of a core's rate; ${figureOf(mixed)}; ${faults} differences`,
      met: share >= LOWEST_SHARE && faults === 0
    },
    {
      what: 'purchase by card through the wire: 6 calls, the bank, the way back from it; shop and PostgreSQL on one core',
      goal: `>= ${CARDS_A_SECOND}/s`,
      figure: figureOf(card),
      met: card.perSecond >= CARDS_A_SECOND || (card.others > QUIET && card.perCore >= CARDS_A_SECOND)
    },
    { what: 'purchase by cash: 6 calls; the same', goal: 'reported', figure: figureOf(cash), met: null }
  ]
}

/** Cash now against the shop of another source tree, by turns: what a core's time is enough for, the median of the rounds' ratios. */
const ratioRow = async (now: MeasuredShop, before: MeasuredShop): Promise<Row> => {
  const crowds = [await gatherCrowd(now.shop.url, now.lanes, CROWD), await gatherCrowd(before.shop.url, before.lanes, CROWD)] as const
  const short = { warm: 0.5, counted: 2 }
  const rounds: { now: Measured; before: Measured }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ now: await byCash(crowds[0], now, short), before: await byCash(crowds[1], before, short) })
  const ratio = median(rounds.map((round) => round.now.perCore / round.before.perCore))
  const per = (which: 'now' | 'before'): string => median(rounds.map((round) => round[which].perCore)).toFixed(0)
  return {
    what: 'purchase by cash against the shop before the ledger, by turns',
    goal: `>= ${LOWEST_RATIO} times`,
    figure: `${ratio.toFixed(2)} times; ${per('now')}/s against ${per('before')}/s a core, medians of ${ROUNDS}`,
    met: ratio >= LOWEST_RATIO
  }
}

const measureWith = async (postgres: LocalPostgres, market: string, folder: string): Promise<Row[]> => {
  const shopOf = async <T>(
    name: string,
    env: Record<string, string>,
    root: string,
    work: (shop: MeasuredShop, databaseUrl: string) => Promise<T>
  ): Promise<T> => {
    const databaseUrl = await createDatabase(postgres, name)
    return withShop(
      {
        env: { ...env, DATABASE_URL: databaseUrl, DATA_DIR: join(folder, name), MARKET_DIR: market },
        ...{ lanes: LANES, postgres, root }
      },
      (shop) => work(shop, databaseUrl)
    )
  }
  const rows = await withBank(folder, (env) => shopOf('now', env, ROOT, rowsOfShop))
  if (!BEFORE) return rows
  withoutCommission(market)
  const ratio = await shopOf('again', {}, ROOT, (now) => shopOf('before', {}, BEFORE, (before) => ratioRow(now, before)))
  return [...rows, ratio]
}

/** Leaves out what an older import does not know. */
const withoutCommission = (market: string): void => {
  for (const name of readdirSync(market, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.yaml')) continue
    const file = join(market, name)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^commission:.*\n/m, ''))
  }
}

/**
 * Purchases a second by card and by cash on PostgreSQL; the bank and whoever buys are on the other core. `PURCHASES_BEFORE=<source tree>`,
 * an older one that is built, adds the comparison with it.
 */
export const measurePurchases = (): Promise<Row[]> =>
  withFolder((folder) =>
    besideTheShop(async () => {
      const market = join(folder, 'market')
      makeMarket(market, { suppliers: 200, products: 25_000, cities: 4, seed: 7 })
      return (await withPostgres((postgres) => measureWith(postgres, market, folder))) ?? []
    })
  )
