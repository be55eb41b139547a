import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  serial,
  smallint,
  text,
  timestamp,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { ItemModus, OrderMode, PaymentMethodId, RunOut, UnitId } from '#domain/enums.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import type { Words } from '#domain/locale.ts'
import type { VoucherFunder } from '#domain/vouchers/voucher.ts'
import { groupOrders } from './baskets.ts'
import { branches, products, suppliers } from './catalogue.ts'
import { users } from './people.ts'

const at = () => timestamp({ withTimezone: true })
/** Hundredths of a dram. */
const amount = () => bigint({ mode: 'number' })

/** Copy of the address at the time of the order; entrance to door code are for the courier. */
export interface OrderAddress {
  title: string
  line: string
  city: string
  lat: number
  lng: number
  entrance: string
  floor: number
  apartment: string
  doorCode: string
  comment: string
  phone: string
}
export interface StatusStep {
  status: OrderStatus
  at: string
  /** The delivery window before this step, when the step moved it. */
  windowBefore?: { from: string; to: string }
  /** Why staff moved the window, in their own words. */
  reason?: string
}

/** Order numbers as people read them out to a courier: digits, never reused. */
export const orderNumbers = pgSequence('order_numbers', { startWith: 100_001 })

/** Amounts in hundredths of a dram, fixed when the order was placed. */
export const orders = pgTable(
  'orders',
  {
    id: serial().primaryKey(),
    number: text()
      .notNull()
      .unique()
      .default(sql`nextval('order_numbers')::text`),
    userId: integer()
      .notNull()
      .references(() => users.id),
    groupOrderId: integer().references(() => groupOrders.id),
    basketId: integer().notNull(),
    status: smallint().$type<OrderStatus>().notNull(),
    steps: jsonb().$type<StatusStep[]>().notNull(),
    orderMode: smallint().$type<OrderMode>().notNull().default(1),
    /** Of a tip: the order whose courier gets it. */
    tipFor: integer(),
    paymentId: smallint().$type<PaymentMethodId>().notNull(),
    /** Until when an unpaid order is reserved. */
    payBefore: at(),
    paidAt: at(),
    refundedAt: at(),
    /** Why staff refused it, in their own words. */
    refusedFor: text(),
    /** What staff look into, in their own words; null: nothing. */
    pausedFor: text(),
    /** Since when; its time to pay stands meanwhile. */
    pausedAt: at(),
    address: jsonb().$type<OrderAddress>().notNull(),
    deliveryNow: boolean().notNull(),
    deliveryFrom: at().notNull(),
    deliveryTo: at().notNull(),
    customerComment: text().notNull().default(''),
    cutlery: boolean().notNull().default(false),
    isGift: boolean().notNull().default(false),
    /** What is written on the card of a gift. */
    greeting: text().notNull().default(''),
    /** What the person wants when something has run out. */
    runOut: text().$type<RunOut>().notNull().default('call'),
    /** What the person shows at the branch: four digits, and how often a wrong code was entered for it. */
    pickupCode: text(),
    pickupMisses: smallint().notNull().default(0),
    /** Whose accounts have its cash and its tip: a courier whom staff named when it left or was handed over, else the city's. */
    courier: text(),
    /** By which somebody else follows the delivery; null: it is not shared. */
    shareToken: text(),
    basePrice: amount().notNull(),
    discount: amount().notNull(),
    itemsPrice: amount().notNull(),
    packingPrice: amount().notNull(),
    deliveryPrice: amount().notNull(),
    serviceFee: amount().notNull(),
    /** The voucher, what it took off, and who pays for it. `total` is after it. */
    voucherCode: text(),
    voucher: amount().notNull().default(0),
    voucherFunder: text().$type<VoucherFunder>(),
    /** What the courier gets when it is delivered, chosen at checkout and paid with the order; what of it went back. `total` is with it. */
    tip: amount().notNull().default(0),
    refundedTip: amount().notNull().default(0),
    total: amount().notNull(),
    /** How much less than was ordered: lines that staff took off before anything was paid at the door. The amounts above are without it. */
    takenOff: amount().notNull().default(0),
    /** How much of the price was given back. */
    refundedAmount: amount().notNull().default(0),
    /** Ids of the rules of rewards that ran when it was placed. */
    rewardRules: jsonb().$type<number[]>().notNull().default([]),
    /** When the person did not want to rate it. */
    reviewDeclinedAt: at(),
    /** Time of the demo autopilot's next step; null without one. */
    nextStepAt: at(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [
    index('orders_user').on(table.userId, table.id.desc()),
    index('orders_group')
      .on(table.groupOrderId)
      .where(sql`group_order_id is not null`),
    // Paid orders of tickets that are not used up.
    index('orders_admissions')
      .on(table.id)
      .where(sql`order_mode = 6 and status = 12`),
    index('orders_tip')
      .on(table.tipFor)
      .where(sql`tip_for is not null`),
    uniqueIndex('orders_share')
      .on(table.shareToken)
      .where(sql`share_token is not null`),
    index('orders_next_step')
      .on(table.nextStepAt)
      .where(sql`next_step_at is not null`),
    index('orders_pay_before')
      .on(table.payBefore)
      .where(sql`pay_before is not null`),
    // 0 and 17: neither accepted nor paid.
    index('orders_unfinished')
      .on(table.createdAt)
      .where(sql`status in (0, 17)`)
  ]
)

/** Parts of an order, one per supplier, each with its own status. */
export const orderParts = pgTable(
  'order_parts',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    branchId: integer()
      .notNull()
      .references(() => branches.id),
    status: smallint().$type<OrderStatus>().notNull(),
    itemsPrice: amount().notNull(),
    packingPrice: amount().notNull(),
    deliveryPrice: amount().notNull(),
    /** When the kitchen had it ready for the courier. */
    readyAt: at(),
    /** How much later than the other parts it comes, and why, in the supplier's words. The window of the order is that of its latest part. */
    lateMinutes: smallint().notNull().default(0),
    lateReason: text().notNull().default(''),
    /** Delivery and packing given back: that of a whole part. */
    refundedDelivery: amount().notNull().default(0),
    /** Rate of the supplier when the order was placed, in hundredths of a percent. */
    commission: integer().notNull().default(0),
    /** What a voucher took off the goods, and off the delivery. */
    voucher: amount().notNull().default(0),
    voucherDelivery: amount().notNull().default(0)
  },
  (table) => [uniqueIndex('order_parts_supplier').on(table.orderId, table.supplierId)]
)

export interface ChosenOption {
  id: number
  group: Words
  name: Words
  price: number
}

export const orderItems = pgTable(
  'order_items',
  {
    id: serial().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    partId: integer()
      .notNull()
      .references(() => orderParts.id),
    productId: integer()
      .notNull()
      .references(() => products.id),
    modus: smallint().$type<ItemModus>().notNull().default(0),
    name: jsonb().$type<Words>().notNull(),
    picture: text().notNull(),
    unitId: smallint().$type<UnitId>().notNull(),
    quantity: integer().notNull(),
    /** How much more was ordered: staff took it off before it was paid at the door. */
    takenOff: integer().notNull().default(0),
    unitPrice: amount().notNull(),
    baseUnitPrice: amount().notNull(),
    totalPrice: amount().notNull(),
    /** Every second piece was free. */
    pairs: boolean().notNull().default(false),
    options: jsonb().$type<ChosenOption[]>().notNull(),
    /** What came with each of it for nothing; null: nothing. */
    gifts: jsonb().$type<readonly Words[]>(),
    /** What a voucher took off the line. */
    voucher: amount().notNull().default(0),
    /** Whether stock was reserved, so that a cancelled order returns it once. */
    stockTaken: boolean().notNull().default(false),
    /** Of tickets: when they are for; null: any day. */
    admissionAt: at(),
    /** What of the line was given back so far. */
    refundedQuantity: integer().notNull().default(0),
    refundedAmount: amount().notNull().default(0),
    /** What the person wants when it has run out; null: what stands in the order. */
    runOut: text().$type<RunOut>(),
    /** The line instead of which it came, and, of that line, what of its price this one costs. */
    replaces: integer(),
    replacedAmount: amount().notNull().default(0),
    userId: integer()
  },
  (table) => [index('order_items_order').on(table.orderId)]
)

/** Keys of calls that move money; inserted first, in the transaction of the effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text().primaryKey(),
    requestHash: text().notNull(),
    orderId: integer(),
    createdAt: at().notNull().defaultNow()
  },
  (table) => [index('idempotency_created').on(table.createdAt)]
)

/** Events of orders and of the catalogue, in order (transactional outbox): read by streams and jobs. */
export const events = pgTable(
  'events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    userId: integer(),
    orderId: integer(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: at().notNull().defaultNow(),
    /** When the relay has processed it, or given it up. */
    handledAt: at(),
    /** Failed attempts of the relay, when it tries again, and why the last one failed (no personal data). */
    attempts: smallint().notNull().default(0),
    retryAt: at(),
    reason: text().notNull().default(''),
    /** Set when it was given up; it then waits for an operator. */
    failedAt: at()
  },
  (table) => [
    index('events_user').on(table.userId, table.id),
    index('events_unhandled')
      .on(table.orderId, table.id)
      .where(sql`handled_at is null`),
    index('events_failed')
      .on(table.id)
      .where(sql`failed_at is not null`),
    index('events_catalogue')
      .on(table.id)
      .where(sql`kind = 'catalogue.changed'`)
  ]
)

/** Imports of markets, newest last. */
export const marketImports = pgTable('market_imports', {
  id: serial().primaryKey(),
  contentHash: text().notNull(),
  /** `demo` or the folder: a start re-imports only the market that it would have imported itself. */
  source: text().notNull(),
  suppliers: integer().notNull(),
  products: integer().notNull(),
  finishedOn: date().notNull().defaultNow(),
  createdAt: at().notNull().defaultNow()
})
