import { index, integer, pgTable, serial, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { orders } from './trade.ts'

const at = () => timestamp({ withTimezone: true })

/**
 * created: the bank was asked or is about to be; registered: the buyer can pay; refunding: paid, but to be given back.
 * At most one open payment (created, registered) an order.
 */
export type PaymentState = 'created' | 'registered' | 'deposited' | 'declined' | 'failed' | 'refunding' | 'refunded'
export const payments = pgTable(
  'payments',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    provider: text().notNull(),
    /** Our number at the bank, unique an attempt: "100001-1". */
    bankNumber: text().notNull().unique(),
    bankRef: text().unique(),
    formUrl: text(),
    amount: integer().notNull(),
    state: text().$type<PaymentState>().notNull(),
    actionCode: integer(),
    checkedAt: at(),
    /** Questions in a row that the bank did not answer, and when the market's own work asks again; null: as usual. */
    unanswered: smallint().notNull().default(0),
    askAfter: at(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [
    index('payments_order').on(table.orderId),
    uniqueIndex('payments_open')
      .on(table.orderId)
      .where(sql`state in ('created', 'registered')`),
    index('payments_unsettled')
      .on(table.checkedAt)
      .where(sql`state in ('created', 'registered', 'refunding')`)
  ]
)

/** The simulated bank's own books: what a real bank would keep on its side. */
export const simulatedBank = pgTable('simulated_bank', {
  ref: text().primaryKey(),
  number: text().notNull().unique(),
  amount: integer().notNull(),
  returnUrl: text().notNull(),
  description: text().notNull(),
  /** Numbers of orderStatus: 0 registered, 2 deposited, 4 refunded, 6 declined. */
  status: smallint().notNull().default(0),
  actionCode: integer().notNull().default(-100),
  createdAt: at().notNull().defaultNow()
})
