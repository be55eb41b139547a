import { setTimeout as wait } from 'node:timers/promises'
import * as catalogue from '#contract/catalogue/calls.ts'
import { openBuyers, type Agreed, type Buyers, type MoneyCalls } from '#tests/support/crash-shoppers.ts'
import { PROVIDER_PAGES, type ProviderPages } from '#tests/support/provider-pages.ts'
import type { RunningProvider } from '#tests/support/provider-process.ts'
import { newPerson, type ShopClient } from '#tests/support/shop-client.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'
import { agree } from './card-sums.ts'
import { readBooks, untilPrinted, type BookedDeposit, type BookedOrder, type CrashBooks, type CrashDatabase } from './crash-books.ts'

export interface CrashPlan {
  /** At least so many; buying goes on until the last kill. */
  checkouts: number
  atOnce: number
  /** At most so many, where `inFlight` are named. */
  kills: number
  /** Ends the kills once so many broke off calls that move money. */
  inFlight?: number
  buyers?: Buyers
  /** So many times the database is stopped at once, spread among the kills. */
  databaseStops?: number
  /** Waits until every fiscal receipt is printed before the shop is stopped. */
  untilPrinted?: boolean
  /** A payment provider at an address of its own, which is killed so many times too; absent: the simulated bank inside the shop. */
  provider?: ProviderAway
}
export interface ProviderAway {
  pages: ProviderPages
  kills: number
  /** Starts it, with books in the data folder of a shop that will be at this address. */
  start: (dataDir: string, shopUrl: string) => Promise<RunningProvider>
}
export interface CrashRun extends CrashBooks {
  /** Calls that move money which each kill broke off. */
  broken: readonly number[]
  /** Calls that move money which were under way at each stop of the database. */
  stopped: readonly number[]
  agreed: readonly Agreed[]
  /** What buyers by card were answered who pressed "pay" once more at the end. */
  pressedAgain: readonly (string | null)[]
  exitCode: number | null
}

const STORE = 902
const PRODUCT = 'WATER'
export const STOCK = 5000
/** Pieces that are never sold, so that stock is not what ends the run. */
const RESERVE = 500
const HUNDREDTHS = 100

/** Buys from a shop that is killed again and again, then reads its books. */
export const runCrash = async (database: CrashDatabase, plan: CrashPlan): Promise<CrashRun> => {
  const dataDir = database.env.DATA_DIR ?? newDataDir()
  const port = String(await freePort())
  const { pages = PROVIDER_PAGES.arca, kills: providerKills = 0, start } = plan.provider ?? {}
  const provider = await start?.(dataDir, `http://127.0.0.1:${port}`)
  // Buyers come from networks of their own.
  const env = { ...database.env, ...provider?.env, DATA_DIR: dataDir, PORT: port, TRUST_PROXY: '1' }
  let shop: Shop = await startShop(env)
  const url = (): string => shop.url
  const money: MoneyCalls = { pending: 0, kills: 0, broken: [] }
  const buyers = openBuyers(url, money, plan.buyers, pages)
  const people: ShopClient[] = []
  for (let index = 0; index < plan.atOnce; index += 1)
    people.push(await newPerson(url, `+3749100${String(1000 + index)}`, `10.0.${index}.7`))
  const menu = await people[0]?.call(catalogue.products, { query: { supplierId: STORE } })
  const product = menu?.items.find(({ code }) => code === PRODUCT)
  if (!product) throw new Error(`no ${PRODUCT} in the test market`)

  const agreed: (Agreed & { person: ShopClient })[] = []
  let started = 0
  let pieces = 0
  const failed = new AbortController()
  const mayKill = (): boolean => money.kills < plan.kills && inFlightOf(money) < (plan.inFlight ?? Infinity)
  const shopper = async (person: ShopClient): Promise<void> => {
    while ((started < plan.checkouts || mayKill()) && pieces < STOCK - RESERVE) {
      started += 1
      const done = await buyers.buy(person, product.id, started)
      pieces += done.quantity
      agreed.push({ ...done, person })
    }
  }
  const stopped: number[] = []
  const stopEvery = Math.floor(plan.kills / (plan.databaseStops ?? 0))
  const awayEvery = Math.floor(plan.kills / providerKills)
  const untilMoneyMoves = async (): Promise<void> => {
    await wait(60 + ((money.kills * 97) % 240))
    for (let waited = 0; money.pending === 0 && waited < 500; waited += 1) await wait(1)
  }
  const killer = async (): Promise<void> => {
    while (mayKill() && !failed.signal.aborted) {
      await untilMoneyMoves()
      money.kills += 1
      await shop.end('SIGKILL')
      shop = await startShop(env)
      if (money.kills % awayEvery === 0) {
        await untilMoneyMoves()
        await provider?.end()
        await provider?.start()
      }
      if (money.kills % stopEvery !== 0) continue
      await untilMoneyMoves()
      stopped.push(money.pending)
      await database.crash?.()
    }
  }
  const killing = killer()
  try {
    await Promise.all([killing, ...people.map(shopper)])
  } catch (cause) {
    failed.abort()
    await killing.catch(() => undefined)
    await shop.end('SIGKILL')
    await provider?.end()
    throw cause
  }
  const pressedAgain: (string | null)[] = []
  for (const { person, orderNumber, card, cancelled, givenBack } of agreed)
    if (cancelled && !givenBack) continue
    else if (cancelled) await buyers.seeRefund(person, orderNumber)
    else if (card) pressedAgain.push(await buyers.pressAgain(person, orderNumber))
  if (plan.untilPrinted) await untilPrinted(database)
  const exitCode = await shop.end()
  await provider?.end()
  const books = await readBooks(database, { pages, isAway: provider !== undefined }, product.id, dataDir)
  return { broken: money.broken, stopped, agreed, pressedAgain, exitCode, ...books }
}

/** What the books should say of what was agreed: each order once, for its price and pieces, paid if by card, and given back if cancelled. */
export const ordersOf = (agreed: readonly Agreed[]): BookedOrder[] =>
  byNumber(
    agreed.map(({ orderNumber, price, card, givenBack, quantity }) => ({
      number: orderNumber,
      total: Math.round(price * HUNDREDTHS),
      card,
      paid: card,
      refunded: givenBack ?? false,
      quantity
    }))
  )

/** What the bank should have: one deposit an order by card, of the agreed price, that the shop knows of; nothing for cash. */
export const depositsOf = (agreed: readonly Agreed[]): BookedDeposit[] =>
  byNumber(
    agreed
      .filter(({ card }) => card)
      .map(({ orderNumber, price, givenBack }) => ({
        number: orderNumber,
        total: Math.round(price * HUNDREDTHS),
        state: givenBack ? 'refunded' : 'captured',
        order: orderNumber
      }))
  )

const byNumber = <Row extends { number: string }>(rows: Row[]): Row[] => rows.sort((a, b) => Number(a.number) - Number(b.number))

export interface CrashFigures {
  kills: number
  inFlight: number
  checkouts: number
  doubled: number
  lost: number
  wrongTotals: number
}

interface Booked {
  number: string
  total: number
}
/** Books against what they should be: rows beyond one for each number, numbers without a row, other amounts. */
const compare = (found: readonly Booked[], expected: readonly Booked[]): Pick<CrashFigures, 'doubled' | 'lost' | 'wrongTotals'> => {
  const totals = new Map(expected.map(({ number, total }) => [number, total]))
  const known = new Set(found.map(({ number }) => number).filter((number) => totals.has(number)))
  return {
    doubled: found.length - known.size,
    lost: totals.size - known.size,
    wrongTotals: found.filter(({ number, total }) => (totals.get(number) ?? total) !== total).length
  }
}

/** Kills that broke off calls which move money. */
const inFlightOf = ({ broken }: { broken: readonly number[] }): number => broken.filter((calls) => calls > 0).length

export const figuresOf = ({ broken, agreed, orders, deposits }: CrashRun, { kills }: CrashPlan): CrashFigures => {
  const [ordered, paid] = [compare(orders, ordersOf(agreed)), compare(deposits, depositsOf(agreed))]
  return {
    kills,
    inFlight: inFlightOf({ broken }),
    checkouts: agreed.length,
    doubled: ordered.doubled + paid.doubled,
    lost: ordered.lost + paid.lost,
    wrongTotals: ordered.wrongTotals + paid.wrongTotals
  }
}

/** What else the books must say: payments closed, baskets emptied, stock, idempotency keys and events that agree with the orders. */
export const otherFaultsOf = (run: CrashRun): string[] => {
  const { agreed, exitCode, pressedAgain, openPayments, payouts, basketItems, stock, keys, events, ledger, receipts, sums } = run
  const count = agreed.length
  const sold = agreed.reduce((sum, { quantity, cancelled }) => sum + (cancelled ? 0 : quantity), 0)
  const faults: Record<string, boolean> = {
    'the shop did not stop well': exitCode !== 0,
    'a second payment was opened': pressedAgain.some((form) => form !== null),
    [`payments were left open: ${JSON.stringify(openPayments)}`]: openPayments.length > 0,
    [`${payouts} payouts`]: payouts !== agreed.filter(({ cancelled, givenBack }) => cancelled && !givenBack).length,
    'baskets were not emptied': basketItems.length > 0,
    'the stock is another': stock !== STOCK - sold,
    'keys are not one an order': keys.keys !== count || keys.orders !== count,
    'the ledger has no entries': ledger.entries === 0,
    [`the ledger differs: ${ledger.differences.join('; ')}`]: ledger.differences.length > 0,
    'no receipt was printed': receipts?.printed === 0,
    [`receipts differ: ${receipts?.differences.join('; ') ?? ''}`]: (receipts?.differences.length ?? 0) > 0,
    [`money differs: bank ${sums.bank}, ledger ${sums.ledger}, orders ${sums.orders - sums.refunds}`]: !agree(sums),
    'events are not one an order': events.events !== count || events.orders !== count
  }
  return Object.keys(faults).filter((fault) => faults[fault])
}
