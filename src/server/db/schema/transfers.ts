import { bigint, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { orderTenders } from './payments.ts'
import { orders } from './trade.ts'

const at = () => timestamp({ withTimezone: true })
const amount = () => bigint({ mode: 'number' })

/** Pro-forma invoices of orders that are paid by bank transfer: who buys, as it was when the order was placed. Its number is the order's. */
export const orderInvoices = pgTable('order_invoices', {
  orderId: integer()
    .primaryKey()
    .references(() => orders.id),
  companyName: text().notNull(),
  tin: text().notNull(),
  dueAt: at().notNull(),
  createdAt: at().notNull()
})

/** Money that came to the shop's bank account for an order. What its order did not ask for goes back by hand. */
export const bankTransfers = pgTable(
  'bank_transfers',
  {
    id: serial().primaryKey(),
    tenderId: integer()
      .notNull()
      .references(() => orderTenders.id),
    amount: amount().notNull(),
    /** What of it pays the order. */
    taken: amount().notNull(),
    receivedAt: at().notNull()
  },
  (table) => [index('bank_transfers_tender').on(table.tenderId)]
)
