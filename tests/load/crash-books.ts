import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import type { Engine } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { checkLedger } from '#server/services/ledger/check.ts'
import { describeDifferences } from '#server/services/ledger/describe.ts'
import { checkReceipts, type ReceiptCheck } from '#server/services/receipts/check-receipts.ts'
import type { BankOrder } from '#server/simulators/bank/book.ts'
import { openFiscalBooks } from '#server/simulators/fiscal/books.ts'
import { takenAtBank } from '#tests/support/bank-books.ts'
import type { ProviderPages } from '#tests/support/provider-pages.ts'
import { readCardSums, type CardSums } from './card-sums.ts'

export interface CrashDatabase {
  /** What a shop is started with. */
  env: Record<string, string>
  open: () => Promise<Engine>
  /** Stops it at once, as a power cut does, and starts it again. */
  crash?: () => Promise<void>
}
/** An order as the books have it, or as it should be there. */
export interface BookedOrder {
  number: string
  total: number
  card: boolean
  paid: boolean
  refunded: boolean
  quantity: number
}
/** A payment as the bank has it, with the order that the shop knows it by. */
export interface BookedDeposit {
  number: string
  total: number
  state: string
  order: string
}
/** What the shop and its payment provider have written down. */
export interface CrashBooks {
  orders: BookedOrder[]
  deposits: BookedDeposit[]
  /** Refunds that people are to pay by hand. */
  payouts: number
  /** Payments that are neither paid, declined, given up nor refunded, by state. */
  openPayments: unknown[]
  basketItems: unknown[]
  stock: number
  keys: { keys: number; orders: number }
  events: { events: number; orders: number }
  /** What the check of the ledger says of it, the bank's own books included. */
  ledger: { entries: number; differences: string[] }
  /** What the check of fiscal receipts says, the service's own books included; null: beside a bank at an address of its own there is none. */
  receipts: ReceiptCheck | null
  sums: CardSums
}

/** Reads the books of a shop that has stopped, and of its payment provider; `isAway`: that one is at an address of its own. */
export const readBooks = async (
  database: CrashDatabase,
  { pages, isAway }: { pages: ProviderPages; isAway: boolean },
  productId: number,
  dataDir: string
): Promise<CrashBooks> => {
  const { name, paymentId } = pages
  const taker = { books: name, provider: isAway ? name : `${name}-simulator` }
  const engine = await database.open()
  const all = <Row>(query: SQL): Promise<Row[]> => rowsOf<Row>(engine.db, query)
  const one = async <Row>(query: SQL): Promise<Row> => (await all<Row>(query))[0] as Row
  try {
    return {
      orders: await all<BookedOrder>(
        sql`select number, total::int as total, payment_id = ${paymentId} as card, paid_at is not null as paid, refunded_at is not null as refunded,
              (select sum(quantity)::int from order_items where order_id = orders.id) as quantity from orders order by number::int`
      ),
      deposits: depositsIn(
        takenAtBank(dataDir, name),
        pages,
        await all(sql`select p.bank_ref as ref, p.state, o.number as "order" from payments p join orders o on o.id = p.order_id`)
      ),
      openPayments: await all(
        sql`select state, count(*)::int from payments where state in ('created', 'registered', 'processing', 'refunding') group by 1`
      ),
      payouts: (await one<{ payouts: number }>(sql`select count(*)::int as payouts from payouts`)).payouts,
      basketItems: await all(sql`select * from basket_items`),
      stock: (await one<{ stock: number }>(sql`select stock::int as stock from products where id = ${productId}`)).stock,
      keys: await one<CrashBooks['keys']>(sql`select count(*)::int as keys, count(distinct order_id)::int as orders from idempotency_keys`),
      events: await one<CrashBooks['events']>(
        sql`select count(distinct order_id)::int as orders, count(*)::int as events from events where kind = 'order.placed'`
      ),
      ledger: await readLedger(engine, pages, taker.provider, dataDir),
      receipts:
        isAway && paymentId === PAYMENT_METHOD.ARCA ? null : await readReceipts(engine, dataDir, database.env.FISCAL_URL === undefined),
      sums: await readCardSums(engine.db, dataDir, taker)
    }
  } finally {
    await engine.close()
  }
}

const readLedger = async (
  { db }: Engine,
  { name, refOf }: ProviderPages,
  provider: string,
  dataDir: string
): Promise<CrashBooks['ledger']> => {
  const taken = takenAtBank(dataDir, name).map((order) => ({ ...order, ref: refOf(order) }))
  const providers = [{ provider, books: async () => taken }]
  const { entries, differences } = await checkLedger({ db, now: Date.now, providers }, 'command')
  return { entries, differences: await describeDifferences({ db }, differences) }
}

/** `simulated`: inside the shop. */
const readReceipts = ({ db }: Engine, dataDir: string, simulated: boolean): Promise<ReceiptCheck> => {
  const { receipts } = openFiscalBooks(fiscalBooksIn(dataDir), Date.now)
  return checkReceipts({ db, adapters: { fiscal: { simulated, books: async (crn) => receipts(crn) } } })
}

export const fiscalBooksIn = (dataDir: string): string => join(dataDir, 'simulators/fiscal.jsonl')

/** Waits until no receipt is due, at most for ten minutes: the service is asked again with growing pauses. */
export const untilPrinted = async ({ open }: CrashDatabase): Promise<void> => {
  const { db, close } = await open()
  try {
    for (let tries = 0; tries < 600; tries += 1) {
      if ((await checkReceipts({ db, adapters: { fiscal: null } })).waiting === 0) return
      await wait(1_000)
    }
  } finally {
    await close()
  }
}

type KnownPayment = Pick<BookedDeposit, 'state' | 'order'> & { ref: string | null }

const depositsIn = (taken: readonly BankOrder[], { refOf }: ProviderPages, known: readonly KnownPayment[]): BookedDeposit[] =>
  taken
    .map((order) => {
      const payment = known.find((each) => each.ref === refOf(order))
      return { number: order.description, total: order.taken, state: payment?.state ?? '', order: payment?.order ?? '' }
    })
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
