import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { FiscalCallState, ReceiptKind, ReceiptState, ReturnContent, SaleContent } from '#domain/fiscal/receipt.ts'
import { paymentRefunds } from './payments.ts'
import { orders } from './trade.ts'

const at = () => timestamp({ withTimezone: true })

/** Cash registers at the fiscal service. One process at a time talks to one, by a lease. */
export const fiscalRegisters = pgTable('fiscal_registers', {
  id: serial().primaryKey(),
  crn: text().notNull().unique(),
  simulated: smallint().notNull(),
  /** The last number used. */
  seq: integer().notNull().default(0),
  leaseOwner: text().notNull().default(''),
  leaseUntil: at().notNull().defaultNow(),
  createdAt: at().notNull().defaultNow()
})

/** Receipts of captured orders, and of what went back of them. What they say is fixed when they are requested. */
export const fiscalReceipts = pgTable(
  'fiscal_receipts',
  {
    id: serial().primaryKey(),
    registerId: integer()
      .notNull()
      .references(() => fiscalRegisters.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    kind: text().$type<ReceiptKind>().notNull(),
    /** Of gift cards that are sold. An order of physical ones has a receipt of goods beside it, for boxes and delivery. */
    prepayment: boolean().notNull().default(false),
    /** The refund of a return; the first one where several tenders shared it. */
    refundId: integer().references(() => paymentRefunds.id),
    content: jsonb().$type<SaleContent | ReturnContent>().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    state: text().$type<ReceiptState>().notNull().default('due'),
    refusals: smallint().notNull().default(0),
    sendAfter: at().notNull(),
    /** Why the last attempt failed (no personal data). */
    reason: text().notNull().default(''),
    number: text(),
    fiscal: text(),
    qr: text(),
    serial: text(),
    printedAt: at(),
    createdAt: at().notNull()
  },
  (table) => [
    uniqueIndex('fiscal_receipts_sale')
      .on(table.orderId, table.prepayment)
      .where(sql`kind = 'sale'`),
    uniqueIndex('fiscal_receipts_refund').on(table.refundId, table.prepayment),
    index('fiscal_receipts_order').on(table.orderId),
    index('fiscal_receipts_open')
      .on(table.id)
      .where(sql`state in ('due', 'sent')`)
  ]
)

/** Every number that a cash register was called with, written before the call. */
export const fiscalCalls = pgTable(
  'fiscal_calls',
  {
    registerId: integer()
      .notNull()
      .references(() => fiscalRegisters.id),
    seq: integer().notNull(),
    receiptId: integer()
      .notNull()
      .references(() => fiscalReceipts.id),
    state: text().$type<FiscalCallState>().notNull().default('sent'),
    /** Attempts without an answer in a row, and when it is repeated. */
    unanswered: smallint().notNull().default(0),
    askAfter: at().notNull(),
    createdAt: at().notNull()
  },
  (table) => [
    primaryKey({ columns: [table.registerId, table.seq] }),
    uniqueIndex('fiscal_calls_answered')
      .on(table.receiptId)
      .where(sql`state = 'answered'`),
    uniqueIndex('fiscal_calls_sent')
      .on(table.registerId)
      .where(sql`state = 'sent'`)
  ]
)
