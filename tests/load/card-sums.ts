import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { takenAtBank } from '#tests/support/bank-books.ts'

/** The money of cards in hundredths, each by books of its own. */
export interface CardSums {
  /** Taken less given back, as the bank's own books have it. */
  bank: number
  /** At the bank, by the entries of the ledger. */
  ledger: number
  /** Totals of the orders that were paid so, and what was taken for orders that had been cancelled before the shop knew. */
  orders: number
  /** What went back of them. */
  refunds: number
}

export const agree = ({ bank, ledger, orders, refunds }: CardSums): boolean => bank === ledger && bank === orders - refunds

/** Which provider's money is added up: its books, and its name in the ledger. */
export interface Taker {
  books: string
  provider: string
}

/**
 * Adds up what the bank, the ledger and the orders say. Money that no order waited for came and went, and is in none of the orders; what
 * people pay out by hand stays with the provider.
 */
export const readCardSums = async (db: Db, dataDir: string, { books, provider }: Taker): Promise<CardSums> => {
  const [row] = await rowsOf<Omit<CardSums, 'bank'>>(
    db,
    sql`select (select coalesce(-sum(amount), 0)::int8 from ledger_entries where account = ${`clearing:${provider}`}) as ledger,
          ((select coalesce(sum(total), 0) from orders where paid_at is not null)
            + (select coalesce(sum(p.captured_amount), 0) from payments p join orders o on o.id = p.order_id
                where o.paid_at is null and o.status = -1))::int8 as orders,
          (select coalesce(sum(amount), 0)::int8 from payment_refunds
            where payment_id is not null and refunded_at is not null and reason in ('cancelled', 'lines', 'order')
              and not exists (select 1 from payouts where refund_id = payment_refunds.id)) as refunds`
  )
  if (!row) throw new Error('sums have a row')
  const bank = takenAtBank(dataDir, books).reduce((sum, { taken, refunded }) => sum + taken - refunded, 0)
  return { bank, ledger: Number(row.ledger), orders: Number(row.orders), refunds: Number(row.refunds) }
}
