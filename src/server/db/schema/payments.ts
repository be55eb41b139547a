import { bigint, index, integer, pgTable, serial, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { PaymentMethodId } from '#domain/enums.ts'
import type { PaymentState, RefundReason, TenderState } from '#domain/payment.ts'
import { users } from './people.ts'
import { orders } from './trade.ts'

const at = () => timestamp({ withTimezone: true })
/** Hundredths of a dram. */
const amount = () => bigint({ mode: 'number' })

/** Shares of an order's total with payer and method; those not released cover the total. The payer may differ from the order's owner. */
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

/** Payment attempts; see PAYMENT_TRANSITIONS. At most one open payment (created, registered, processing) per tender. */
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
    /** Order number sent to the bank, unique per attempt: "100001-1". */
    bankNumber: text().notNull().unique(),
    bankRef: text().unique(),
    formUrl: text(),
    amount: amount().notNull(),
    state: text().$type<PaymentState>().notNull(),
    actionCode: integer(),
    checkedAt: at(),
    /** Failed status queries in a row, and when the job queries again; null: at the usual interval. */
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

/** Money given back, one row per payment. Without `refundedAt` it is on its way. */
export const paymentRefunds = pgTable('payment_refunds', {
  id: serial().primaryKey(),
  paymentId: integer()
    .notNull()
    .unique()
    .references(() => payments.id),
  amount: amount().notNull(),
  reason: text().$type<RefundReason>().notNull(),
  requestedAt: at().notNull().defaultNow(),
  refundedAt: at()
})

/** Orders of the simulated bank: the state that a real bank keeps itself. */
export const simulatedBank = pgTable('simulated_bank', {
  ref: text().primaryKey(),
  number: text().notNull().unique(),
  amount: amount().notNull(),
  returnUrl: text().notNull(),
  description: text().notNull(),
  /** orderStatus: 0 registered, 2 deposited, 4 refunded, 6 declined. */
  status: smallint().notNull().default(0),
  actionCode: integer().notNull().default(-100),
  createdAt: at().notNull().defaultNow()
})
