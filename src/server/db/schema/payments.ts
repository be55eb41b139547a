import { bigint, index, integer, pgTable, serial, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { PaymentMethodId } from '#domain/enums.ts'
import type { PaymentState, TenderState } from '#domain/payment.ts'
import { users } from './people.ts'
import { orders } from './trade.ts'

const at = () => timestamp({ withTimezone: true })
/** Hundredths of a dram. */
const amount = () => bigint({ mode: 'number' })

/** Who pays which share of an order, and how; what is not released covers the total. The payer need not be the order's owner. */
export const orderTenders = pgTable(
  'order_tenders',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    payerId: integer()
      .notNull()
      .references(() => users.id),
    methodId: smallint().$type<PaymentMethodId>().notNull(),
    amount: amount().notNull(),
    state: text().$type<TenderState>().notNull().default('held'),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [index('order_tenders_order').on(table.orderId)]
)

/** Attempts at providers; see PAYMENT_TRANSITIONS. At most one open payment (created, registered, processing) a tender. */
export const payments = pgTable(
  'payments',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    tenderId: integer()
      .notNull()
      .references(() => orderTenders.id),
    provider: text().notNull(),
    /** Our number at the bank, unique an attempt: "100001-1". */
    bankNumber: text().notNull().unique(),
    bankRef: text().unique(),
    formUrl: text(),
    amount: amount().notNull(),
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
      .on(table.tenderId)
      .where(sql`state in ('created', 'registered', 'processing')`),
    index('payments_unsettled')
      .on(table.checkedAt)
      .where(sql`state in ('created', 'registered', 'processing', 'refunding')`)
  ]
)

/** The simulated bank's own books: what a real bank would keep on its side. */
export const simulatedBank = pgTable('simulated_bank', {
  ref: text().primaryKey(),
  number: text().notNull().unique(),
  amount: amount().notNull(),
  returnUrl: text().notNull(),
  description: text().notNull(),
  /** Numbers of orderStatus: 0 registered, 2 deposited, 4 refunded, 6 declined. */
  status: smallint().notNull().default(0),
  actionCode: integer().notNull().default(-100),
  createdAt: at().notNull().defaultNow()
})
