import { bigint, boolean, check, index, integer, jsonb, pgTable, serial, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { CardBrand } from '#domain/cards/brand.ts'
import type { PaymentMethodId } from '#domain/enums.ts'
import type { Side } from '#domain/ledger/transfer.ts'
import type { BindingFailure, PaymentState, RefundReason, RefundState, TenderState } from '#domain/payment.ts'
import { giftCards } from './gift-cards.ts'
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
    /** Who took it at the door; null when nobody named the courier. */
    courier: text(),
    /** The gift card that paid it. */
    giftCardId: integer().references(() => giftCards.id),
    /** The gift card was bought: receipts name it as a prepayment. One that was given for nothing is a discount there. */
    prepaid: boolean().notNull().default(false),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [index('order_tenders_order').on(table.orderId)]
)

/** Cards that banks have bound for a person: what is needed to charge and to recognise one, and nothing more. */
export const boundCards = pgTable(
  'bound_cards',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The bank that bound it; it waits while another one takes payments. */
    provider: text().notNull(),
    /** Opaque name of the person at the bank. */
    clientId: text().notNull(),
    bindingId: text().notNull(),
    brand: text().$type<CardBrand>(),
    lastFour: text().notNull(),
    /** yyyymm. */
    expiry: text().notNull(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [index('bound_cards_user').on(table.userId), uniqueIndex('bound_cards_binding').on(table.provider, table.bindingId)]
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
    /** What the provider took; null while it has taken nothing. Another amount than was asked for is given back. */
    capturedAmount: amount(),
    state: text().$type<PaymentState>().notNull(),
    actionCode: integer(),
    /** The provider's number of what it took, where a page may be paid more than once. */
    transaction: text(),
    /** Opaque name under which the card is to be bound with this payment. */
    clientId: text(),
    bindingFailure: text().$type<BindingFailure>(),
    /** The bound card that is charged; null also after it was removed. */
    boundCardId: integer().references(() => boundCards.id, { onDelete: 'set null' }),
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
    index('payments_given_up')
      .on(table.createdAt)
      .where(sql`state = 'expired' and bank_ref is not null`),
    index('payments_unsettled')
      .on(table.checkedAt)
      .where(sql`state in ('created', 'registered', 'processing', 'refunding')`)
  ]
)

/** Money given back, in one or several shares: of a payment by its provider, else of a tender by hand (see payouts). */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: serial().primaryKey(),
    paymentId: integer().references(() => payments.id),
    tenderId: integer().references(() => orderTenders.id),
    state: text().$type<RefundState>().notNull().default('requested'),
    amount: amount().notNull(),
    reason: text().$type<RefundReason>().notNull(),
    /** The payer has it as points instead of the money; of a tender, whoever took its money. */
    asPoints: boolean().notNull().default(false),
    /** Its company put it into the corporate wallet instead. */
    inWallet: boolean().notNull().default(false),
    /** Whom the ledger takes it from, for what is refunded by lines: these rows change with every refund. */
    sources: jsonb().$type<Side[]>(),
    requestedAt: at().notNull().defaultNow(),
    refundedAt: at()
  },
  (table) => [
    index('payment_refunds_payment').on(table.paymentId),
    index('payment_refunds_tender').on(table.tenderId),
    index('payment_refunds_open')
      .on(table.requestedAt)
      .where(sql`state <> 'done'`),
    check('payment_refunds_of_one', sql`(payment_id is null) <> (tender_id is null)`)
  ]
)

/** Refunds that people pay by hand, because no provider does: of money taken at the door. */
export const payouts = pgTable('payouts', {
  id: serial().primaryKey(),
  refundId: integer()
    .notNull()
    .unique()
    .references(() => paymentRefunds.id),
  userId: integer()
    .notNull()
    .references(() => users.id),
  amount: amount().notNull(),
  state: text().$type<'requested' | 'done'>().notNull().default('requested'),
  requestedAt: at().notNull().defaultNow(),
  doneAt: at(),
  /** Who of the staff paid it. */
  paidBy: text()
})

/** Bindings of people who are gone, which their bank has to end too; deleted when it has. */
export const cardUnbindings = pgTable('card_unbindings', {
  id: serial().primaryKey(),
  provider: text().notNull(),
  clientId: text().notNull(),
  bindingId: text().notNull(),
  /** Failed attempts in a row, and when the bank is asked again. */
  unanswered: smallint().notNull().default(0),
  askAfter: at().notNull().defaultNow()
})
